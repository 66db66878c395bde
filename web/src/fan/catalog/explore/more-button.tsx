import { Button, Center } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  loading: boolean;
  onMore: () => void;
}

/** Loads the next page when it becomes visible; a button, so that the keyboard can use it. */
export function MoreButton({ loading, onMore }: Props) {
  const { t } = useTranslation('shell');
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const seen = entry?.isIntersecting === true;
  useEffect(() => {
    if (seen && !loading) onMore();
  }, [seen, loading, onMore]);
  return (
    <Center ref={ref}>
      <Button variant="default" loading={loading} onClick={onMore}>
        {t('state.more')}
      </Button>
    </Center>
  );
}

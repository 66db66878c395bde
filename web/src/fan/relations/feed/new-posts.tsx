import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countFeed, type FeedType } from '#services/contract/relations/feed.ts';
import { queryOf } from '../../../api/queries.ts';
import classes from './feed.module.css';

const POLL_MS = 60_000;

interface Props {
  type: FeedType;
  /** The newest post that is shown. */
  newest: number;
  onShow: () => void;
}

/** How many posts have come since; the list itself does not jump. */
export function NewPosts({ type, newest, onShow }: Props) {
  const { t } = useTranslation('relations-feed');
  const { data } = useQuery(
    queryOf(countFeed, { type, publish_sn: newest }, { staleTime: 0, refetchInterval: POLL_MS }),
  );
  const count = data?.count ?? 0;
  return (
    <div className={classes.fresh} role="status">
      {count > 0 && (
        <Button radius="xl" size="sm" leftSection={<IconArrowUp size={16} aria-hidden />} onClick={onShow}>
          {t('newPosts', { count })}
        </Button>
      )}
    </div>
  );
}

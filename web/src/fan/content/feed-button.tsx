import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRss } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { untilLoaded } from '../../app/load-part.ts';

const FeedDialog = lazy(() => untilLoaded(() => import('./feed-dialog.tsx')));

/** Opens the addresses of a creator's feed. */
export function FeedButton({ user_id, slug }: { user_id: string; slug: string }) {
  const { t } = useTranslation('content');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tooltip label={t('list.feed')}>
        <ActionIcon size={36} aria-label={t('list.feed')} onClick={() => setOpen(true)}>
          <IconRss size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <Suspense fallback={null}>
          <FeedDialog user_id={user_id} slug={slug} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

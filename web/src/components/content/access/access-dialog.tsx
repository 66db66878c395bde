import { Modal, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { untilLoaded } from '../../../app/load-part.ts';

const AccessExplained = lazy(() => untilLoaded(() => import('./access-explained.tsx')));

interface Props {
  post_id: string;
  /** The creator asks about somebody; a reader about oneself. */
  askWhom?: boolean;
  opened: boolean;
  onClose: () => void;
}

/** Why a person can or cannot read a post, now or at an earlier time. */
export function AccessDialog({ post_id, askWhom = false, opened, onClose }: Props) {
  const { t } = useTranslation('content');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(askWhom ? 'access.whoTitle' : 'access.title')}
      size="lg"
    >
      <Suspense fallback={<Skeleton height={220} radius="lg" />}>
        <AccessExplained post_id={post_id} askWhom={askWhom} />
      </Suspense>
    </Modal>
  );
}

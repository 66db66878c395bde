import { Button, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '../../app/session.ts';

/**
 * Asks before the page is left with something unsaved. `allow`: it has been saved. Nobody is asked after the session
 * has ended: there is no choice to stay.
 */
export function useLeaving(isChanged: boolean) {
  const client = useQueryClient();
  const allowed = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged && !allowed.current && client.getQueryData(profileQuery.queryKey) !== null,
    enableBeforeUnload: () => isChanged && !allowed.current,
    withResolver: true,
  });
  return {
    ...blocker,
    allow: () => {
      allowed.current = true;
    },
  };
}

interface DialogProps {
  leaving: ReturnType<typeof useLeaving>;
  /** There are new pictures, or pictures on their way. */
  hasPictures?: boolean;
}

/** The question of `useLeaving`. */
export function LeaveDialog({ leaving, hasPictures = false }: DialogProps) {
  const { t } = useTranslation('content-compose');
  return (
    <Modal
      opened={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title={t(hasPictures ? 'leave.askPictures' : 'leave.ask')}
      size="sm"
    >
      <Text size="sm" mb="lg">
        {t(hasPictures ? 'leave.textPictures' : 'leave.text')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => leaving.reset?.()} data-autofocus>
          {t('leave.stay')}
        </Button>
        <Button color="red.9" onClick={() => leaving.proceed?.()}>
          {t('leave.go')}
        </Button>
      </Group>
    </Modal>
  );
}

import { Box, Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode, SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/contract/accounts/accounts.ts';
import classes from './copy-guard.module.css';

/** A creator's texts and pictures; neither is copied where the creator does not want it. */
export function CopyGuard({ creator, children }: { creator: User['creator']; children: ReactNode }) {
  const { t } = useTranslation('catalog-creators');
  const [opened, { open, close }] = useDisclosure(false);
  const { can_copy_text = true, can_copy_pic = true } = creator ?? {};
  if (can_copy_text && can_copy_pic) return children;
  const keepPicture = (event: SyntheticEvent) => {
    if (can_copy_pic || !(event.target instanceof HTMLImageElement)) return;
    event.preventDefault();
    open();
  };
  return (
    <Box
      className={classes.guard}
      data-text={can_copy_text || undefined}
      data-pic={can_copy_pic || undefined}
      onContextMenu={keepPicture}
      onDragStart={keepPicture}
    >
      {children}
      <Modal opened={opened} onClose={close} title={t('copy.title')} centered>
        <Text>{t('copy.text')}</Text>
        <Button fullWidth mt="lg" onClick={close}>
          {t('copy.close')}
        </Button>
      </Modal>
    </Box>
  );
}

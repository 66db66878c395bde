import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Confirmation {
  text: string;
  /** The button of the action, named by the action. */
  yes: string;
  /** It can be undone: the button has the usual colour. */
  harmless?: boolean;
  onYes: () => void;
}

/** Asks before something that cannot be undone, or that others see at once. Put `dialog` anywhere in the page. */
export function useConfirm(): { confirm: (confirmation: Confirmation) => void; dialog: ReactNode } {
  const { t } = useTranslation('shell');
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const confirm = (next: Confirmation) => {
    setConfirmation(next);
    setOpen(true);
  };
  const dialog = (
    <Modal opened={open} onClose={close} title={confirmation?.text} size="sm">
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          {t('action.back')}
        </Button>
        <Button
          {...(confirmation?.harmless !== true && { color: 'red.9' })}
          onClick={() => {
            close();
            confirmation?.onYes();
          }}
        >
          {confirmation?.yes}
        </Button>
      </Group>
    </Modal>
  );
  return { confirm, dialog };
}

import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../app/session.ts';

/** Another window signed in to another account: the person goes on with that one, or keeps what this page shows. */
export default function OtherPerson() {
  const { t } = useTranslation('shell');
  const name = useProfile()?.user.name ?? '';
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Modal opened={isOpen} onClose={close} title={t('otherPerson.title')} size="sm">
      <Text>{t('otherPerson.text', { name })}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t('otherPerson.stay')}
        </Button>
        <Button onClick={() => window.location.reload()} data-autofocus>
          {t('otherPerson.switch')}
        </Button>
      </Group>
    </Modal>
  );
}

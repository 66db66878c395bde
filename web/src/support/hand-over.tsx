import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { handOverOrder } from '#services/contract/staff/support.ts';
import { useCall } from '../api/queries.ts';
import { ServerForm } from '../components/forms/server-form.tsx';
import { useServerForm } from '../components/forms/use-server-form.ts';

interface Props {
  out_trade_no: string;
  /** Whose it is. */
  from: string;
  /** Why it is looked at; the move is recorded with it. */
  reason: string;
}

/** Gives the order to another account of the same person. */
export function HandOver(props: Props) {
  const { t } = useTranslation('support');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowsLeftRight size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('handOver.open')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('handOver.title')}>
        <HandOverForm {...props} onDone={close} />
      </Modal>
    </>
  );
}

function HandOverForm({ out_trade_no, from, reason, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation('support');
  const form = useServerForm({
    initialValues: { account: '' },
    send: useCall(handOverOrder, { quiet: true }),
    requestOf: ({ account }) => ({ out_trade_no, from, account: account.trim(), reason }),
    saved: t('handOver.done'),
    onDone,
  });
  return (
    <Stack gap="md">
      <Text size="sm">{t('handOver.text')}</Text>
      <ServerForm
        form={form}
        submit={t('handOver.yes')}
        button={{ disabled: form.values.account.trim() === '' }}
        onCancel={onDone}
      >
        <TextInput
          label={t('handOver.account')}
          description={t('handOver.accountHint')}
          maxLength={120}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('account')}
        />
      </ServerForm>
    </Stack>
  );
}

import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ServerForm } from '../components/forms/server-form.tsx';
import { type Sending, useServerForm } from '../components/forms/use-server-form.ts';

interface Props<Sent, Answer> {
  hint?: string;
  yes: string;
  send: () => Sending<Sent, Answer>;
  requestOf: (reason: string) => Sent;
  onDone: () => void;
}

/** A change that needs nothing but its reason. */
export function ChangeForm<Sent, Answer>({
  hint,
  yes,
  send: useSend,
  requestOf,
  onDone,
}: Props<Sent, Answer>) {
  const { t } = useTranslation('staff');
  const form = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() === '' ? t('reason.needed') : null) },
    send: useSend(),
    requestOf: ({ reason }) => requestOf(reason.trim()),
    saved: t('users.done'),
    onDone,
  });
  return (
    <ServerForm form={form} submit={yes} onCancel={onDone}>
      {hint !== undefined && <Text>{hint}</Text>}
      <TextInput
        label={t('reason.label')}
        description={t('reason.hint')}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ServerForm>
  );
}

import { Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ServerForm } from './server-form.tsx';
import { type Sending, useServerForm } from './use-server-form.ts';

const MAX_LENGTH = 200;

interface Props<Sent, Answer> {
  /** The description of the action. */
  about: ReactNode;
  /** The form's own, where several may be open. */
  name?: string;
  /** Label of the text: by default a reason, or an optional note. */
  label?: string;
  /** Who reads the reason later. */
  hint: string;
  /** The button of the action, named by the action. */
  yes: string;
  /** A destructive action. */
  grave?: boolean;
  /** False where a reason may be left out. */
  needed?: boolean;
  send: Sending<Sent, Answer>;
  /** The request with the reason, which is trimmed; never empty where one is needed. */
  requestOf: (reason: string) => Sent;
  /** Message after success. */
  saved?: string | ((answer: Answer) => string);
  /** After success; otherwise the form is closed. */
  onDone?: (answer: Answer) => void;
  onRefused?: (error: unknown) => void;
  onClose: () => void;
  /** Further fields of the action. */
  children?: ReactNode;
}

/** Describes the action and asks for its reason, which is stored with it. */
export function ReasonForm<Sent, Answer>(props: Props<Sent, Answer>) {
  const { about, name, label, hint, yes, grave = false, needed = true, onClose, children } = props;
  const { send, requestOf, saved, onDone = onClose, onRefused } = props;
  const { t } = useTranslation(['staff', 'shell']);
  const form = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (needed && reason.trim() === '' ? t('reason.needed') : null) },
    send,
    requestOf: ({ reason }) => requestOf(reason.trim()),
    saved,
    onDone,
    onRefused,
  });
  return (
    <ServerForm
      form={form}
      label={name}
      gap="sm"
      submit={yes}
      {...(grave && { button: { color: 'red.9' } })}
      onCancel={onClose}
      cancel={t('shell:action.back')}
    >
      {typeof about === 'string' ? <Text>{about}</Text> : about}
      <Textarea
        label={label ?? t(needed ? 'reason.label' : 'reason.note')}
        description={hint}
        required={needed}
        maxLength={MAX_LENGTH}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      {children}
    </ServerForm>
  );
}

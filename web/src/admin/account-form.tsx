import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EC, isRefusal } from '../api/refusal.ts';
import { refusedFields } from '../components/forms/refused-fields.ts';
import { ServerForm } from '../components/forms/server-form.tsx';
import { type Sending, useServerForm } from '../components/forms/use-server-form.ts';

interface Props<Value extends string, Sent, Answer> {
  label: string;
  choices: readonly Value[];
  first: NoInfer<Value>;
  nameOf: (choice: Value) => string;
  /** Its effect. */
  hintOf: (choice: Value) => string;
  /** The button of the action. */
  yes: string;
  send: Sending<Sent, Answer>;
  requestOf: (input: { account: string; choice: Value; reason: string }) => Sent;
  /** Message after success. */
  saved: (answer: Answer) => string;
  onClose: () => void;
}

/** Changes something of a person who has an account, with the reason. */
export function AccountForm<Value extends string, Sent, Answer>(props: Props<Value, Sent, Answer>) {
  const { label, choices, first, nameOf, hintOf, yes, send, requestOf, saved, onClose } = props;
  const { t } = useTranslation(['staff', 'shell']);
  const labelled = useId();
  const needed = (text: string) => (text.trim() === '' ? t('reason.needed') : null);
  const form = useServerForm({
    initialValues: { account: '', choice: first, reason: '' },
    validate: { account: needed, reason: needed },
    send,
    requestOf: ({ account, choice, reason }) =>
      requestOf({ account: account.trim(), choice, reason: reason.trim() }),
    fieldsOf: (error) =>
      isRefusal(error, EC.notFound) ? { account: t('grant.unknown') } : refusedFields(error),
    saved,
    onDone: onClose,
  });
  const { choice } = form.values;
  return (
    <ServerForm form={form} gap="sm" submit={yes} onCancel={onClose} cancel={t('shell:action.back')}>
      <TextInput
        label={t('grant.account')}
        description={t('grant.accountHint')}
        required
        maxLength={120}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('account')}
      />
      <div>
        <Text size="sm" fw={650} id={labelled}>
          {label}
        </Text>
        <SegmentedControl
          fullWidth
          mt={4}
          aria-labelledby={labelled}
          data={choices.map((value) => ({ value, label: nameOf(value) }))}
          value={choice}
          onChange={(value) => form.setValues({ choice: choices.find((one) => one === value) ?? first })}
        />
        <Text className="hint" mt={4}>
          {hintOf(choice)}
        </Text>
      </div>
      <TextInput
        label={t('reason.label')}
        description={t('reason.hint')}
        required
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </ServerForm>
  );
}

import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type CodeScene, looksLikeAccount, useSendCode } from '../../../api/passport.ts';
import { Outbox } from './outbox.tsx';
import { useResendWait } from './resend-wait.ts';

interface Props {
  scene: CodeScene;
  /** The form with the fields `code` and `account`. */
  form: CodeForm;
}

interface CodeForm {
  values: { account: string };
  getInputProps(field: 'code'): TextInputProps;
  setFieldError(field: 'account', error: string): void;
  setFieldValue(field: 'code', code: string): void;
}

/** The six digits, the button that sends them, and in the sandbox the message itself. */
export function CodeField({ scene, form }: Props) {
  const { t } = useTranslation('account');
  const send = useSendCode(scene);
  const { wait, sentTo, started } = useResendWait(scene);
  const field = useRef<HTMLInputElement>(null);
  const account = form.values.account.trim();
  const ask = () => {
    if (!looksLikeAccount(account)) return form.setFieldError('account', t('error.account'));
    send.mutate(account, {
      onSuccess: (seconds) => {
        started(account, seconds);
        // The button counts down now; the focus moves to the code.
        field.current?.focus();
        notifications.show({ color: 'green', message: t('code.sent') });
      },
    });
  };
  return (
    <>
      <TextInput
        ref={field}
        size="md"
        label={t('field.code')}
        placeholder={t('field.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...form.getInputProps('code')}
        inputContainer={(input) => (
          <Group gap="xs" wrap="nowrap">
            <div style={{ flex: 1 }}>{input}</div>
            <Button
              size="md"
              px="sm"
              radius="md"
              variant="light"
              onClick={ask}
              disabled={wait > 0}
              loading={send.isPending}
            >
              {wait > 0 ? t('code.again', { seconds: wait }) : t('code.send')}
            </Button>
          </Group>
        )}
      />
      {sentTo !== '' && <Outbox account={sentTo} onCode={(code) => form.setFieldValue('code', code)} />}
    </>
  );
}

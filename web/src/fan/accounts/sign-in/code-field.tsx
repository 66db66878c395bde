import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sendForgetCode, sendVerifyCode } from '#services/contract/accounts/accounts.ts';
import { useCall } from '../../../api/queries.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { Outbox } from './outbox.tsx';
import { useResendWait } from './resend-wait.ts';

type CodeScene = 'register' | 'forgot';

/** `email` or `phone`, read from how the account is written. */
const accountTypeOf = (account: string): 'email' | 'phone' => (account.includes('@') ? 'email' : 'phone');

/** An email address or a phone number; the server decides in the end. */
const looksLikeAccount = (account: string): boolean =>
  /^\S+@\S+\.\S+$/.test(account) || /^\+?[\d -]{6,20}$/.test(account);

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
  const { t } = useTranslation('accounts');
  const send = useCall<typeof sendForgetCode | typeof sendVerifyCode>(
    scene === 'forgot' ? sendForgetCode : sendVerifyCode,
    { quiet: true },
  );
  const account = form.values.account.trim();
  const { wait, sentTo, started } = useResendWait(scene, account);
  const field = useRef<HTMLInputElement>(null);
  const ask = () => {
    if (!looksLikeAccount(account)) return form.setFieldError('account', t('error.account'));
    const to = { account, account_type: accountTypeOf(account), ...(scene === 'register' && { scene }) };
    send.mutate(to, {
      onSuccess: ({ resend_after }) => {
        started(resend_after);
        // The button counts down now; the focus moves to the code.
        field.current?.focus();
        notifications.show({ color: 'green', message: t('code.sent') });
      },
      onError: (error) => form.setFieldError('account', fieldRefusal(error, 'account') ?? sentenceOf(error)),
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

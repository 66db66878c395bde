import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { Outbox } from './outbox.tsx';
import { useResendWait } from './resend-wait.ts';

/** Each has a wait of its own. */
type CodeScene = 'register' | 'login' | 'order' | 'forgot' | 'bind' | 'change-old' | 'change-new' | 'confirm';

interface Recipient {
  account: string;
  /** Read from how the account is written. */
  account_type: 'email' | 'phone';
}

/** An email address or a phone number; the server decides in the end. */
const looksLikeAccount = (account: string): boolean =>
  /^\S+@\S+\.\S+$/.test(account) || /^\+?[\d -]{6,20}$/.test(account);

/** The part of a mutation that sends a code. */
interface CodeCall<Sent> {
  mutate: (
    sent: Sent,
    after: { onSuccess: (answer: { resend_after: number }) => void; onError: (error: Error) => void },
  ) => void;
  isPending: boolean;
}

interface Props<Sent> {
  scene: CodeScene;
  /** The form with the fields `code` and `account`. */
  form: CodeForm;
  call: CodeCall<Sent>;
  requestOf: (to: Recipient) => Sent;
  /** The field that shows why no code was sent; default: the account’s. */
  refusedAt?: 'account' | 'code';
  onRefused?: (error: Error) => void;
}

interface CodeForm {
  values: { account: string };
  getInputProps(field: 'code'): TextInputProps;
  setFieldError(field: 'account' | 'code', error: string): void;
  setFieldValue(field: 'code', code: string): void;
}

/** The six digits, the button that sends them, and in the sandbox the message itself. */
export function CodeField<Sent>(props: Props<Sent>) {
  const { scene, form, call, requestOf, refusedAt = 'account', onRefused } = props;
  const { t } = useTranslation('accounts');
  const account = form.values.account.trim();
  const { wait, sentTo, started } = useResendWait(scene, account);
  const field = useRef<HTMLInputElement>(null);
  const ask = () => {
    if (!looksLikeAccount(account)) return form.setFieldError(refusedAt, t('error.account'));
    call.mutate(requestOf({ account, account_type: account.includes('@') ? 'email' : 'phone' }), {
      onSuccess: ({ resend_after }) => {
        started(resend_after);
        // The button counts down now; the focus moves to the code.
        field.current?.focus();
        notifications.show({ color: 'green', message: t('code.sent') });
      },
      onError: (error) => {
        form.setFieldError(refusedAt, fieldRefusal(error, 'account') ?? sentenceOf(error));
        onRefused?.(error);
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
              loading={call.isPending}
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

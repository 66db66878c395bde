import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#services/contract/accounts/factors.ts';
import { useCall } from '../../../api/queries.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { personChanged } from '../../../app/session.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AccountForm } from './account-form.tsx';

/** The token of a sign-in that waits for its second step. */
export const halfTokenOf = (error: unknown): string | undefined =>
  isRefusal(error, EC.secondFactor) ? String(error.data.half_token) : undefined;

interface Props {
  halfToken: string;
  onDone: () => Promise<void>;
  /** Back to the first step. */
  onEnded: () => void;
}

/** The second step of a sign-in: a code of the authenticator, or a recovery code. */
export function SecondFactor({ halfToken, onDone, onEnded }: Props) {
  const { t } = useTranslation(['accounts-security', 'accounts']);
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim().length < 6 ? t('accounts:error.code') : null) },
    send: useCall(secondFactor, { quiet: true, refresh: false, onSuccess: () => personChanged(client) }),
    requestOf: ({ code }) => ({ half_token: halfToken, code: code.trim() }),
    onDone,
    onRefused: (error) => {
      if (isRefusal(error, EC.sessionExpired)) onEnded();
    },
  });
  return (
    <AccountForm
      title={t('signIn.title')}
      text={t('signIn.text')}
      submit={t('accounts:login.submit')}
      form={form}
      other={
        <Button variant="transparent" onClick={onEnded}>
          {t('signIn.back')}
        </Button>
      }
    >
      <TextInput
        size="md"
        label={t('field.code')}
        description={t('field.codeText')}
        autoComplete="one-time-code"
        autoFocus
        maxLength={20}
        {...form.getInputProps('code')}
      />
    </AccountForm>
  );
}

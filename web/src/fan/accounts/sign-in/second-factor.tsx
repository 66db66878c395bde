import { Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#services/contract/accounts/factors.ts';
import { useCall } from '../../../api/queries.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { personChanged } from '../../../app/session.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { useHasPasskeys } from '../../../components/passkeys/use-passkey-place.ts';
import { useOperator } from '../../../shell/operator.ts';
import { AccountForm } from './account-form.tsx';
import { PasskeyLogin } from './passkey-login.tsx';

/** A sign-in that waits for its second step. */
export interface HalfSignIn {
  token: string;
  /** It takes a code of an authenticator, or a passkey. */
  byCode: boolean;
  byPasskey: boolean;
}

export function halfSignInOf(error: unknown): HalfSignIn | undefined {
  if (!isRefusal(error, EC.secondFactor)) return undefined;
  const { half_token, factors } = error.data;
  const has = (factor: string) => Array.isArray(factors) && factors.includes(factor);
  return { token: String(half_token), byCode: has('totp'), byPasskey: has('passkey') };
}

/** By whether a passkey can be used here, and which codes there are. */
const SIGN_IN_TEXTS = {
  passkey: { code: 'signIn.byBoth', recovery: 'signIn.byPasskey' },
  none: { code: 'signIn.text', recovery: 'signIn.byRecovery' },
} as const;

/** The way of a person who has none of it: support ends the second step after checking the person. */
function LostDevice() {
  const { t } = useTranslation(['accounts-security', 'accounts']);
  const help = useOperator()?.help;
  return (
    <Text size="sm" c="dimmed" ta="start">
      <Text span inherit fw={600} c="var(--mantine-color-text)">
        {t('signIn.lost')}
      </Text>{' '}
      {t('signIn.lostText')}{' '}
      {help && (
        <Anchor href={help} inherit underline="always">
          {t('accounts:reset.support')}
        </Anchor>
      )}
    </Text>
  );
}

interface Props {
  half: HalfSignIn;
  onDone: () => Promise<void>;
  /** Back to the first step. */
  onEnded: () => void;
  card?: ComponentProps<typeof AccountForm>['card'];
}

/** The second step of a sign-in: a passkey, a code of the authenticator, or a recovery code. */
export function SecondFactor({ half, onDone, onEnded, card }: Props) {
  const { token, byCode, byPasskey } = half;
  const isHere = useHasPasskeys();
  const { t } = useTranslation(['accounts-security', 'accounts']);
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim().length < 6 ? t('accounts:error.code') : null) },
    send: useCall(secondFactor, { quiet: true, refresh: false, onSuccess: () => personChanged(client) }),
    requestOf: ({ code }) => ({ half_token: token, code: code.trim() }),
    onDone,
    onRefused: (error) => {
      if (isRefusal(error, EC.sessionExpired)) onEnded();
    },
  });
  const asksPasskey = byPasskey && isHere;
  const passkey = <PasskeyLogin halfToken={token} isMain={!byCode} onDone={onDone} />;
  return (
    <AccountForm
      card={card}
      title={t('signIn.title')}
      text={t(SIGN_IN_TEXTS[asksPasskey ? 'passkey' : 'none'][byCode ? 'code' : 'recovery'])}
      submit={t('accounts:login.submit')}
      isSecond={asksPasskey && !byCode}
      form={form}
      other={
        <Stack gap="md">
          <LostDevice />
          <Button variant="transparent" onClick={onEnded}>
            {t('signIn.back')}
          </Button>
        </Stack>
      }
      after={asksPasskey && byCode && passkey}
    >
      {asksPasskey && !byCode && (
        <>
          {passkey}
          <Divider label={t('confirm.or')} />
        </>
      )}
      <TextInput
        size="md"
        label={t(byCode ? 'field.code' : 'field.recoveryCode')}
        description={t(byCode ? 'field.codeText' : 'field.recoveryCodeText')}
        autoComplete="one-time-code"
        autoFocus
        maxLength={20}
        {...form.getInputProps('code')}
      />
    </AccountForm>
  );
}

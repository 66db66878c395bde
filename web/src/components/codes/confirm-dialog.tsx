import { Divider, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getMyAccount } from '#services/contract/accounts/accounts.ts';
import { getFactors, sendConfirmCode } from '#services/contract/accounts/factors.ts';
import { passkeyForConfirm } from '#services/contract/accounts/passkeys.ts';
import { call } from '../../api/client.ts';
import { queryOf, useCall, useMutation } from '../../api/queries.ts';
import { ServerForm } from '../forms/server-form.tsx';
import { useServerForm } from '../forms/use-server-form.ts';
import { Loaded } from '../loaded.tsx';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { useHasPasskeys } from '../passkeys/use-passkey-place.ts';
import { CodeField } from './code-field.tsx';

interface Props {
  /** Why the code before was refused; empty: there was none. */
  wrong: string;
  onAnswer: (code: string | undefined) => void;
}

/** Asks for a passkey or a code of the second factor, or sends a code to an own address. */
export default function ConfirmDialog({ wrong, onAnswer }: Props) {
  const { t } = useTranslation('accounts-security');
  const factors = useQuery(queryOf(getFactors, {}));
  return (
    <Modal opened onClose={() => onAnswer(undefined)} title={t('confirm.title')} size="sm">
      <Loaded query={factors} height={160}>
        {({ totp, passkeys }) =>
          passkeys.length > 0 ? (
            <Stack gap="md">
              <PasskeyConfirm onAnswer={onAnswer} />
              <CodeForm wrong={wrong} onAnswer={onAnswer} by={totp ? 'totp' : 'recovery'} />
            </Stack>
          ) : totp ? (
            <CodeForm wrong={wrong} onAnswer={onAnswer} by="totp" />
          ) : (
            <MailedCodeForm wrong={wrong} onAnswer={onAnswer} />
          )
        }
      </Loaded>
    </Modal>
  );
}

/** The way by passkey; nothing where this page has none. */
function PasskeyConfirm({ onAnswer }: Pick<Props, 'onAnswer'>) {
  const { t } = useTranslation('accounts-security');
  const isHere = useHasPasskeys();
  const confirm = useMutation({
    mutationFn: async () => {
      const { passkeyConfirmation } = await import('../passkeys/authenticator.ts');
      return passkeyConfirmation(await call(passkeyForConfirm));
    },
    meta: { quiet: true, refresh: false },
  });
  if (!isHere) return null;
  return (
    <>
      <Text size="sm">{t('confirm.byPasskey')}</Text>
      <PasskeyButton
        isMain
        isPending={confirm.isPending}
        error={confirm.error}
        onUse={() => confirm.mutate(undefined, { onSuccess: onAnswer })}
      >
        {t('passkey.use')}
      </PasskeyButton>
      <Divider label={t('confirm.or')} />
    </>
  );
}

/** A person who has both chooses one: a new one does not confirm yet, and an old one can be lost. */
function MailedCodeForm(props: Props) {
  const own = useQuery(queryOf(getMyAccount, {}, { select: ({ account }) => account }));
  return (
    <Loaded query={own} height={160}>
      {({ email, phone }) => <MailedCode {...props} own={[email, phone].filter((one) => one !== '')} />}
    </Loaded>
  );
}

function MailedCode({ own, ...props }: Props & { own: readonly string[] }) {
  const { t } = useTranslation('accounts');
  const [account = '', setAccount] = useState(own[0]);
  return (
    <Stack gap="md">
      {own.length > 1 && (
        <SegmentedControl
          fullWidth
          aria-label={t('bind.by')}
          value={account}
          onChange={setAccount}
          data={own.map((one) => ({
            value: one,
            label: t(one.includes('@') ? 'setting.email' : 'setting.phone'),
          }))}
        />
      )}
      <CodeForm key={account} {...props} by="mail" account={account} />
    </Stack>
  );
}

/** How each code comes to the person. */
const CODE_TEXTS = {
  totp: 'confirm.byTotp',
  recovery: 'confirm.byRecovery',
  mail: 'confirm.byCode',
} as const;

interface CodeProps extends Props {
  by: keyof typeof CODE_TEXTS;
  /** The own address that gets the code; missing: the person has it. */
  account?: string;
}

function CodeForm({ account, by, wrong, onAnswer }: CodeProps) {
  const { t } = useTranslation(['accounts-security', 'accounts']);
  const [sent, setSent] = useState(false);
  const send = useCall(sendConfirmCode, { quiet: true, refresh: false, onSuccess: () => setSent(true) });
  const form = useServerForm({
    initialValues: { code: '', account: '' },
    validate: { code: (code) => (code.trim().length < 6 ? t('accounts:error.code') : null) },
    // The call that was refused sends it.
    send: {
      isPending: false,
      mutate: ({ code }: { code: string }) => onAnswer(code),
    },
    requestOf: ({ code }) => ({ code: code.trim() }),
  });
  const before = !sent && wrong !== '' ? wrong : undefined;
  return (
    <ServerForm
      form={{ ...form, trouble: form.trouble ?? before }}
      submit={t('confirm.submit')}
      onCancel={() => onAnswer(undefined)}
    >
      <Text size="sm">{t(CODE_TEXTS[by], { account })}</Text>
      {account === undefined ? (
        <TextInput
          size="md"
          data-autofocus
          label={t(by === 'totp' ? 'field.code' : 'field.recoveryCode')}
          description={t(by === 'totp' ? 'field.codeText' : 'field.recoveryCodeText')}
          autoComplete="one-time-code"
          maxLength={20}
          {...form.getInputProps('code')}
        />
      ) : (
        <Stack gap="sm">
          <CodeField
            scene="confirm"
            form={{ ...form, values: { account } }}
            call={send}
            requestOf={({ account_type }) => ({ account_type })}
            refusedAt="code"
          />
        </Stack>
      )}
    </ServerForm>
  );
}

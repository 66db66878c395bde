import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getMyAccount } from '#services/contract/accounts/accounts.ts';
import { getFactors, sendConfirmCode } from '#services/contract/accounts/factors.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import type { ApiRefusal } from '../../api/refusal.ts';
import { ServerForm } from '../forms/server-form.tsx';
import { useServerForm } from '../forms/use-server-form.ts';
import { Loaded } from '../loaded.tsx';
import { CodeField } from './code-field.tsx';

interface Props {
  refusal: ApiRefusal;
  onAnswer: (code: string | undefined) => void;
}

/** Asks for a code of the authenticator, or sends one to an own address. */
export default function ConfirmDialog({ refusal, onAnswer }: Props) {
  const { t } = useTranslation('accounts-security');
  const factors = useQuery(queryOf(getFactors, {}));
  return (
    <Modal opened onClose={() => onAnswer(undefined)} title={t('confirm.title')} size="sm">
      <Loaded query={factors} height={160}>
        {({ totp }) =>
          totp ? (
            <CodeForm refusal={refusal} onAnswer={onAnswer} />
          ) : (
            <MailedCodeForm refusal={refusal} onAnswer={onAnswer} />
          )
        }
      </Loaded>
    </Modal>
  );
}

function MailedCodeForm(props: Props) {
  const own = useQuery(queryOf(getMyAccount, {}, { select: ({ account }) => account }));
  return (
    <Loaded query={own} height={160}>
      {({ email, phone }) => <CodeForm {...props} account={email || phone} />}
    </Loaded>
  );
}

/** @param account the own address that gets the code; missing: the authenticator shows it */
function CodeForm({ account, refusal, onAnswer }: Props & { account?: string }) {
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
  const wrong = !sent && refusal.message !== '' ? refusal.message : undefined;
  return (
    <ServerForm
      form={{ ...form, trouble: form.trouble ?? wrong }}
      submit={t('confirm.submit')}
      onCancel={() => onAnswer(undefined)}
    >
      <Text size="sm">{account === undefined ? t('confirm.byTotp') : t('confirm.byCode', { account })}</Text>
      {account === undefined ? (
        <TextInput
          size="md"
          data-autofocus
          label={t('field.code')}
          description={t('field.codeText')}
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

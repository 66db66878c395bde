import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { editWithdrawMethod } from '#services/contract/withdrawals/withdraw-methods.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';

interface Props {
  kind: 'apy' | 'pp';
  onDone: () => void;
  /** Without it there is no cancel button. */
  onCancel: (() => void) | undefined;
}

/** Owner and account. Saved values are masked, so both are entered again. */
export function WalletForm({ kind, onDone, onCancel }: Props) {
  const { t } = useTranslation('withdrawals-methods');
  const filled = (text: string) => (text.trim() === '' ? t('error.required') : null);
  const form = useServerForm({
    initialValues: { realname: '', account: '' },
    validate: { realname: filled, account: filled },
    send: useCall(editWithdrawMethod, { quiet: true }),
    requestOf: (values) => ({ type: kind, ...values }),
    saved: t('saved'),
    onDone,
  });
  return (
    <ServerForm form={form} left submit={t('save')} onCancel={onCancel} cancel={t('cancel')}>
      <TextInput
        label={t('wallet.realname')}
        withAsterisk
        autoComplete="off"
        maxLength={40}
        {...form.getInputProps('realname')}
      />
      <TextInput
        label={t('wallet.account')}
        description={t(kind === 'apy' ? 'wallet.apyHint' : 'wallet.ppHint')}
        withAsterisk
        autoComplete="off"
        inputMode="email"
        maxLength={120}
        {...form.getInputProps('account')}
      />
    </ServerForm>
  );
}

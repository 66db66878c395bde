import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bindBank } from '#services/contract/withdrawals/withdraw-methods.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { isBranch, isCard, isIdentity, isMobile } from './bank-rules.ts';
import { BankSelect } from './bank-select.tsx';
import { CardNumberInput, PhoneInput } from './card-inputs.tsx';
import type { SentCode } from './sent-code.ts';

interface Props {
  onSent: (code: SentCode) => void;
  onCancel: (() => void) | undefined;
}

const NOTHING = {
  name: '',
  number: '',
  mobile_number: '',
  mobile_bank: '',
  bank_acct_no: '',
  bank_code: '',
  bank_branch_code: '',
};

/** Step 1 of a new card: owner, card, and the phone for the code. */
export function BankForm({ onSent, onCancel }: Props) {
  const { t } = useTranslation('withdrawals-methods');
  const form = useServerForm({
    initialValues: NOTHING,
    validate: {
      name: (name) => (name.trim() === '' ? t('error.required') : null),
      number: (number) => (isIdentity(number) ? null : t('error.number')),
      mobile_number: (phone) => (isMobile(phone) ? null : t('error.mobile')),
      mobile_bank: (phone) => (phone.trim() === '' || isMobile(phone) ? null : t('error.mobile')),
      bank_acct_no: (card) => (isCard(card) ? null : t('error.card')),
      bank_code: (code) => (code === '' ? t('error.bank') : null),
      bank_branch_code: (code) => (code.trim() === '' || isBranch(code) ? null : t('error.branch')),
    },
    send: useCall(bindBank, { quiet: true }),
    requestOf: (values) => values,
    onDone: ({ resend_after }, { mobile_bank, mobile_number }) =>
      onSent({ mobile: mobile_bank.trim() || mobile_number, resend_after }),
  });
  return (
    <ServerForm form={form} left submit={t('bank.next')} onCancel={onCancel} cancel={t('cancel')}>
      <Text className="hint">{t('bank.text')}</Text>
      <TextInput
        label={t('bank.name')}
        withAsterisk
        autoComplete="off"
        maxLength={40}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('bank.number')}
        withAsterisk
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        {...form.getInputProps('number')}
      />
      <CardNumberInput {...form.getInputProps('bank_acct_no')} />
      <BankSelect {...form.getInputProps('bank_code')} />
      <TextInput
        label={t('bank.branch')}
        description={t('bank.branchHint')}
        autoComplete="off"
        inputMode="numeric"
        maxLength={20}
        {...form.getInputProps('bank_branch_code')}
      />
      <PhoneInput label={t('bank.mobileNumber')} withAsterisk {...form.getInputProps('mobile_number')} />
      <PhoneInput
        label={t('bank.mobileBank')}
        description={t('bank.mobileBankHint')}
        {...form.getInputProps('mobile_bank')}
      />
    </ServerForm>
  );
}

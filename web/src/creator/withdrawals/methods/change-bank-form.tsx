import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeBank } from '#services/contract/withdrawals/withdraw-methods.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { isCard, isMobile } from './bank-rules.ts';
import { BankSelect } from './bank-select.tsx';
import { CardNumberInput, PhoneInput } from './card-inputs.tsx';
import type { SentCode } from './sent-code.ts';

interface Props {
  onSent: (code: SentCode) => void;
  onCancel: () => void;
}

/** As the server's rules for a whole card name them. */
const AS_A_CARD = { mobile_number: 'mobile', bank_acct_no: 'account_no' };

/** Step 1 of another card of the same person: name and identity stay. */
export function ChangeBankForm({ onSent, onCancel }: Props) {
  const { t } = useTranslation('withdrawals-methods');
  const form = useServerForm({
    initialValues: { mobile: '', account_no: '', bank_code: '' },
    validate: {
      mobile: (phone) => (isMobile(phone) ? null : t('error.mobile')),
      account_no: (card) => (isCard(card) ? null : t('error.card')),
      bank_code: (code) => (code === '' ? t('error.bank') : null),
    },
    send: useCall(changeBank, { quiet: true }),
    requestOf: (values) => values,
    names: AS_A_CARD,
    onDone: ({ resend_after }, { mobile }) => onSent({ mobile, resend_after }),
  });
  return (
    <ServerForm form={form} left submit={t('bank.next')} onCancel={onCancel} cancel={t('cancel')}>
      <Text className="hint">{t('bank.text')}</Text>
      <CardNumberInput {...form.getInputProps('account_no')} />
      <BankSelect {...form.getInputProps('bank_code')} />
      <PhoneInput label={t('bank.mobileBank')} withAsterisk {...form.getInputProps('mobile')} />
    </ServerForm>
  );
}

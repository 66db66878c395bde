import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { submitIdentityBank } from '#services/contract/withdrawals/withdraw-methods.ts';
import { useCall } from '../../../api/queries.ts';
import { DateField } from '../../../components/forms/date-field.tsx';
import { HINT_BELOW } from '../../../components/forms/hint-below.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { isCard, isIdentity, isMobile } from './bank-rules.ts';
import { BankSelect } from './bank-select.tsx';
import { CardNumberInput, PhoneInput } from './card-inputs.tsx';
import { DocumentField } from './document-field.tsx';
import type { SentCode } from './sent-code.ts';

interface Props {
  onSent: (code: SentCode) => void;
  /** Back to the form without pictures. */
  onWithout: () => void;
}

const NOTHING = {
  account_name: '',
  identity_no: '',
  nation: '',
  certAddress: '',
  issuingName: '',
  certDate1: '',
  certDate2: '',
  certImg1: '',
  certImg2: '',
  account_no: '',
  bank_code: '',
  mobile: '',
};

/** Step 1 with the holder's identity card and pictures of it (creator specification 3, identity bank form). */
export function IdentityBankForm({ onSent, onWithout }: Props) {
  const { t } = useTranslation('withdrawals-methods');
  const filled = (text: string) => (text.trim() === '' ? t('error.required') : null);
  const form = useServerForm({
    initialValues: NOTHING,
    validate: {
      account_name: filled,
      identity_no: (number) => (isIdentity(number) ? null : t('error.number')),
      nation: filled,
      certAddress: filled,
      issuingName: filled,
      certDate1: (day) => (day === '' ? t('error.day') : null),
      certImg1: (id) => (id === '' ? t('error.picture') : null),
      certImg2: (id) => (id === '' ? t('error.picture') : null),
      account_no: (card) => (isCard(card) ? null : t('error.card')),
      bank_code: (code) => (code === '' ? t('error.bank') : null),
      mobile: (phone) => (isMobile(phone) ? null : t('error.mobile')),
    },
    send: useCall(submitIdentityBank, { quiet: true }),
    requestOf: (values) => values,
    onDone: ({ resend_after }, { mobile }) => onSent({ mobile, resend_after }),
  });
  const text = (field: 'account_name' | 'identity_no' | 'nation' | 'certAddress' | 'issuingName') => ({
    withAsterisk: true,
    autoComplete: 'off',
    ...form.getInputProps(field),
  });
  const pictures = [
    ['certImg1', 'FRONT'],
    ['certImg2', 'BACK'],
  ] as const;
  return (
    <ServerForm
      form={form}
      left
      submit={t('bank.next')}
      onCancel={onWithout}
      cancel={t('bank.withoutIdentity')}
    >
      <Text className="hint">{t('bank.text')}</Text>
      <TextInput label={t('bank.name')} maxLength={40} {...text('account_name')} />
      <TextInput label={t('bank.number')} maxLength={30} {...text('identity_no')} />
      {pictures.map(([field, side]) => (
        <DocumentField
          key={field}
          side={side}
          number={form.values.identity_no}
          value={form.values[field]}
          onFile={(id) => form.setFieldValue(field, id)}
          error={form.getInputProps(field).error}
        />
      ))}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t('identity.nation')} maxLength={20} {...text('nation')} />
        <TextInput label={t('identity.issued')} maxLength={60} {...text('issuingName')} />
        <DateField label={t('identity.from')} withAsterisk {...form.getInputProps('certDate1')} />
        <DateField
          label={t('identity.until')}
          description={t('identity.untilHint')}
          inputWrapperOrder={HINT_BELOW}
          {...form.getInputProps('certDate2')}
        />
      </SimpleGrid>
      <TextInput label={t('identity.address')} maxLength={200} {...text('certAddress')} />
      <CardNumberInput {...form.getInputProps('account_no')} />
      <BankSelect {...form.getInputProps('bank_code')} />
      <PhoneInput label={t('bank.mobileBank')} withAsterisk {...form.getInputProps('mobile')} />
    </ServerForm>
  );
}

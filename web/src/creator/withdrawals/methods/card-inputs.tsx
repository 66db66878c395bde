import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Number of a bank card; spaces are allowed. */
export function CardNumberInput(props: TextInputProps) {
  const { t } = useTranslation('withdrawals-methods');
  return (
    <TextInput
      label={t('bank.cardNumber')}
      description={t('bank.cardHint')}
      withAsterisk
      autoComplete="off"
      inputMode="numeric"
      maxLength={30}
      {...props}
    />
  );
}

/** A phone number: the person's, or the one that the bank knows. */
export function PhoneInput(props: TextInputProps) {
  return <TextInput autoComplete="off" inputMode="tel" maxLength={20} {...props} />;
}

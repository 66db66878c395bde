import { Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useChangeBank } from '../../../api/withdraw-methods.ts';
import { refusedFields } from '../../../components/forms/form-errors.ts';
import { isCard, isMobile } from './bank-rules.ts';
import { BankSelect } from './bank-select.tsx';
import { CardNumberInput, PhoneInput } from './card-inputs.tsx';
import type { CodeOnItsWay } from './code-on-its-way.ts';
import { FormFoot } from './form-foot.tsx';

interface Props {
  onSent: (code: CodeOnItsWay) => void;
  onCancel: () => void;
}

const FIELDS = ['mobile', 'account_no', 'bank_code'];
/** As the server's rules for a whole card name them. */
const AS_A_CARD: Readonly<Record<string, string>> = { mobile_number: 'mobile', bank_acct_no: 'account_no' };

/** Step 1 of another card of the same person: name and identity stay. */
export function ChangeBankForm({ onSent, onCancel }: Props) {
  const { t } = useTranslation('payment');
  const change = useChangeBank();
  const form = useForm({
    initialValues: { mobile: '', account_no: '', bank_code: '' },
    validate: {
      mobile: (phone) => (isMobile(phone) ? null : t('error.mobile')),
      account_no: (card) => (isCard(card) ? null : t('error.card')),
      bank_code: (code) => (code === '' ? t('error.bank') : null),
    },
  });
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: ({ resend_after }) => onSent({ mobile: values.mobile, resend_after }),
      onError: (error) => {
        const refused = Object.entries(refusedFields(error) ?? {});
        form.setErrors(Object.fromEntries(refused.map(([field, text]) => [AS_A_CARD[field] ?? field, text])));
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('bank.text')}
        </Text>
        <CardNumberInput {...form.getInputProps('account_no')} />
        <BankSelect {...form.getInputProps('bank_code')} />
        <PhoneInput label={t('bank.mobileBank')} withAsterisk {...form.getInputProps('mobile')} />
        <FormFoot
          error={change.error}
          shown={[...FIELDS, ...Object.keys(AS_A_CARD)]}
          sending={change.isPending}
          send={t('bank.next')}
          leave={t('cancel')}
          onLeave={onCancel}
        />
      </Stack>
    </form>
  );
}

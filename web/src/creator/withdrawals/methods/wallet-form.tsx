import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useSaveWallet } from '../../../api/withdraw-methods.ts';
import { refusedFields } from '../../../components/forms/form-errors.ts';
import { FormFoot } from './form-foot.tsx';

interface Props {
  kind: 'apy' | 'pp';
  onDone: () => void;
  /** Without it there is no cancel button. */
  onCancel: (() => void) | undefined;
}

const FIELDS = ['realname', 'account'] as const;

/** Owner and account. Saved values are masked, so both are entered again. */
export function WalletForm({ kind, onDone, onCancel }: Props) {
  const { t } = useTranslation('payment');
  const save = useSaveWallet();
  const filled = (text: string) => (text.trim() === '' ? t('error.required') : null);
  const form = useForm({
    initialValues: { realname: '', account: '' },
    validate: { realname: filled, account: filled },
  });
  const submit = form.onSubmit((values) =>
    save.mutate(
      { type: kind, ...values },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: t('saved') });
          onDone();
        },
        onError: (error) => form.setErrors(refusedFields(error) ?? {}),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
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
        <FormFoot
          error={save.error}
          shown={FIELDS}
          sending={save.isPending}
          send={t('save')}
          leave={t('cancel')}
          onLeave={onCancel}
        />
      </Stack>
    </form>
  );
}

import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { fieldRefusal } from '../../../api/refusal.ts';
import { useChangePassword } from '../../../api/settings.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { PasswordField } from '../sign-in/account-fields.tsx';
import { useAccountRules } from '../sign-in/account-rules.ts';

const EMPTY = { old_password: '', new_password: '', again: '' };

/** Changes the password; the server signs every other device out. @param account for password managers */
export function PasswordForm({ account }: { account: string }) {
  const { t } = useTranslation('account');
  const change = useChangePassword();
  const { password, knownPassword } = useAccountRules();
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      old_password: knownPassword,
      new_password: password,
      again: (again, { new_password }) => (again === new_password ? null : t('error.again')),
    },
  });
  const submit = form.onSubmit(({ old_password, new_password }) =>
    change.mutate(
      { old_password, new_password },
      {
        onSuccess: () => {
          form.reset();
          notifications.show({ color: 'green', message: t('setting.passwordChanged') });
        },
        onError: (error) => {
          const errors = {
            old_password: fieldRefusal(error, 'old_password'),
            new_password: fieldRefusal(error, 'new_password'),
          };
          form.setErrors(errors);
          if (!errors.old_password && !errors.new_password)
            notifications.show({ color: 'red', message: sentenceOf(error) });
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={420}>
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        <PasswordField size="sm" label={t('field.oldPassword')} {...form.getInputProps('old_password')} />
        <PasswordField
          isNew
          size="sm"
          label={t('field.newPassword')}
          {...form.getInputProps('new_password')}
        />
        <PasswordField
          size="sm"
          label={t('field.again')}
          autoComplete="new-password"
          {...form.getInputProps('again')}
        />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {t('setting.changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { useTranslation } from 'react-i18next';
import { changePassword } from '#services/api/accounts/contract/accounts.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { PasswordField } from '../sign-in/account-fields.tsx';
import { useAccountRules } from '../sign-in/account-rules.ts';

/** Changes the password; the server signs every other device out. @param account for password managers */
export function PasswordForm({ account }: { account: string }) {
  const { t } = useTranslation('account');
  const { password, knownPassword } = useAccountRules();
  const form = useServerForm({
    initialValues: { old_password: '', new_password: '', again: '' },
    validate: {
      old_password: knownPassword,
      new_password: password,
      again: (again, { new_password }) => (again === new_password ? null : t('error.again')),
    },
    send: useCall(changePassword, { quiet: true }),
    requestOf: ({ old_password, new_password }) => ({ old_password, new_password }),
    saved: t('setting.passwordChanged'),
    onDone: () => form.reset(),
  });
  return (
    <ServerForm form={form} left submit={t('setting.changePassword')} style={{ maxWidth: 420 }}>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <PasswordField size="sm" label={t('field.oldPassword')} {...form.getInputProps('old_password')} />
      <PasswordField isNew size="sm" label={t('field.newPassword')} {...form.getInputProps('new_password')} />
      <PasswordField
        size="sm"
        label={t('field.again')}
        autoComplete="new-password"
        {...form.getInputProps('again')}
      />
    </ServerForm>
  );
}

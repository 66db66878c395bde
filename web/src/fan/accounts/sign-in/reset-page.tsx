import { Alert } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useResetPassword } from '../../../api/passport.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { PasswordField } from './account-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { useAccountRules } from './account-rules.ts';

const route = getRouteApi('/reset');

/** The second half of a forgotten password. */
export function ResetPage() {
  const { t } = useTranslation('account');
  const { token } = route.useSearch();
  const navigate = route.useNavigate();
  const reset = useResetPassword();
  const { password } = useAccountRules();
  const form = useForm({ initialValues: { password: '' }, validate: { password } });
  const submit = form.onSubmit((typed) =>
    reset.mutate(
      { token: token ?? '', password: typed.password },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: t('reset.done') });
          void navigate({ to: '/login' });
        },
      },
    ),
  );
  return (
    <AccountForm
      title={t('reset.title')}
      text={t('reset.text')}
      submit={t('reset.submit')}
      onSubmit={submit}
      pending={reset.isPending}
      other={<AnchorLink to="/forgot">{t('forgot.title')}</AnchorLink>}
      instead={token === undefined && <Alert color="orange">{t('reset.noToken')}</Alert>}
    >
      <PasswordField isNew label={t('field.newPassword')} autoFocus {...form.getInputProps('password')} />
    </AccountForm>
  );
}

import { Alert } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { resetPassword } from '#services/contract/accounts/passport.ts';
import { useCall } from '../../../api/queries.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { PasswordField } from './account-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { useAccountRules } from './account-rules.ts';

const route = getRouteApi('/reset');

/** The second half of a forgotten password. */
export function ResetPage() {
  const { t } = useTranslation('accounts');
  const { token, back } = route.useSearch();
  const navigate = route.useNavigate();
  const { password } = useAccountRules();
  const form = useServerForm({
    initialValues: { password: '' },
    validate: { password },
    send: useCall(resetPassword, { quiet: true }),
    requestOf: (typed) => ({ token: token ?? '', password: typed.password }),
    saved: t('reset.done'),
    onDone: () => navigate({ to: '/login', search: { back }, state: true }),
  });
  return (
    <AccountForm
      title={t('reset.title')}
      text={t('reset.text')}
      submit={t('reset.submit')}
      form={form}
      other={
        <AnchorLink to="/forgot" search={{ back }} state={true}>
          {t('reset.expired')}
        </AnchorLink>
      }
      instead={token === undefined && <Alert color="orange">{t('reset.noToken')}</Alert>}
    >
      <PasswordField isNew label={t('field.newPassword')} autoFocus {...form.getInputProps('password')} />
    </AccountForm>
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { checkForgetCode, sendForgetCode } from '#services/contract/accounts/passport.ts';
import { useCall } from '../../../api/queries.ts';
import { CodeField } from '../../../components/codes/code-field.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { AccountField } from './account-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { useAccountRules } from './account-rules.ts';

const route = getRouteApi('/forgot');

/** The first half of a forgotten password: proves that the account is one's own. */
export function ForgotPage() {
  const { t } = useTranslation('accounts');
  const { back } = route.useSearch();
  const navigate = route.useNavigate();
  const { account, code } = useAccountRules();
  const send = useCall(sendForgetCode, { quiet: true });
  const form = useServerForm({
    initialValues: { account: '', code: '' },
    validate: { account, code },
    send: useCall(checkForgetCode, { quiet: true }),
    requestOf: (typed) => ({ account: typed.account.trim(), code: typed.code.trim() }),
    onDone: ({ token }) => navigate({ to: '/reset', search: { token, back }, state: true }),
  });
  return (
    <AccountForm
      title={t('forgot.title')}
      text={t('forgot.text')}
      submit={t('forgot.submit')}
      form={form}
      other={
        <>
          {t('forgot.remembered')}{' '}
          <AnchorLink to="/login" search={{ back }} state={true}>
            {t('login.submit')}
          </AnchorLink>
        </>
      }
    >
      <AccountField {...form.getInputProps('account')} />
      <CodeField scene="forgot" form={form} call={send} requestOf={(to) => to} />
    </AccountForm>
  );
}

import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCheckForgetCode } from '../../../api/passport.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { AccountField } from './account-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { useAccountRules } from './account-rules.ts';
import { CodeField } from './code-field.tsx';

/** The first half of a forgotten password: proves that the account is one's own. */
export function ForgotPage() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const check = useCheckForgetCode();
  const { account, code } = useAccountRules();
  const form = useForm({ initialValues: { account: '', code: '' }, validate: { account, code } });
  const submit = form.onSubmit((typed) =>
    check.mutate(
      { account: typed.account.trim(), code: typed.code.trim() },
      { onSuccess: (token) => void navigate({ to: '/reset', search: { token } }) },
    ),
  );
  return (
    <AccountForm
      title={t('forgot.title')}
      text={t('forgot.text')}
      submit={t('forgot.submit')}
      onSubmit={submit}
      pending={check.isPending}
      other={
        <>
          {t('forgot.remembered')} <AnchorLink to="/login">{t('login.submit')}</AnchorLink>
        </>
      }
    >
      <AccountField {...form.getInputProps('account')} />
      <CodeField scene="forgot" form={form} />
    </AccountForm>
  );
}

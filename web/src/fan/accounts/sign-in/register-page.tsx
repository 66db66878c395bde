import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { register, sendVerifyCode } from '#services/contract/accounts/passport.ts';
import { useCall } from '../../../api/queries.ts';
import { personChanged } from '../../../app/session.ts';
import { CodeField } from '../../../components/codes/code-field.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { homeIn } from '../../../shell/home.ts';
import { LegalLink } from '../../../shell/legal-link.tsx';
import { useOperator } from '../../../shell/operator.ts';
import { wayBack } from '../../../shell/session-guard.ts';
import { pendingLink } from '../wechat/pending-link.ts';
import { AccountField, PasswordField } from './account-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { useAccountRules } from './account-rules.ts';

const route = getRouteApi('/reg');

/** Makes an account with a code sent to it, and leads back to where one was. */
export function RegisterPage() {
  const { t } = useTranslation('accounts');
  const { back, fr } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const operator = useOperator();
  const send = useCall(sendVerifyCode, { quiet: true });
  const form = useServerForm({
    initialValues: { account: '', code: '', name: '', password: '' },
    validate: useAccountRules(),
    send: useCall(register, { quiet: true, refresh: false, onSuccess: () => personChanged(client) }),
    // Without the version nothing is recorded, and the person is asked at the next visit.
    requestOf: ({ account, code, name, password }) => ({
      terms_version: operator?.terms_version,
      account: account.trim(),
      code: code.trim(),
      name: name.trim(),
      password,
    }),
    onDone: async () => {
      if (fr === 'wx' && pendingLink()) {
        await navigate({ to: '/oauth/wechat', search: { step: 'link' }, replace: true, state: true });
        return;
      }
      await navigate({ href: wayBack(back, homeIn(client)), replace: true, state: true });
    },
  });
  return (
    <AccountForm
      title={t('reg.title')}
      text={t('reg.text')}
      submit={t('reg.submit')}
      form={form}
      other={
        <>
          {t('reg.toLogin')}{' '}
          <AnchorLink to="/login" search={{ back, fr }} state={true}>
            {t('login.submit')}
          </AnchorLink>
        </>
      }
    >
      <AccountField placeholder={t('field.accountHint')} {...form.getInputProps('account')} />
      <CodeField
        scene="register"
        form={form}
        call={send}
        requestOf={(to) => ({ ...to, scene: 'register' as const })}
      />
      <TextInput
        size="md"
        label={t('field.name')}
        description={t('field.nameHint')}
        autoComplete="nickname"
        maxLength={40}
        {...form.getInputProps('name')}
      />
      <PasswordField isNew {...form.getInputProps('password')} />
      <Agreement />
    </AccountForm>
  );
}

/** What registering agrees to. */
function Agreement() {
  const { t } = useTranslation('accounts');
  return (
    <Text className="hint">
      {t('reg.agree')} <LegalLink page="terms" target="_blank" underline="always" inherit />
      {t('reg.and')}
      <LegalLink page="privacy" target="_blank" underline="always" inherit />
    </Text>
  );
}

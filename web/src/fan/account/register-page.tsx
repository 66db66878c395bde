import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRegister } from '../../api/passport.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { wayBack } from '../../shell/session-guard.ts';
import { CodeField } from './code-field.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

const route = getRouteApi('/reg');

/** Makes an account with a code sent to it, and leads back to where one was. */
export function RegisterPage() {
  const { t } = useTranslation('account');
  const { back } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const register = useRegister();
  const form = useForm({
    initialValues: { account: '', code: '', name: '', password: '' },
    validate: {
      account: (account) => (account.trim().length < 3 ? t('error.account') : null),
      code: (code) => (/^\d{6}$/.test(code.trim()) ? null : t('error.code')),
      name: (name) => (name.trim() === '' ? t('error.name') : null),
      password: (password) => (password.length < 8 ? t('error.password') : null),
    },
  });
  const submit = form.onSubmit(({ account, code, name, password }) =>
    register.mutate(
      { account: account.trim(), code: code.trim(), name: name.trim(), password },
      {
        onSuccess: () => {
          client.removeQueries({ queryKey: ['session', 'outbox'] });
          void navigate({ href: wayBack(back), replace: true });
        },
      },
    ),
  );
  return (
    <SignInFrame
      title={t('reg.title')}
      text={t('reg.text')}
      other={
        <>
          {t('reg.toLogin')}{' '}
          <AnchorLink to="/login" search={{ back }}>
            {t('login.submit')}
          </AnchorLink>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            size="md"
            label={t('field.account')}
            placeholder={t('field.accountHint')}
            autoComplete="username"
            autoFocus
            maxLength={120}
            {...form.getInputProps('account')}
          />
          <CodeField
            scene="register"
            account={form.values.account.trim()}
            onBadAccount={() => form.setFieldError('account', t('error.account'))}
            onCode={(code) => form.setFieldValue('code', code)}
            input={form.getInputProps('code')}
          />
          <TextInput
            size="md"
            label={t('field.name')}
            description={t('field.nameHint')}
            autoComplete="nickname"
            maxLength={40}
            {...form.getInputProps('name')}
          />
          <PasswordInput
            size="md"
            label={t('field.password')}
            description={t('field.passwordHint')}
            autoComplete="new-password"
            maxLength={128}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="md" loading={register.isPending} fullWidth>
            {t('reg.submit')}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}

import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSignIn } from '../../api/session.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { wayBack } from '../../shell/session-guard.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const route = getRouteApi('/login');

/** Signs in and leads back to where one was. */
export function LoginPage() {
  const { t } = useTranslation(['account', 'shell']);
  const { back } = route.useSearch();
  const navigate = route.useNavigate();
  const signIn = useSignIn();
  const form = useForm({
    initialValues: { account: '', password: '' },
    validate: {
      account: (account) => (account.trim().length < 3 ? t('error.account') : null),
      password: (password) => (password.length < 8 ? t('error.password') : null),
    },
  });
  const submit = form.onSubmit(({ account, password }) =>
    signIn.mutate(
      { account: account.trim(), password },
      { onSuccess: () => void navigate({ href: wayBack(back), replace: true }) },
    ),
  );
  return (
    <SignInFrame
      title={t('login.title')}
      text={t('login.text')}
      other={
        <>
          {t('login.toRegister')}{' '}
          <AnchorLink to="/reg" search={{ back }}>
            {t('reg.submit')}
          </AnchorLink>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            size="md"
            label={t('field.account')}
            autoComplete="username"
            autoFocus
            maxLength={120}
            {...form.getInputProps('account')}
          />
          <PasswordInput
            size="md"
            label={t('field.password')}
            autoComplete="current-password"
            maxLength={128}
            {...form.getInputProps('password')}
          />
          <Group justify="flex-end">
            <AnchorLink to="/forgot" size="sm">
              {t('login.forgot')}
            </AnchorLink>
          </Group>
          <Button type="submit" size="md" loading={signIn.isPending} fullWidth>
            {t('login.submit')}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}

import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useResetPassword } from '../../api/passport.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

const route = getRouteApi('/reset');

/** The second half of a forgotten password. */
export function ResetPage() {
  const { t } = useTranslation('account');
  const { token } = route.useSearch();
  const navigate = route.useNavigate();
  const reset = useResetPassword();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password.length < 8 ? t('error.password') : null) },
  });
  const submit = form.onSubmit(({ password }) =>
    reset.mutate(
      { token: token ?? '', password },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: t('reset.done'), withBorder: true });
          void navigate({ to: '/login' });
        },
      },
    ),
  );
  return (
    <SignInFrame
      title={t('reset.title')}
      text={t('reset.text')}
      other={<AnchorLink to="/forgot">{t('forgot.title')}</AnchorLink>}
    >
      {token === undefined ? (
        <Alert color="orange">{t('reset.noToken')}</Alert>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <PasswordInput
              size="md"
              label={t('field.newPassword')}
              description={t('field.passwordHint')}
              autoComplete="new-password"
              autoFocus
              maxLength={128}
              {...form.getInputProps('password')}
            />
            <Button type="submit" size="md" loading={reset.isPending} fullWidth>
              {t('reset.submit')}
            </Button>
          </Stack>
        </form>
      )}
    </SignInFrame>
  );
}

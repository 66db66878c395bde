import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCheckForgetCode } from '../../api/passport.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { CodeField } from './code-field.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** The first half of a forgotten password: proves that the account is one's own. */
export function ForgotPage() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const check = useCheckForgetCode();
  const form = useForm({
    initialValues: { account: '', code: '' },
    validate: {
      account: (account) => (account.trim().length < 3 ? t('error.account') : null),
      code: (code) => (/^\d{6}$/.test(code.trim()) ? null : t('error.code')),
    },
  });
  const submit = form.onSubmit(({ account, code }) =>
    check.mutate(
      { account: account.trim(), code: code.trim() },
      { onSuccess: (token) => void navigate({ to: '/reset', search: { token } }) },
    ),
  );
  return (
    <SignInFrame
      title={t('forgot.title')}
      text={t('forgot.text')}
      other={
        <>
          {t('forgot.remembered')} <AnchorLink to="/login">{t('login.submit')}</AnchorLink>
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
          <CodeField
            scene="forgot"
            account={form.values.account.trim()}
            onBadAccount={() => form.setFieldError('account', t('error.account'))}
            onCode={(code) => form.setFieldValue('code', code)}
            input={form.getInputProps('code')}
          />
          <Button type="submit" size="md" loading={check.isPending} fullWidth>
            {t('forgot.submit')}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}

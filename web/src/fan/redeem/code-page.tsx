import { Container, Paper, Stack, Title } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { findRedeemOffer } from '#services/contract/redeem/calls.ts';
import { useCall } from '../../api/queries.ts';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { CodeInput } from './code-input.tsx';
import { SignedIn } from './signed-in.tsx';

/** /redeem: a code without its link. The next page shows its contents. */
export function CodePage() {
  const { t } = useTranslation('redeem');
  usePageTitle(t('fan.title'));
  return (
    <Container size={560} py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <Title order={1}>{t('fan.title')}</Title>
        <SignedIn>{() => <CodeForm />}</SignedIn>
      </Stack>
    </Container>
  );
}

function CodeForm() {
  const { t } = useTranslation('redeem');
  const navigate = useNavigate();
  // That was scanned.
  const code = useLocation({ select: ({ hash }) => hash });
  const form = useServerForm({
    initialValues: { code },
    validate: { code: (typed) => (typed.trim() === '' ? t('fan.missing.code') : null) },
    send: useCall(findRedeemOffer, { quiet: true, refresh: false }),
    requestOf: (typed) => typed,
    onDone: ({ redeem_id }, typed) =>
      void navigate({ to: '/redeem/$redeemId', params: { redeemId: redeem_id }, hash: typed.code.trim() }),
  });
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <ServerForm form={form} submit={t('fan.find')} button={{ size: 'lg', fullWidth: true }}>
        <CodeInput {...form.getInputProps('code')} />
      </ServerForm>
    </Paper>
  );
}

import { Box, Code, Stack, Text, TextInput } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { confirmTotp } from '#services/contract/accounts/factors.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { useAccountRules } from '../sign-in/account-rules.ts';

interface Props {
  secret: string;
  address: string;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** The secret as a QR code and for typing, and the first code that proves it arrived. */
export function TotpSetUp({ secret, address, onCodes, onCancel }: Props) {
  const { t } = useTranslation('accounts-security');
  const { code } = useAccountRules();
  const form = useServerForm({
    initialValues: { code: '' },
    validate: { code },
    send: useCall(confirmTotp, { quiet: true }),
    requestOf: (typed) => ({ code: typed.code.trim() }),
    saved: t('totp.done'),
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  return (
    <ServerForm form={form} left submit={t('totp.confirm')} onCancel={onCancel} style={{ maxWidth: 420 }}>
      <Text size="sm">{t('totp.scan')}</Text>
      <Box
        p="md"
        bg="white"
        style={{ borderRadius: 16, border: '1px solid var(--fw-line)', width: 'fit-content' }}
      >
        <QRCodeSVG value={address} size={180} level="M" title={t('totp.qr')} fgColor="#211a2e" />
      </Box>
      <Stack gap={4}>
        <Text size="sm">{t('totp.type')}</Text>
        <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Code>
      </Stack>
      <TextInput
        label={t('totp.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...form.getInputProps('code')}
      />
    </ServerForm>
  );
}

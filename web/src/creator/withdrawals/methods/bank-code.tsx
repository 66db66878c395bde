import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CARD_STATUS } from '#events/status.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { useResendBankCode, useVerifyBank } from '../../../api/withdraw-methods.ts';
import { Outbox } from '../../../fan/accounts/sign-in/outbox.tsx';
import type { CodeOnItsWay } from './code-on-its-way.ts';
import { FormTrouble } from './form-trouble.tsx';
import { useCountdown } from './use-countdown.ts';

const DIGITS = 6;
const OUTCOMES: Readonly<Record<number, { color: string; text: ParseKeys<'payment'> }>> &
  Record<typeof CARD_STATUS.reviewing, { color: string; text: ParseKeys<'payment'> }> = {
  [CARD_STATUS.active]: { color: 'green', text: 'bank.bound' },
  [CARD_STATUS.reviewing]: { color: 'blue', text: 'bank.sent' },
  [CARD_STATUS.rejected]: { color: 'red', text: 'bank.refused' },
};

interface Props {
  /** Where the code went, masked. */
  mobile: string;
  /** The code sent in this visit. */
  onItsWay: CodeOnItsWay | undefined;
  onResent: (code: CodeOnItsWay) => void;
  onBack: () => void;
}

/** Step 2: the code sent to the phone; another one after a minute (creator specification 4). */
export function BankCode({ mobile, onItsWay, onResent, onBack }: Props) {
  const { t } = useTranslation('payment');
  const [code, setCode] = useState('');
  const [short, setShort] = useState(false);
  const verify = useVerifyBank();
  const resend = useResendBankCode();
  const left = useCountdown(onItsWay);
  const change = (text: string) => {
    setCode(text.replace(/\D/g, '').slice(0, DIGITS));
    setShort(false);
  };
  const submit = () =>
    verify.mutate(code, {
      onSuccess: ({ status }) => {
        const { color, text } = OUTCOMES[status] ?? OUTCOMES[CARD_STATUS.reviewing];
        notifications.show({ color, message: t(text) });
      },
    });
  const again = () =>
    resend.mutate(undefined, {
      onSuccess: ({ resend_after }) => {
        notifications.show({ color: 'green', message: t('bank.resent') });
        onResent({ mobile: onItsWay?.mobile ?? '', resend_after });
      },
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setShort(code.length < DIGITS);
        if (code.length === DIGITS) submit();
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('bank.codeText', { mobile })}
        </Text>
        <TextInput
          label={t('bank.codeLabel')}
          placeholder={t('bank.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={DIGITS}
          value={code}
          onChange={(event) => change(event.currentTarget.value)}
          error={short ? t('error.code') : fieldRefusal(verify.error, 'sms_code')}
          inputContainer={(field) => (
            <Group gap="xs" wrap="nowrap">
              <div style={{ flex: 1 }}>{field}</div>
              <Button variant="light" onClick={again} disabled={left > 0} loading={resend.isPending}>
                {left > 0 ? t('bank.resendIn', { seconds: left }) : t('bank.resend')}
              </Button>
            </Group>
          )}
        />
        {onItsWay !== undefined && onItsWay.mobile !== '' && (
          <Outbox account={onItsWay.mobile.replace(/\s/g, '')} onCode={change} />
        )}
        <FormTrouble error={verify.error} shown={['sms_code']} />
        <Group>
          <Button type="submit" loading={verify.isPending}>
            {t('bank.verify')}
          </Button>
          <Button variant="default" onClick={onBack}>
            {t('bank.back')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

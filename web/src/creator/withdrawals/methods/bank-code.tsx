import { Button, Group, Text, TextInput } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { ParseKeys } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CARD_STATUS } from '#events/status.ts';
import { resendBankCode, verifyBank } from '#services/contract/withdrawals/withdraw-methods.ts';
import { useCall } from '../../../api/queries.ts';
import { Outbox } from '../../../components/codes/outbox.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import type { SentCode } from './sent-code.ts';

/** Whole seconds left of a wait that began when `seconds` was last given; 0 when it is over. */
function useCountdown(wait: { resend_after: number } | undefined): number {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const clock = useInterval(() => setNow(Date.now()), 1000);
  useEffect(() => {
    if (wait === undefined) return;
    setNow(Date.now());
    setUntil(Date.now() + wait.resend_after * 1000);
  }, [wait]);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left > 0) clock.start();
    return clock.stop;
  }, [left > 0, clock.start, clock.stop]);
  return left;
}

const DIGITS = 6;
const OUTCOMES: Readonly<Record<number, { color: string; text: ParseKeys<'withdrawals-methods'> }>> &
  Record<typeof CARD_STATUS.reviewing, { color: string; text: ParseKeys<'withdrawals-methods'> }> = {
  [CARD_STATUS.active]: { color: 'green', text: 'bank.bound' },
  [CARD_STATUS.reviewing]: { color: 'blue', text: 'bank.sent' },
  [CARD_STATUS.rejected]: { color: 'red', text: 'bank.refused' },
};

interface Props {
  /** Where the code went, masked. */
  mobile: string;
  /** The code sent in this visit. */
  onItsWay: SentCode | undefined;
  onResent: (code: SentCode) => void;
  onBack: () => void;
}

/** Step 2: the code sent to the phone; another one after a minute (creator specification 4). */
export function BankCode({ mobile, onItsWay, onResent, onBack }: Props) {
  const { t } = useTranslation('withdrawals-methods');
  const resend = useCall(resendBankCode);
  const left = useCountdown(onItsWay);
  const form = useServerForm({
    initialValues: { sms_code: '' },
    validate: { sms_code: (code) => (code.length < DIGITS ? t('error.code') : null) },
    send: useCall(verifyBank, { quiet: true }),
    requestOf: (values) => values,
    onDone: ({ status }) => {
      const { color, text } = OUTCOMES[status] ?? OUTCOMES[CARD_STATUS.reviewing];
      notifications.show({ color, message: t(text) });
    },
  });
  const change = (text: string) => form.setFieldValue('sms_code', text.replace(/\D/g, '').slice(0, DIGITS));
  const again = () =>
    resend.mutate(
      {},
      {
        onSuccess: ({ resend_after }) => {
          notifications.show({ color: 'green', message: t('bank.resent') });
          onResent({ mobile: onItsWay?.mobile ?? '', resend_after });
        },
      },
    );
  return (
    <ServerForm form={form} left submit={t('bank.verify')} onCancel={onBack} cancel={t('bank.back')}>
      <Text className="hint">{t('bank.codeText', { mobile })}</Text>
      <TextInput
        label={t('bank.codeLabel')}
        placeholder={t('bank.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={DIGITS}
        {...form.getInputProps('sms_code')}
        onChange={(event) => change(event.currentTarget.value)}
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
    </ServerForm>
  );
}

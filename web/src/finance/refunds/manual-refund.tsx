import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refundByHand } from '#services/contract/refunds/calls.ts';
import { useCall } from '../../api/queries.ts';
import { ReasonForm } from '../../components/forms/reason-form.tsx';
import { useAsOf } from '../frame/as-of.ts';

const DAY_SECONDS = 86_400;

interface Props {
  out_trade_no: string;
  refund_id: string;
  /** When it was decided, in seconds. */
  time: number;
}

/** For a refund not sent for a day: finance records a manual payment. */
export function ManualRefund({ out_trade_no, refund_id, time }: Props) {
  const { t } = useTranslation('finance');
  const past = useAsOf() !== undefined;
  const [open, setOpen] = useState(false);
  const [provider_refund_id, setNumber] = useState('');
  const settle = useCall(refundByHand, { quiet: true });
  if (past || time > Date.now() / 1000 - DAY_SECONDS) return null;
  if (!open) {
    return (
      <Group>
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('refunds.byHand.open')}
        </Button>
      </Group>
    );
  }
  return (
    <ReasonForm
      about={t('refunds.byHand.about')}
      name={t('refunds.byHand.open')}
      hint={t('refunds.byHand.hint')}
      yes={t('refunds.byHand.yes')}
      grave
      send={settle}
      requestOf={(reason) => ({ out_trade_no, refund_id, reason, provider_refund_id })}
      saved={({ paid_by }) => t(`refunds.byHand.saved.${paid_by}`)}
      onClose={() => setOpen(false)}
    >
      <TextInput
        label={t('refunds.byHand.number')}
        description={t('refunds.byHand.numberHint')}
        maxLength={64}
        value={provider_refund_id}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
      />
    </ReasonForm>
  );
}

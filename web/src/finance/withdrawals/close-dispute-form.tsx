import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  DisputeOutcome,
  FinanceWithdrawal,
  PayoutDispute,
} from '#services/api/contract/finance-withdrawals.ts';
import { useCloseDispute } from '../../api/finance-withdrawals.ts';
import { sentenceOf } from '../../app/queries.ts';
import { useFormats } from '../../language/use-formats.ts';

interface Props {
  one: FinanceWithdrawal;
  dispute: PayoutDispute;
  outcome: DisputeOutcome;
  onClose: () => void;
}

const LONGEST = 200;
const ON_ITS_WAY = 8;

/** What closing it so does with the money, as docs/domain.md has it (Withdrawals). */
function consequenceOf(one: FinanceWithdrawal, { counts_as_paid }: PayoutDispute, outcome: DisputeOutcome) {
  if (outcome === 'reached') {
    if (counts_as_paid) return 'stands_paid';
    return one.status === ON_ITS_WAY ? 'paid' : 'charged';
  }
  return counts_as_paid ? 'returned' : 'stands_failed';
}

/** Says in plain words what is about to happen, and takes how it is known, which stands in the event. */
export function CloseDisputeForm({ one, dispute, outcome, onClose }: Props) {
  const { t } = useTranslation(['payouts', 'shell']);
  const formats = useFormats();
  const close = useCloseDispute(one.order_id);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const values = { name: one.name, amount: formats.money(one.pay_amount) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = reason.trim();
    setMissing(said === '');
    if (said === '') return;
    close.mutate(
      { number: dispute.number, outcome, reason: said },
      {
        onSuccess: ({ closed }) => {
          notifications.show({ color: 'green', message: t(`dispute.done.${closed ? 'closed' : 'first'}`) });
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} aria-label={t(`dispute.choice.${outcome}`)}>
      <Stack gap="sm">
        <Text fw={650}>{t('dispute.about', { ...values, choice: t(`dispute.choice.${outcome}`) })}</Text>
        <Text size="sm">{t(`dispute.consequence.${consequenceOf(one, dispute, outcome)}`, values)}</Text>
        <Textarea
          label={t('dispute.reason')}
          description={t('dispute.reasonHint')}
          required
          autosize
          minRows={2}
          maxLength={LONGEST}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={missing && reason.trim() === '' ? t('judge.needed') : undefined}
        />
        {close.error !== null && (
          <Alert role="alert" color="red" radius="lg">
            {sentenceOf(close.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:action.back')}
          </Button>
          <Button type="submit" loading={close.isPending}>
            {t(`dispute.confirm.${outcome}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

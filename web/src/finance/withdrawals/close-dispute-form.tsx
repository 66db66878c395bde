import { Text } from '@mantine/core';
import { WITHDRAW_STATUS } from '#events/status.ts';
import {
  closePayoutDispute,
  type DisputeOutcome,
  type FinanceWithdrawal,
  type PayoutDispute,
} from '#services/contract/withdrawals/finance-withdrawals.ts';
import { useCall } from '../../api/queries.ts';
import { ReasonForm } from '../../components/forms/reason-form.tsx';
import { useLocale } from '../../language/use-locale.ts';

interface Props {
  one: FinanceWithdrawal;
  dispute: PayoutDispute;
  outcome: DisputeOutcome;
  onClose: () => void;
}

/** The effect of each finding on the money, as in docs/domain/withdrawals.md. */
function consequenceOf(one: FinanceWithdrawal, { counts_as_paid }: PayoutDispute, outcome: DisputeOutcome) {
  if (outcome === 'reached') {
    if (counts_as_paid) return 'stands_paid';
    return one.status === WITHDRAW_STATUS.transferring ? 'paid' : 'charged';
  }
  return counts_as_paid ? 'returned' : 'stands_failed';
}

/** Describes the effect and asks for the reason, which is recorded. */
export function CloseDisputeForm({ one, dispute, outcome, onClose }: Props) {
  const { t, formats } = useLocale('withdrawals-payouts');
  const values = { name: one.name, amount: formats.money(one.pay_amount) };
  return (
    <ReasonForm
      about={
        <>
          <Text fw={650}>{t('dispute.about', { ...values, choice: t(`dispute.choice.${outcome}`) })}</Text>
          <Text size="sm">{t(`dispute.consequence.${consequenceOf(one, dispute, outcome)}`, values)}</Text>
        </>
      }
      name={t(`dispute.choice.${outcome}`)}
      label={t('dispute.reason')}
      hint={t('dispute.reasonHint')}
      yes={t(`dispute.confirm.${outcome}`)}
      send={useCall(closePayoutDispute, { quiet: true })}
      requestOf={(reason) => ({ id: one.order_id, number: dispute.number, outcome, reason })}
      saved={({ closed }) => t(`dispute.done.${closed ? 'closed' : 'first'}`)}
      onClose={onClose}
    />
  );
}

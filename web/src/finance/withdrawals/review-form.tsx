import { Paper, Text } from '@mantine/core';
import {
  approveWithdrawal,
  type FinanceWithdrawal,
  rejectWithdrawal,
  retryWithdrawal,
} from '#services/contract/withdrawals/finance-withdrawals.ts';
import { useCall } from '../../api/queries.ts';
import { ReasonForm } from '../../components/forms/reason-form.tsx';
import { useLocale } from '../../language/use-locale.ts';

const VERDICTS = { approve: approveWithdrawal, reject: rejectWithdrawal, retry: retryWithdrawal };
export type Verdict = keyof typeof VERDICTS;

interface Props {
  one: FinanceWithdrawal;
  verdict: Verdict;
  onClose: () => void;
}

/** Describes the decision and asks for its reason, which is recorded. */
export function ReviewForm({ one, verdict, onClose }: Props) {
  const { t, formats } = useLocale('withdrawals-payouts');
  const needed = verdict === 'reject';
  const values = { name: one.name, amount: formats.money(one.pay_amount) };
  return (
    <Paper withBorder p="md">
      <ReasonForm
        about={<Text fw={650}>{t(`judge.about.${verdict}`, values)}</Text>}
        name={t(`judge.${verdict}`)}
        label={t(needed ? 'judge.reason' : 'judge.note')}
        hint={t(needed ? 'judge.reasonHint' : 'judge.noteHint')}
        yes={t(`judge.${verdict}`)}
        grave={needed}
        needed={needed}
        send={useCall(VERDICTS[verdict], { quiet: true })}
        requestOf={(reason) => ({ id: one.order_id, reason })}
        saved={({ approved }) =>
          t(verdict === 'approve' && !approved ? 'judge.done.first' : `judge.done.${verdict}`)
        }
        onClose={onClose}
      />
    </Paper>
  );
}

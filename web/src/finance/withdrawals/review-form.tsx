import { Paper, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { FinanceWithdrawal } from '#services/api/withdrawals/contract/finance-withdrawals.ts';
import { useReviewWithdrawal, type Verdict } from '../../api/finance-withdrawals.ts';
import { ReasonForm } from '../../components/forms/reason-form.tsx';
import { useFormats } from '../../language/use-formats.ts';

interface Props {
  one: FinanceWithdrawal;
  verdict: Verdict;
  onClose: () => void;
}

/** Describes the decision and takes its reason, which is recorded. */
export function ReviewForm({ one, verdict, onClose }: Props) {
  const { t } = useTranslation('payouts');
  const formats = useFormats();
  const review = useReviewWithdrawal(one.order_id);
  const needed = verdict === 'reject';
  const onYes = (reason: string) =>
    review.mutate(
      { verdict, reason },
      {
        onSuccess: ({ approved }) => {
          const done = verdict === 'approve' && !approved ? 'judge.done.first' : `judge.done.${verdict}`;
          notifications.show({ color: 'green', message: t(done as `judge.done.${Verdict}`) });
          onClose();
        },
      },
    );
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
        busy={review.isPending}
        error={review.error}
        onYes={onYes}
        onClose={onClose}
      />
    </Paper>
  );
}

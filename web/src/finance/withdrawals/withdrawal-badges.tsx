import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WITHDRAW_STATUS } from '#events/status.ts';
import type { FinanceWithdrawal } from '#services/contract/withdrawals/finance-withdrawals.ts';

const COLOURS: Readonly<Record<number, string>> = {
  [WITHDRAW_STATUS.waiting]: 'blue',
  [WITHDRAW_STATUS.success]: 'green',
  [WITHDRAW_STATUS.transferring]: 'blue',
};

/** The state of a withdrawal, and its marks, in words. */
export function WithdrawalBadges({ one }: { one: FinanceWithdrawal }) {
  const { t } = useTranslation('withdrawals-payouts');
  const { status, status_text, approvals, needs_second, unknown, disputed, can_atb, switched_to } = one;
  const waiting = status === WITHDRAW_STATUS.waiting;
  return (
    <>
      <Badge color={COLOURS[status] ?? 'red'}>{status_text}</Badge>
      {disputed && <Badge color="red">{t('badge.disputed')}</Badge>}
      {unknown && <Badge color="orange">{t('badge.unknown')}</Badge>}
      {waiting && needs_second && (
        <Badge color="orange">{t(approvals.length > 0 ? 'badge.second' : 'badge.two')}</Badge>
      )}
      {can_atb === 1 && <Badge color="gray">{t('badge.canSwitch')}</Badge>}
      {switched_to !== '' && <Badge color="gray">{t('badge.switched')}</Badge>}
    </>
  );
}

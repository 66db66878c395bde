import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { StaffAction } from '#services/contract/staff/staff-actions.ts';
import type { Formats } from '../../language/format.ts';
import { useLocale } from '../../language/use-locale.ts';
import { DotList } from '../dot-list.tsx';
import { AnchorLink } from '../links.tsx';
import { ShortId } from '../short-id.tsx';
import type { Column } from '../table/columns.ts';
import { isStaffRole } from './staff-role.ts';

/** The subject in readable form: a role by its name, a month, ids unchanged; nothing for a reference. */
function subjectOf(t: TFunction<'staff'>, formats: Formats, { action, subject }: StaffAction): string {
  switch (action) {
    case 'StaffRoleGranted':
    case 'StaffRoleRevoked':
      return isStaffRole(subject) ? t(`role.${subject}`) : subject;
    case 'MonthSettled':
      return formats.month(subject);
    case 'CreatorRightTaken':
    case 'CreatorRightReturned':
    case 'OrderRefunded':
    case 'RefundRequested':
    case 'RefundRequestDeclined':
    case 'RefundSent':
    case 'FailedRefundPaid':
    case 'WithdrawalApproved':
    case 'WithdrawalRejected':
    case 'WithdrawalRetried':
    case 'PayoutDisputeJudged':
    case 'PayoutDisputeClosed':
    case 'StatementImported':
    case 'StatementReversed':
    case 'MissingStatementClosed':
    case 'UnclearPaymentClosed':
      return subject;
    default:
      return '';
  }
}

/** The trace that a subject has, for those who may see it. */
function tracedBy({
  action,
  subject,
}: StaffAction): { out_trade_no: string } | { withdrawal: string } | undefined {
  switch (action) {
    case 'OrderRefunded':
    case 'RefundRequested':
    case 'RefundRequestDeclined':
    case 'RefundSent':
    case 'FailedRefundPaid':
      return { out_trade_no: subject };
    case 'WithdrawalApproved':
    case 'WithdrawalRejected':
    case 'WithdrawalRetried':
    case 'PayoutDisputeJudged':
    case 'PayoutDisputeClosed':
      return { withdrawal: subject };
    default:
      return undefined;
  }
}

interface Area {
  /** The log position in the form of this area; without it there is none. */
  position?: (position: number) => ReactNode;
  /** Whether there is money among its actions. */
  amounts?: boolean;
}

/** Columns of staff actions. */
export function useStaffActionColumns({ position, amounts = false }: Area = {}): Column<StaffAction>[] {
  const { t, formats } = useLocale(['staff', 'shell']);
  const about = (one: StaffAction): string[] => [
    ...(one.user === null ? [] : [one.user.name === '' ? one.user.user_id : one.user.name]),
    subjectOf(t, formats, one),
    one.events > 1 ? t('action.events', { count: one.events }) : '',
  ];
  const drawn = (one: StaffAction, part: string): ReactNode => {
    const traced = tracedBy(one);
    if (part === '' || part !== one.subject) return part;
    return traced === undefined ? (
      <ShortId>{part}</ShortId>
    ) : (
      <AnchorLink to="/finance/trace" search={traced} size="sm">
        <ShortId>{part}</ShortId>
      </AnchorLink>
    );
  };
  const columns: Column<StaffAction>[] = [
    { id: 'action', head: t('action.head'), kind: 'text', value: ({ action }) => t(`action.${action}`) },
    {
      id: 'about',
      head: t('action.about'),
      kind: 'text',
      value: (one) =>
        about(one)
          .filter((part) => part !== '')
          .join(' · '),
      cell: (one) => <DotList parts={about(one).map((part) => drawn(one, part))} />,
    },
    {
      id: 'reason',
      head: t('shell:table.reason'),
      kind: 'text',
      value: ({ reason }) => (reason === '' ? '–' : reasonOf(t, reason)),
    },
    {
      id: 'by',
      head: t('action.who'),
      kind: 'name',
      value: ({ by }) => (by === null ? t('action.machine') : by.name || by.user_id),
    },
    { id: 'time', head: t('shell:table.time'), kind: 'time', value: ({ time }) => time },
  ];
  if (amounts) {
    columns.push({
      id: 'amount',
      head: t('shell:table.amount'),
      kind: 'money',
      value: ({ amount }) => amount,
    });
  }
  if (position !== undefined) {
    columns.push({
      id: 'position',
      head: t('action.positionHead'),
      kind: 'number',
      value: (one) => one.position,
      cell: (one) => position(one.position),
    });
  }
  return columns;
}

/** The server's text for actions without a reason. */
const reasonOf = (t: TFunction<'staff'>, reason: string): string =>
  reason === 'by the command line' ? t('action.commandLine') : reason;

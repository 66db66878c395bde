import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { StaffAction } from '#services/api/staff/contract/staff-actions.ts';
import type { Formats } from '../../language/format.ts';
import { useLocale } from '../../language/use-locale.ts';
import { Dotted } from '../dotted.tsx';
import type { Column } from '../table/columns.ts';
import { isStaffRole } from './staff-role.ts';

/** The beginning of a statement's id, long enough to be distinct. */
const ID_SHOWN = 12;

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
    case 'WithdrawalApproved':
    case 'WithdrawalRejected':
    case 'WithdrawalRetried':
    case 'PayoutDisputeJudged':
    case 'PayoutDisputeClosed':
      return subject;
    case 'StatementImported':
      return `${subject.slice(0, ID_SHOWN)}…`;
    default:
      return '';
  }
}

/**
 * Columns of staff actions.
 * @param position the log position in the form of this area
 */
export function useStaffActionColumns(position: (position: number) => ReactNode): Column<StaffAction>[] {
  const { t, formats } = useLocale(['staff', 'shell']);
  const about = (one: StaffAction): string[] => [
    ...(one.user === null ? [] : [one.user.name === '' ? one.user.user_id : one.user.name]),
    subjectOf(t, formats, one),
    one.events > 1 ? t('action.events', { count: one.events }) : '',
  ];
  return [
    { id: 'action', head: t('action.head'), value: ({ action }) => t(`action.${action}`) },
    {
      id: 'about',
      head: t('action.about'),
      kind: 'text',
      value: (one) =>
        about(one)
          .filter((part) => part !== '')
          .join(' · '),
      cell: (one) => <Dotted parts={about(one)} />,
    },
    {
      id: 'reason',
      head: t('shell:table.reason'),
      kind: 'text',
      value: ({ reason }) => (reason === '' ? t('action.noReason') : reasonOf(t, reason)),
    },
    {
      id: 'by',
      head: t('action.who'),
      kind: 'text',
      value: ({ by }) => (by === null ? t('action.machine') : by.name || by.user_id),
    },
    { id: 'time', head: t('shell:table.time'), kind: 'time', value: ({ time }) => time },
    { id: 'amount', head: t('shell:table.amount'), kind: 'money', value: ({ amount }) => amount },
    {
      id: 'position',
      head: t('action.positionHead'),
      value: (one) => one.position,
      cell: (one) => position(one.position),
    },
  ];
}

/** The server's text for actions without a reason. */
const reasonOf = (t: TFunction<'staff'>, reason: string): string =>
  reason === 'by the command line' ? t('action.commandLine') : reason;

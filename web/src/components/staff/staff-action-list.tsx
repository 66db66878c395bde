import { Group, Paper, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffAction } from '#services/api/staff/contract/staff-actions.ts';
import type { Formats } from '../../language/format.ts';
import { useFormats } from '../../language/use-formats.ts';
import { isStaffRole } from './staff-role.ts';

/** Enough of a statement's id to tell it from another. */
const ID_SHOWN = 12;

/** What it is about, said as it is read: a role by its name, a month as one, ids as they are; nothing for a reference. */
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

interface Props {
  list: readonly StaffAction[];
  /** The position in the log, as this area shows it. */
  position: (position: number) => ReactNode;
}

/** What members of staff did: what, about whom, by whom, when and why. */
export function StaffActionList({ list, position }: Props) {
  return (
    <Stack gap="xs">
      {list.map((one) => (
        <StaffActionRow key={one.position} one={one} position={position(one.position)} />
      ))}
    </Stack>
  );
}

function StaffActionRow({ one, position }: { one: StaffAction; position: ReactNode }) {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const { action, by, user, time, amount, reason, events } = one;
  const subject = subjectOf(t, formats, one);
  const about = [
    ...(user === null ? [] : [user.name === '' ? user.user_id : user.name]),
    ...(subject === '' ? [] : [subject]),
    ...(events > 1 ? [t('action.events', { count: events })] : []),
  ];
  return (
    <Paper withBorder p="sm" component="article">
      <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
        <Stack gap={2} style={{ minWidth: 0 }}>
          <Text fw={650}>{t(`action.${action}`)}</Text>
          {about.length > 0 && (
            <Text size="sm" className="figures" style={{ overflowWrap: 'anywhere' }}>
              {about.join(' · ')}
            </Text>
          )}
          <Text size="sm" style={{ overflowWrap: 'anywhere' }} {...(reason === '' && { c: 'dimmed' })}>
            {reason === '' ? t('action.noReason') : t('action.because', { reason: reasonOf(t, reason) })}
          </Text>
          <Text size="sm" c="dimmed" className="figures">
            {t('action.by', {
              name: by === null ? t('action.machine') : by.name || by.user_id,
              time: formats.dateTime(time),
            })}
          </Text>
        </Stack>
        <Stack gap={2} align="flex-end">
          {amount !== null && (
            <Text fw={650} className="figures" style={{ whiteSpace: 'nowrap' }}>
              {formats.money(amount)}
            </Text>
          )}
          <Text size="sm" c="dimmed" component="div" className="figures" style={{ whiteSpace: 'nowrap' }}>
            {position}
          </Text>
        </Stack>
      </Group>
    </Paper>
  );
}

/** What the server itself says where nobody gave a reason. */
const reasonOf = (t: TFunction<'staff'>, reason: string): string =>
  reason === 'by the command line' ? t('action.commandLine') : reason;

import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  id,
  list,
  minPosition,
  money,
  newestPages,
  paged,
  seconds,
} from '#services/contract/fields/fields.ts';
import { asOfInput } from '../fields/as-of.ts';

const person = z.object({ user_id: id, name: z.string() });

export const staffAreas = [
  'roles',
  'certification',
  'rights',
  'standing',
  'banners',
  'notices',
  'cards',
  'withdrawals',
  'refunds',
  'cases',
  'settlement',
  'reconciliation',
] as const;

/** An action of a staff member, from its event. */
export const staffAction = z.object({
  /** Of its first event */
  position: z.number().int(),
  time: seconds,
  action: z.enum([
    'StaffRoleGranted',
    'StaffRoleRevoked',
    'CertificationApproved',
    'CertificationRejected',
    'CertificationHeld',
    'CertificationRevoked',
    'CreatorRightTaken',
    'CreatorRightReturned',
    'UserShown',
    'UserHidden',
    'UserBanned',
    'UserFactorsRemoved',
    'NoticeBarWritten',
    'NoticeBarEnded',
    'BankCardApproved',
    'BankCardRejected',
    'WithdrawalApproved',
    'WithdrawalRejected',
    'WithdrawalRetried',
    'PayoutDisputeJudged',
    'PayoutDisputeClosed',
    'OrderRefunded',
    'RefundRequested',
    'RefundRequestDeclined',
    'RefundSent',
    'FailedRefundPaid',
    'CaseMessageAdded',
    'CaseAccepted',
    'CaseClosed',
    'MessagesResent',
    'OrderHandedOver',
    'BannersSet',
    'MonthSettled',
    'StatementImported',
    'StatementReversed',
    'MissingStatementClosed',
    'UnclearPaymentClosed',
    'DifferenceResolved',
    'DifferenceReopened',
    'OrderShipped',
    'TicketCheckedIn',
    'TicketCheckInUndone',
  ]),
  /** The actor; null: the command line */
  by: person.nullable(),
  /** The person concerned; null without one */
  user: person.nullable(),
  /** The subject: a role, a right, the number of an order or withdrawal, a month, an id */
  subject: z.string(),
  /** null where it names no money */
  amount: money.nullable(),
  reason: z.string(),
  /** Number of its events: one settlement covers many creators */
  events: z.number().int(),
});

export const listStaffActions = endpoint('GET', '/api/finance/audit/staff-actions', {
  access: 'finance',
  query: z.object({
    area: z.enum(staffAreas).optional(),
    /** Who did it */
    by: id.optional(),
    as_of: asOfInput,
    ...newestPages,
    min_position: minPosition,
  }),
  /** Newest first. */
  answer: list(staffAction),
  reads: ['staff_actions'],
});

export type StaffAction = z.infer<typeof staffAction>;

/** Actions of team members, under their own names; newest first. */
export const listTeamActions = endpoint('GET', '/api/creator/team-history', {
  access: 'creator',
  query: paged({}),
  answer: list(staffAction),
  reads: ['staff_actions'],
});

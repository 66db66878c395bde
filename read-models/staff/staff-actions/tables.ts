import { bigint, id, integer, nullable, type Row, table, text } from '../../engine/table.ts';

/** What members of staff do, by areas of their work; each is written down with who did it. */
export const STAFF_ACTIONS = {
  roles: ['StaffRoleGranted', 'StaffRoleRevoked'],
  certification: [
    'CertificationApproved',
    'CertificationRejected',
    'CertificationHeld',
    'CertificationRevoked',
  ],
  rights: ['CreatorRightTaken', 'CreatorRightReturned'],
  cards: ['BankCardApproved', 'BankCardRejected'],
  withdrawals: [
    'WithdrawalApproved',
    'WithdrawalRejected',
    'WithdrawalRetried',
    'PayoutDisputeJudged',
    'PayoutDisputeClosed',
  ],
  refunds: ['OrderRefunded', 'RefundRequested', 'RefundRequestDeclined', 'RefundSent'],
  settlement: ['MonthSettled'],
  reconciliation: ['StatementImported', 'DifferenceResolved', 'DifferenceReopened'],
} as const;
export type StaffArea = keyof typeof STAFF_ACTIONS;
/** The type of the event that it is written down as. */
type StaffAction = (typeof STAFF_ACTIONS)[StaffArea][number];

export const STAFF_ACTION_ROWS = table(
  'staff_actions',
  {
    /** What one request did is one action, however many creators' months it settled. */
    action_key: id(),
    /** Of its first event. */
    position: bigint(),
    at: bigint(),
    /** the type of its events */
    action: id<StaffAction>(),
    /** empty: the command line */
    actor_id: id(),
    /** Whom it is about; empty where it is about nobody in particular. */
    user_id: id(),
    /** What it is about: a role, a right, an order, a withdrawal, a month, a difference, a statement. */
    subject: id(),
    /** fen */
    amount: nullable(bigint()),
    reason: text(),
    /** Events that it is. */
    events: integer(),
  },
  {
    key: ['action_key'],
    indexes: {
      staff_actions_by_position: 'UNIQUE (position DESC)',
      staff_actions_of: '(actor_id, position DESC)',
      staff_actions_about: '(user_id, position DESC)',
    },
  },
);

export type StaffActionRow = Row<typeof STAFF_ACTION_ROWS>;

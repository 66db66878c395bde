import { bigint, id, integer, nullable, type Row, table, text } from '../../engine/table.ts';

/** Areas of staff work; each action is recorded with its actor. */
export const STAFF_ACTIONS = {
  roles: ['StaffRoleGranted', 'StaffRoleRevoked'],
  certification: [
    'CertificationApproved',
    'CertificationRejected',
    'CertificationHeld',
    'CertificationRevoked',
  ],
  rights: ['CreatorRightTaken', 'CreatorRightReturned'],
  standing: ['UserShown', 'UserHidden', 'UserBanned', 'UserFactorsRemoved'],
  banners: ['BannersSet'],
  notices: ['NoticeBarWritten', 'NoticeBarEnded'],
  cards: ['BankCardApproved', 'BankCardRejected'],
  withdrawals: [
    'WithdrawalApproved',
    'WithdrawalRejected',
    'WithdrawalRetried',
    'PayoutDisputeJudged',
    'PayoutDisputeClosed',
  ],
  refunds: ['OrderRefunded', 'RefundRequested', 'RefundRequestDeclined', 'RefundSent', 'FailedRefundPaid'],
  cases: ['CaseMessageAdded', 'CaseAccepted', 'CaseClosed', 'MessagesResent', 'OrderHandedOver'],
  settlement: ['MonthSettled'],
  reconciliation: [
    'StatementImported',
    'StatementReversed',
    'MissingStatementClosed',
    'UnclearPaymentClosed',
    'DifferenceResolved',
    'DifferenceReopened',
  ],
} as const;
/** Actions of team members for a creator. */
export const TEAM_ACTIONS = ['OrderShipped', 'TicketCheckedIn', 'TicketCheckInUndone'] as const;
type StaffArea = keyof typeof STAFF_ACTIONS;
/** The type of the event that it is written down as. */
export type StaffAction = (typeof STAFF_ACTIONS)[StaffArea][number] | (typeof TEAM_ACTIONS)[number];

export const STAFF_ACTION_ROWS = table(
  'staff_actions',
  {
    /** One request is one action, even if it settles several creators' months. */
    action_key: id(),
    /** Of its first event. */
    position: bigint(),
    at: bigint(),
    /** the type of its events */
    action: id<StaffAction>(),
    /** empty: the command line */
    actor_id: id(),
    /** The person concerned; empty without one. */
    user_id: id(),
    /** The subject: a role, right, order, withdrawal, month, difference or statement. */
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

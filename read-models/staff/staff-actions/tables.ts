import type { Columns } from '../../engine/rows.ts';

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

export interface StaffActionRow {
  /** What one request did is one action, however many creators' months it settled. */
  action_key: string;
  /** Of its first event. */
  position: number;
  /** Unix milliseconds */
  at: number;
  action: StaffAction;
  /** Who did it; empty: whoever worked at the machine. */
  actor_id: string;
  /** Whom it is about; empty where it is about nobody in particular. */
  user_id: string;
  /** What it is about: a role, a right, an order, a withdrawal, a month, a difference, a statement. */
  subject: string;
  /** fen; null where it moves or names no money */
  amount: number | null;
  reason: string;
  /** Events that it is. */
  events: number;
}

export const STAFF_ACTION: Columns<StaffActionRow> = {
  action_key: 'text',
  position: 'bigint',
  at: 'bigint',
  action: 'text',
  actor_id: 'text',
  user_id: 'text',
  subject: 'text',
  amount: 'bigint',
  reason: 'text',
  events: 'integer',
};

export const STAFF_ACTIONS_DDL = `
  CREATE TABLE staff_actions (
    action_key text COLLATE "C" PRIMARY KEY,
    position   bigint NOT NULL,
    at         bigint NOT NULL,
    -- the type of its events
    action     text COLLATE "C" NOT NULL,
    -- empty: whoever worked at the machine
    actor_id   text COLLATE "C" NOT NULL,
    user_id    text COLLATE "C" NOT NULL,
    subject    text COLLATE "C" NOT NULL,
    -- fen
    amount     bigint,
    reason     text NOT NULL,
    events     integer NOT NULL
  );`;

export const STAFF_ACTIONS_INDEXES = `
  CREATE UNIQUE INDEX IF NOT EXISTS staff_actions_by_position ON staff_actions (position DESC);
  CREATE INDEX IF NOT EXISTS staff_actions_of ON staff_actions (actor_id, position DESC);
  CREATE INDEX IF NOT EXISTS staff_actions_about ON staff_actions (user_id, position DESC);`;

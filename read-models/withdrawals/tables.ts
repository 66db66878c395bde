import type { Columns } from '../engine/rows.ts';

/**
 * How far a withdrawal is, told finer than its status: `unknown`: the provider did not answer; `switched`: its
 * creator asked for another one in its place, after it failed.
 */
export type Standing =
  | 'waiting'
  | 'approved'
  | 'sent'
  | 'unknown'
  | 'paid'
  | 'failed'
  | 'rejected'
  | 'switched';

export interface WithdrawalRow {
  withdrawal_id: string;
  user_id: string;
  /** Log position at which it was asked for. */
  position: number;
  /** fen */
  amount: number;
  withdraw_type: number;
  /** Unix milliseconds */
  requested_at: number;
}

/** What an event made of a withdrawal; null where it left it as it was. */
export interface MoveRow {
  withdrawal_id: string;
  position: number;
  /** Unix milliseconds */
  at: number;
  status: number | null;
  standing: Standing | null;
  /** 1: the provider said otherwise than before; −1: finance closed a dispute. */
  disputes: number;
}

/** What a batch of events made of a withdrawal. */
export interface LastMove extends MoveRow {
  /** Whether `at` is since when it stands so. */
  since_moved: boolean;
}

export const WITHDRAWAL: Columns<WithdrawalRow> = {
  withdrawal_id: 'text',
  user_id: 'text',
  position: 'bigint',
  amount: 'bigint',
  withdraw_type: 'smallint',
  requested_at: 'bigint',
};

export const MOVE: Columns<MoveRow> = {
  withdrawal_id: 'text',
  position: 'bigint',
  at: 'bigint',
  status: 'smallint',
  standing: 'text',
  disputes: 'smallint',
};

export const LAST_MOVE: Columns<LastMove> = { ...MOVE, since_moved: 'boolean' };

export const DDL = `
  CREATE TABLE withdrawals (
    withdrawal_id text COLLATE "C" PRIMARY KEY,
    user_id       text COLLATE "C" NOT NULL,
    position      bigint NOT NULL,
    amount        bigint NOT NULL,
    withdraw_type smallint NOT NULL,
    requested_at  bigint NOT NULL,
    -- waiting 1, success 2, error 3, pp_error 4, bank_error 7, transfering 8
    status        smallint NOT NULL,
    standing      text COLLATE "C" NOT NULL,
    -- since when it stands so
    since         bigint NOT NULL,
    -- how many of its payouts' disputes are open
    disputes      smallint NOT NULL CHECK (disputes >= 0)
  );
  -- what each event made of one: how it stood at any position is its last move through it
  CREATE TABLE withdrawal_moves (
    withdrawal_id text COLLATE "C" NOT NULL,
    position      bigint NOT NULL,
    at            bigint NOT NULL,
    status        smallint,
    standing      text COLLATE "C",
    disputes      smallint NOT NULL,
    PRIMARY KEY (withdrawal_id, position)
  );`;

export const INDEXES = `
  CREATE INDEX IF NOT EXISTS withdrawals_by_status ON withdrawals (status, position);
  CREATE INDEX IF NOT EXISTS withdrawals_by_position ON withdrawals (position);
  CREATE INDEX IF NOT EXISTS withdrawals_by_creator ON withdrawals (user_id, position);
  CREATE INDEX IF NOT EXISTS withdrawals_by_standing ON withdrawals (standing, position);
  CREATE INDEX IF NOT EXISTS withdrawals_disputed ON withdrawals (position) WHERE disputes > 0;`;

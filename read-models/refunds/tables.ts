import type { Columns } from '../engine/rows.ts';

/** A refund that waits for a second person, one that the provider has to send, or late money that goes back. */
export type RefundStep = 'request' | 'refund' | 'late';

export interface RefundStepRow {
  step_key: string;
  step: RefundStep;
  out_trade_no: string;
  /** Of late money, its charge. */
  refund_id: string;
  creator_id: string;
  /** fen */
  amount: number;
  /** Log position, and Unix milliseconds. */
  position: number;
  since: number;
  /** Log position at which it was decided or sent; null while it is open. */
  ended: number | null;
}

export const REFUND_STEP: Columns<RefundStepRow> = {
  step_key: 'text',
  step: 'text',
  out_trade_no: 'text',
  refund_id: 'text',
  creator_id: 'text',
  amount: 'bigint',
  position: 'bigint',
  since: 'bigint',
  ended: 'bigint',
};

export const REFUND_STEPS_DDL = `
  CREATE TABLE refund_steps (
    step_key     text COLLATE "C" PRIMARY KEY,
    step         text COLLATE "C" NOT NULL,
    out_trade_no text COLLATE "C" NOT NULL,
    refund_id    text COLLATE "C" NOT NULL,
    creator_id   text COLLATE "C" NOT NULL,
    -- fen
    amount       bigint NOT NULL,
    -- log position, Unix milliseconds
    position     bigint NOT NULL,
    since        bigint NOT NULL,
    -- log position; null while it is open
    ended        bigint
  ) WITH (fillfactor = 80);`;

export const REFUND_STEPS_INDEXES = `
  CREATE INDEX IF NOT EXISTS refund_steps_open ON refund_steps (step, since) WHERE ended IS NULL;
  CREATE INDEX IF NOT EXISTS refund_steps_of_order ON refund_steps (out_trade_no);`;

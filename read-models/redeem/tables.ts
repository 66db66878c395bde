import type { Columns } from '../engine/rows.ts';

export const REDEEM_DDL = `
  CREATE TABLE redeem_codes (
    code_id    text COLLATE "C" PRIMARY KEY,
    redeem_id  text COLLATE "C" NOT NULL,
    batch_id   text COLLATE "C" NOT NULL,
    -- place in its batch, from 0
    number     integer NOT NULL,
    creator_id text COLLATE "C" NOT NULL,
    uses       integer NOT NULL,
    held       integer NOT NULL,
    used       integer NOT NULL,
    revoked    boolean NOT NULL
  ) WITH (fillfactor = 70);
  CREATE TABLE redeem_batches (
    batch_id    text COLLATE "C" PRIMARY KEY,
    creator_id  text COLLATE "C" NOT NULL,
    plan_id     text COLLATE "C" NOT NULL,
    -- empty: any SKU of the plan, or the plan has none
    sku_id      text COLLATE "C" NOT NULL,
    -- 0 for what has no period
    month       integer NOT NULL,
    -- of each code
    uses        integer NOT NULL,
    -- Unix milliseconds; null: for ever
    valid_until bigint,
    codes       integer NOT NULL,
    -- uses of all its codes: held by orders that wait, used, and taken back while nobody had them
    held        integer NOT NULL,
    used        integer NOT NULL,
    revoked     integer NOT NULL,
    -- log position of its first code, Unix milliseconds
    created     bigint NOT NULL,
    issued_at   bigint NOT NULL
  ) WITH (fillfactor = 70);`;

export const REDEEM_INDEXES = `
  CREATE UNIQUE INDEX IF NOT EXISTS redeem_codes_by_name ON redeem_codes (redeem_id);
  CREATE INDEX IF NOT EXISTS redeem_codes_of_batch ON redeem_codes (batch_id, number);
  CREATE INDEX IF NOT EXISTS redeem_batches_of_creator ON redeem_batches (creator_id, created DESC);
  CREATE INDEX IF NOT EXISTS redeem_batches_of_plan ON redeem_batches (plan_id, sku_id, created DESC);`;

export interface CodeRow {
  code_id: string;
  redeem_id: string;
  batch_id: string;
  number: number;
  creator_id: string;
  uses: number;
  held: number;
  used: number;
  revoked: boolean;
}

export const CODE: Columns<CodeRow> = {
  code_id: 'text',
  redeem_id: 'text',
  batch_id: 'text',
  number: 'integer',
  creator_id: 'text',
  uses: 'integer',
  held: 'integer',
  used: 'integer',
  revoked: 'boolean',
};

/** Codes of one batch that came with one batch of events. */
export interface BatchNews {
  batch_id: string;
  creator_id: string;
  plan_id: string;
  sku_id: string;
  month: number;
  uses: number;
  valid_until: number | null;
  codes: number;
  created: number;
  issued_at: number;
}

export const BATCH_NEWS: Columns<BatchNews> = {
  batch_id: 'text',
  creator_id: 'text',
  plan_id: 'text',
  sku_id: 'text',
  month: 'integer',
  uses: 'integer',
  valid_until: 'bigint',
  codes: 'integer',
  created: 'bigint',
  issued_at: 'bigint',
};

/** By how much a code's uses moved. */
export interface CodeMove {
  code_id: string;
  held: number;
  used: number;
  /** Whether it was taken back just now. */
  revoked: boolean;
}

export const CODE_MOVE: Columns<CodeMove> = {
  code_id: 'text',
  held: 'integer',
  used: 'integer',
  revoked: 'boolean',
};

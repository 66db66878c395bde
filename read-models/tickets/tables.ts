import type { TicketStatus } from '#events/status.ts';
import type { Columns } from '../engine/rows.ts';

export const TICKETS_DDL = `
  CREATE TABLE tickets (
    ticket_id    text COLLATE "C" PRIMARY KEY,
    out_trade_no text COLLATE "C" NOT NULL,
    creator_id   text COLLATE "C" NOT NULL,
    user_id      text COLLATE "C" NOT NULL,
    plan_id      text COLLATE "C" NOT NULL,
    plan_name    text NOT NULL,
    sku_id       text COLLATE "C" NOT NULL,
    sku_name     text NOT NULL,
    -- empty: the event has no sessions
    round_id     text COLLATE "C" NOT NULL,
    -- Unix milliseconds
    begin_time   bigint,
    -- reference into the vault
    holder_ref   text,
    -- log position of its issue: the order in which tickets are listed
    issued       bigint NOT NULL,
    issued_at    bigint NOT NULL,
    -- valid 1, used 2, void 3
    status       smallint NOT NULL,
    used_at      bigint,
    used_by      text,
    device       text,
    voided_at    bigint
  ) WITH (fillfactor = 80);
  -- Counts by session, so that no list counts its rows.
  CREATE TABLE ticket_rounds (
    plan_id    text COLLATE "C" NOT NULL,
    round_id   text COLLATE "C" NOT NULL,
    creator_id text COLLATE "C" NOT NULL,
    valid      integer NOT NULL,
    used       integer NOT NULL,
    void       integer NOT NULL,
    PRIMARY KEY (plan_id, round_id)
  ) WITH (fillfactor = 70);`;

export const TICKETS_INDEXES = `
  CREATE INDEX IF NOT EXISTS tickets_of_order ON tickets (out_trade_no, issued);
  CREATE INDEX IF NOT EXISTS tickets_of_creator ON tickets (creator_id, issued);
  CREATE INDEX IF NOT EXISTS tickets_of_round ON tickets (creator_id, plan_id, round_id, issued);
  CREATE INDEX IF NOT EXISTS tickets_by_code ON tickets (creator_id, ticket_id);
  CREATE INDEX IF NOT EXISTS tickets_of_fan ON tickets (user_id);
  CREATE INDEX IF NOT EXISTS ticket_rounds_of_creator ON ticket_rounds (creator_id);`;

export const VALID = 1;
export const USED = 2;
export const VOID = 3;

/** What news of a ticket can change. */
export interface TicketProgress {
  ticket_id: string;
  status: TicketStatus;
  used_at: number | null;
  used_by: string | null;
  device: string | null;
  voided_at: number | null;
}

export const TICKET_PROGRESS: Columns<TicketProgress> = {
  ticket_id: 'text',
  status: 'smallint',
  used_at: 'bigint',
  used_by: 'text',
  device: 'text',
  voided_at: 'bigint',
};

/** Where a ticket is counted, and for whom. */
export interface TicketIdentity {
  creator_id: string;
  user_id: string;
  plan_id: string;
  round_id: string;
}

/** A row of `tickets`. */
export interface TicketRow extends TicketProgress, TicketIdentity {
  out_trade_no: string;
  plan_name: string;
  sku_id: string;
  sku_name: string;
  begin_time: number | null;
  holder_ref: string | null;
  issued: number;
  issued_at: number;
}

export const TICKET_ROW: Columns<TicketRow> = {
  ...TICKET_PROGRESS,
  out_trade_no: 'text',
  creator_id: 'text',
  user_id: 'text',
  plan_id: 'text',
  plan_name: 'text',
  sku_id: 'text',
  sku_name: 'text',
  round_id: 'text',
  begin_time: 'bigint',
  holder_ref: 'text',
  issued: 'bigint',
  issued_at: 'bigint',
};

export interface RoundCounts {
  plan_id: string;
  round_id: string;
  creator_id: string;
  valid: number;
  used: number;
  void: number;
}

export const ROUND_COUNTS: Columns<RoundCounts> = {
  plan_id: 'text',
  round_id: 'text',
  creator_id: 'text',
  valid: 'integer',
  used: 'integer',
  void: 'integer',
};

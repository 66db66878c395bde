import type { Columns } from '../engine/rows.ts';

/**
 * Spans: from when to when a fan was a member of a plan. A span ends early by an upgrade or a refund, and is
 * never taken back: who was a member on a day stays one in the telling of that day.
 */
export const MEMBERSHIP_DDL = `
  CREATE TABLE membership_spans (
    -- log position of the event that began it
    span         bigint PRIMARY KEY,
    creator_id   text COLLATE "C" NOT NULL,
    user_id      text COLLATE "C" NOT NULL,
    plan_id      text COLLATE "C" NOT NULL,
    plan_name    text NOT NULL,
    independent  boolean NOT NULL,
    -- fen paid, and for how many months, by the order that counts last: what recurs
    paid         bigint NOT NULL,
    months       integer NOT NULL,
    -- Unix milliseconds; null never ends
    from_at      bigint NOT NULL,
    until_at     bigint
  ) WITH (fillfactor = 80);
  CREATE INDEX membership_spans_of_fan ON membership_spans (creator_id, user_id);`;

export const MEMBERSHIP_INDEXES = `
  CREATE INDEX IF NOT EXISTS membership_spans_by_end ON membership_spans (creator_id, until_at);
  CREATE INDEX IF NOT EXISTS membership_spans_of_user ON membership_spans (user_id, span);`;

export interface SpanRow {
  span: number;
  creator_id: string;
  user_id: string;
  plan_id: string;
  plan_name: string;
  independent: boolean;
  paid: number;
  months: number;
  from_at: number;
  until_at: number | null;
}

export const SPAN_COLUMNS: Columns<SpanRow> = {
  span: 'bigint',
  creator_id: 'text',
  user_id: 'text',
  plan_id: 'text',
  plan_name: 'text',
  independent: 'boolean',
  paid: 'bigint',
  months: 'integer',
  from_at: 'bigint',
  until_at: 'bigint',
};

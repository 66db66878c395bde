import type { ClientBase } from 'pg';
import type { Moved, ProjectedEvent, Projection } from '../../engine/projection.ts';
import { type Columns, relation } from '../../engine/rows.ts';
import { Tally } from '../../engine/tally.ts';
import { orderFactsDdl, takeOrderFacts } from '../../orders/order-facts.ts';

interface SponsorRow {
  creator_id: string;
  user_id: string;
  paid_amount: number;
  refunded_amount: number;
  order_count: number;
  imported_count: number;
  first_paid_at: number;
  last_paid_at: number;
}

const COLUMNS: Columns<SponsorRow> = {
  creator_id: 'text',
  user_id: 'text',
  paid_amount: 'bigint',
  refunded_amount: 'bigint',
  order_count: 'integer',
  imported_count: 'integer',
  first_paid_at: 'bigint',
  last_paid_at: 'bigint',
};

const DDL = `
  CREATE TABLE sponsors (
    creator_id      text COLLATE "C" NOT NULL,
    user_id         text COLLATE "C" NOT NULL,
    -- fen
    paid_amount     bigint NOT NULL,
    refunded_amount bigint NOT NULL,
    order_count     integer NOT NULL,
    imported_count  integer NOT NULL,
    -- Unix milliseconds
    first_paid_at   bigint NOT NULL,
    last_paid_at    bigint NOT NULL,
    PRIMARY KEY (creator_id, user_id)
  ) WITH (fillfactor = 80);
  -- Counting hundreds of thousands of fans for every page would cost more than the page.
  CREATE TABLE sponsor_counts (creator_id text COLLATE "C" PRIMARY KEY, sponsors integer NOT NULL);`;

const INDEXES = `
  CREATE INDEX IF NOT EXISTS sponsors_by_amount
    ON sponsors (creator_id, (paid_amount - refunded_amount) DESC, user_id);`;

const LATEST = Number.MAX_SAFE_INTEGER;

/** A refund of an earlier batch's payment: it must not count as a payment, so its times lose every comparison. */
const emptyRow = (creator_id: string, user_id: string): SponsorRow => ({
  creator_id,
  user_id,
  paid_amount: 0,
  refunded_amount: 0,
  order_count: 0,
  imported_count: 0,
  first_paid_at: LATEST,
  last_paid_at: 0,
});

async function project(events: readonly ProjectedEvent[], tx: ClientBase): Promise<Moved> {
  const factsOf = await takeOrderFacts('sponsor_orders', events, tx);
  const touched = new Map<string, SponsorRow>();
  for (const event of events) {
    if (event.type !== 'OrderPaid' && event.type !== 'OrderRefunded') continue;
    const { creator_id, user_id } = factsOf(event.data.out_trade_no);
    const key = `${creator_id}\u0000${user_id}`;
    const row = touched.get(key) ?? emptyRow(creator_id, user_id);
    touched.set(key, row);
    if (event.type === 'OrderRefunded') {
      row.refunded_amount += event.data.amount;
      continue;
    }
    const { at, imported } = event.metadata;
    row.paid_amount += event.data.amount;
    row.order_count += 1;
    row.imported_count += imported ? 1 : 0;
    row.first_paid_at = Math.min(row.first_paid_at, at);
    row.last_paid_at = Math.max(row.last_paid_at, at);
  }
  const rows = [...touched.values()];
  const moved = {
    creators: new Set(rows.map((row) => row.creator_id)),
    users: new Set(rows.map((row) => row.user_id)),
  };
  if (rows.length === 0) return moved;

  const { sql, names, values } = relation(COLUMNS, rows);
  const { rows: written } = await tx.query<{ creator_id: string; is_new: boolean }>(
    `INSERT INTO sponsors AS s (${names}) SELECT ${names} FROM ${sql}
     ON CONFLICT (creator_id, user_id) DO UPDATE SET
       paid_amount = s.paid_amount + excluded.paid_amount,
       refunded_amount = s.refunded_amount + excluded.refunded_amount,
       order_count = s.order_count + excluded.order_count,
       imported_count = s.imported_count + excluded.imported_count,
       first_paid_at = least(s.first_paid_at, excluded.first_paid_at),
       last_paid_at = greatest(s.last_paid_at, excluded.last_paid_at)
     RETURNING s.creator_id, s.xmax = 0 AS is_new`,
    values,
  );
  const fresh = new Tally<{ creator_id: string }, 'sponsors'>(['sponsors']);
  for (const { creator_id, is_new } of written) if (is_new) fresh.add({ creator_id }, { sponsors: 1 });
  const counted = fresh.rows();
  if (counted.length === 0) return moved;
  const counts = relation({ creator_id: 'text', sponsors: 'integer' }, counted);
  await tx.query(
    `INSERT INTO sponsor_counts AS c (creator_id, sponsors) SELECT creator_id, sponsors FROM ${counts.sql}
     ON CONFLICT (creator_id) DO UPDATE SET sponsors = c.sponsors + excluded.sponsors`,
    counts.values,
  );
  return moved;
}

/** Who has ever paid a creator, how much, and when first and last. */
export const sponsors: Projection = {
  name: 'sponsors',
  version: 2,
  types: ['OrderPlaced', 'OrderPaid', 'OrderRefunded'],
  whole: [],
  tables: ['sponsors', 'sponsor_counts', 'sponsor_orders'],
  ddl: `${orderFactsDdl('sponsor_orders')} ${DDL}`,
  indexes: INDEXES,
  project,
};

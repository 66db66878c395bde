import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Moved, Projection } from '../../engine/projection.ts';
import { relation, upsertRows } from '../../engine/rows.ts';
import { bigint, id, integer, type Row, table } from '../../engine/table.ts';
import { writeLater } from '../../engine/writes.ts';
import { type FindOrders, orderFacts } from '../../orders/order-facts.ts';

export const SPONSORS = table(
  'sponsors',
  {
    creator_id: id(),
    user_id: id(),
    /** fen */
    paid_amount: bigint(),
    refunded_amount: bigint(),
    order_count: integer(),
    imported_count: integer(),
    /** Unix milliseconds */
    first_paid_at: bigint(),
    last_paid_at: bigint(),
    /** 1 for the creator's first sponsor; pages of the newest ones are found by it */
    number: integer(),
  },
  {
    key: ['creator_id', 'user_id'],
    fillfactor: 80,
    indexes: {
      sponsors_by_amount: '(creator_id, (paid_amount - refunded_amount) DESC, user_id)',
      sponsors_by_number: '(creator_id, number)',
    },
  },
);

/** Counting hundreds of thousands of fans for every page would cost more than the page. */
export const SPONSOR_COUNTS = table(
  'sponsor_counts',
  {
    creator_id: id(),
    sponsors: integer(),
  },
  {
    key: ['creator_id'],
  },
);

type SponsorRow = Row<typeof SPONSORS>;

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
  number: 0,
});

/** Numbers the new ones among these rows, in their order. @returns how many each creator has now, where any are new */
async function numberNew(rows: readonly SponsorRow[], tx: ClientBase): Promise<Map<string, number>> {
  const creators = rows.map(({ creator_id }) => creator_id);
  const users = rows.map(({ user_id }) => user_id);
  const known = await tx.query<{ creator_id: string; user_id: string }>(
    `SELECT creator_id, user_id FROM sponsors
       JOIN unnest($1::text[], $2::text[]) AS given (creator_id, user_id) USING (creator_id, user_id)`,
    [creators, users],
  );
  const counted = await tx.query<{ creator_id: string; sponsors: number }>(
    'SELECT creator_id, sponsors FROM sponsor_counts WHERE creator_id = ANY ($1)',
    [creators],
  );
  const before = new Map(counted.rows.map(({ creator_id, sponsors }) => [creator_id, sponsors]));
  const old = new Set(known.rows.map(({ creator_id, user_id }) => `${creator_id} ${user_id}`));
  const after = new Map<string, number>();
  for (const row of rows) {
    if (old.has(`${row.creator_id} ${row.user_id}`)) continue;
    row.number = (after.get(row.creator_id) ?? before.get(row.creator_id) ?? 0) + 1;
    after.set(row.creator_id, row.number);
  }
  return after;
}

async function project(
  findOrders: FindOrders,
  events: readonly RecordedEvent[],
  tx: ClientBase,
): Promise<Moved> {
  const factsOf = await findOrders(events, tx);
  const touched = new Map<string, SponsorRow>();
  for (const event of events) {
    if (event.type !== 'OrderPaid' && event.type !== 'OrderRefunded' && event.type !== 'OrderHandedOver')
      continue;
    const facts = factsOf(event.data.out_trade_no);
    const { creator_id } = facts;
    const moved = event.type === 'OrderHandedOver';
    if (moved && facts.product_type !== PRODUCT_TYPE.sponsorship) continue;
    const user_id = moved ? event.data.to : facts.user_id;
    const key = `${creator_id}\u0000${user_id}`;
    const row = touched.get(key) ?? emptyRow(creator_id, user_id);
    touched.set(key, row);
    if (event.type === 'OrderHandedOver') {
      row.first_paid_at = Math.min(row.first_paid_at, event.metadata.at);
      row.last_paid_at = Math.max(row.last_paid_at, event.metadata.at);
      continue;
    }
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

  const counts = await numberNew(rows, tx);
  const { sql, names, values } = relation(SPONSORS.columns, rows);
  const text = `INSERT INTO sponsors AS s (${names}) SELECT ${names} FROM ${sql}
     ON CONFLICT (creator_id, user_id) DO UPDATE SET
       paid_amount = s.paid_amount + excluded.paid_amount,
       refunded_amount = s.refunded_amount + excluded.refunded_amount,
       order_count = s.order_count + excluded.order_count,
       imported_count = s.imported_count + excluded.imported_count,
       first_paid_at = least(s.first_paid_at, excluded.first_paid_at),
       last_paid_at = greatest(s.last_paid_at, excluded.last_paid_at)`;
  await writeLater(tx, { table: 'sponsors', text, values });
  const counted = [...counts].map(([creator_id, sponsors]) => ({ creator_id, sponsors }));
  await upsertRows(tx, SPONSOR_COUNTS, counted);
  return moved;
}

/** All fans who have paid a creator: amount, first and last payment. Who got a membership from another account of theirs is one of them, without an amount. */
export const sponsors = (findOrders = orderFacts()): Projection => ({
  name: 'sponsors',
  version: 5,
  types: ['OrderPlaced', 'OrderPaid', 'OrderRefunded', 'OrderHandedOver'],
  whole: [],
  tables: [SPONSORS, SPONSOR_COUNTS],
  project: (events, tx) => project(findOrders, events, tx),
});

import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../../engine/projection.ts';
import { relation, upsertRows } from '../../engine/rows.ts';
import { bigint, id, integer, type Row, table } from '../../engine/table.ts';
import { writeLater } from '../../engine/writes.ts';
import { type FindOrders, orderFacts } from '../../orders/order-facts.ts';

/** Who never paid and has no moved membership any more. The number stays, because later ones follow it. */
export const HIDDEN = 'order_count = 0 AND moved_count <= 0';

export const SPONSORS = table(
  'sponsors',
  {
    creator_id: id(),
    user_id: id(),
    /** fen */
    paid_amount: bigint(),
    refunded_amount: bigint(),
    order_count: integer(),
    /**
     * Orders of moved memberships that this account has of others: those that came, less those that went on or were
     * refunded in full. Below zero for who paid them.
     */
    moved_count: integer(),
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
      sponsors_hidden: `(creator_id, number) WHERE ${HIDDEN}`,
    },
  },
);

/** Counting hundreds of thousands of fans for every page would cost more than the page. */
export const SPONSOR_COUNTS = table(
  'sponsor_counts',
  {
    creator_id: id(),
    /** without hidden ones */
    sponsors: integer(),
    /** the last number */
    numbered: integer(),
  },
  {
    key: ['creator_id'],
  },
);

type SponsorRow = Row<typeof SPONSORS>;
type CountRow = Row<typeof SPONSOR_COUNTS>;
type Shown = Pick<SponsorRow, 'order_count' | 'moved_count'>;

const LATEST = Number.MAX_SAFE_INTEGER;

/** A refund of an earlier batch's payment: it must not count as a payment, so its times lose every comparison. */
const emptyRow = (creator_id: string, user_id: string): SponsorRow => ({
  creator_id,
  user_id,
  paid_amount: 0,
  refunded_amount: 0,
  order_count: 0,
  moved_count: 0,
  imported_count: 0,
  first_paid_at: LATEST,
  last_paid_at: 0,
  number: 0,
});

const isShown = ({ order_count, moved_count }: Shown): boolean => order_count > 0 || moved_count > 0;
const keyOf = ({ creator_id, user_id }: Pick<SponsorRow, 'creator_id' | 'user_id'>): string =>
  `${creator_id}\u0000${user_id}`;

/**
 * Numbers the new ones among these rows, in their order. One that came with a moved membership has the time of the move.
 * @param movedAt first moves in the batch, Unix milliseconds
 * @returns counts of creators that change
 */
async function countNew(
  rows: readonly SponsorRow[],
  movedAt: ReadonlyMap<SponsorRow, number>,
  tx: ClientBase,
): Promise<CountRow[]> {
  const creators = rows.map(({ creator_id }) => creator_id);
  const users = rows.map(({ user_id }) => user_id);
  const known = await tx.query<Shown & { creator_id: string; user_id: string }>(
    `SELECT creator_id, user_id, order_count, moved_count FROM sponsors
       JOIN unnest($1::text[], $2::text[]) AS given (creator_id, user_id) USING (creator_id, user_id)`,
    [creators, users],
  );
  const counted = await tx.query<CountRow>(
    'SELECT creator_id, sponsors, numbered FROM sponsor_counts WHERE creator_id = ANY ($1)',
    [creators],
  );
  const before = new Map(known.rows.map((row) => [keyOf(row), row]));
  const counts = new Map(counted.rows.map((row) => [row.creator_id, row]));
  const changed = new Set<CountRow>();
  for (const row of rows) {
    const { creator_id } = row;
    const was = before.get(keyOf(row));
    const { order_count = 0, moved_count = 0 } = was ?? {};
    const count = counts.get(creator_id) ?? { creator_id, sponsors: 0, numbered: 0 };
    counts.set(creator_id, count);
    const now = { order_count: order_count + row.order_count, moved_count: moved_count + row.moved_count };
    const change = Number(isShown(now)) - Number(was !== undefined && isShown(was));
    count.sponsors += change;
    if (was === undefined) {
      count.numbered += 1;
      row.number = count.numbered;
      row.first_paid_at = Math.min(row.first_paid_at, movedAt.get(row) ?? LATEST);
      row.last_paid_at ||= movedAt.get(row) ?? 0;
    }
    if (was === undefined || change !== 0) changed.add(count);
  }
  return [...changed];
}

async function project(
  findOrders: FindOrders,
  events: readonly RecordedEvent[],
  tx: ClientBase,
): Promise<Moved> {
  const factsOf = await findOrders(events, tx);
  const touched = new Map<string, SponsorRow>();
  const movedAt = new Map<SponsorRow, number>();
  const rowOf = (creator_id: string, user_id: string): SponsorRow => {
    const key = keyOf({ creator_id, user_id });
    const row = touched.get(key) ?? emptyRow(creator_id, user_id);
    touched.set(key, row);
    return row;
  };
  for (const { type, data, metadata } of events) {
    switch (type) {
      case 'MembershipMovedIn': {
        const to = rowOf(data.creator_id, data.user_id);
        to.moved_count += data.grants.length;
        if (!movedAt.has(to)) movedAt.set(to, metadata.at);
        rowOf(data.creator_id, data.from_user).moved_count -= data.grants.length;
        break;
      }
      case 'MembershipRevoked':
        if (data.user_id !== data.payer) rowOf(data.creator_id, data.user_id).moved_count -= 1;
        break;
      case 'OrderRefunded': {
        const { creator_id, user_id } = factsOf(data.out_trade_no);
        rowOf(creator_id, user_id).refunded_amount += data.amount;
        break;
      }
      case 'OrderPaid': {
        const { creator_id, user_id } = factsOf(data.out_trade_no);
        const row = rowOf(creator_id, user_id);
        const { at, imported } = metadata;
        row.paid_amount += data.amount;
        row.order_count += 1;
        row.imported_count += imported ? 1 : 0;
        row.first_paid_at = Math.min(row.first_paid_at, at);
        row.last_paid_at = Math.max(row.last_paid_at, at);
        break;
      }
      default:
        break;
    }
  }
  const rows = [...touched.values()];
  const moved = {
    creators: new Set(rows.map((row) => row.creator_id)),
    users: new Set(rows.map((row) => row.user_id)),
  };
  if (rows.length === 0) return moved;

  const counts = await countNew(rows, movedAt, tx);
  const { sql, names, values } = relation(SPONSORS.columns, rows);
  const text = `INSERT INTO sponsors AS s (${names}) SELECT ${names} FROM ${sql}
     ON CONFLICT (creator_id, user_id) DO UPDATE SET
       paid_amount = s.paid_amount + excluded.paid_amount,
       refunded_amount = s.refunded_amount + excluded.refunded_amount,
       order_count = s.order_count + excluded.order_count,
       moved_count = s.moved_count + excluded.moved_count,
       imported_count = s.imported_count + excluded.imported_count,
       first_paid_at = least(s.first_paid_at, excluded.first_paid_at),
       last_paid_at = greatest(s.last_paid_at, excluded.last_paid_at)`;
  await writeLater(tx, { table: 'sponsors', text, values });
  await upsertRows(tx, SPONSOR_COUNTS, counts);
  return moved;
}

/** All fans who have paid a creator: amount, first and last payment. Who has a membership from another account of theirs is one of them, without an amount. */
export const sponsors = (findOrders = orderFacts()): Projection => ({
  name: 'sponsors',
  version: 6,
  types: ['OrderPlaced', 'OrderPaid', 'OrderRefunded', 'MembershipMovedIn', 'MembershipRevoked'],
  whole: [],
  tables: [SPONSORS, SPONSOR_COUNTS],
  project: (events, tx) => project(findOrders, events, tx),
});

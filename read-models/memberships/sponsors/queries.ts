import { type Expression, sql } from 'kysely';
import {
  anyOf,
  type PageRange,
  type Params,
  paged,
  pageRow,
  queriesOf,
  query,
  type RowOf,
  seconds,
  single,
  unplanned,
} from '../../engine/query.ts';
import { HIDDEN, SPONSOR_COUNTS, SPONSORS } from './projection.ts';

const models = ['sponsors'];
const db = queriesOf(SPONSORS, SPONSOR_COUNTS);

interface Of {
  creator_id: string;
}
/** Only so many sponsors, by their numbers: later ones are left out. */
interface Through extends Of {
  through: number;
}
interface Among extends Of {
  users: readonly string[];
}

/** fen: paid, less refunds */
const SUM = sql<number>`paid_amount - refunded_amount`;

const sponsors = (creator_id: Expression<string>) =>
  db
    .selectFrom('sponsors')
    .where('creator_id', '=', creator_id)
    .where(sql<boolean>`NOT (${sql.raw(HIDDEN)})`)
    .select([
      'user_id',
      SUM.as('sum'),
      'order_count',
      seconds('first_paid_at').as('first_paid'),
      seconds('last_paid_at').as('last_paid'),
      // All of their orders are imported.
      sql<boolean>`imported_count = order_count AND order_count > 0`.as('imported'),
    ]);

const storedCount = ({ creator_id }: Params<Of>) =>
  sql<number>`coalesce((SELECT sponsors FROM rm.sponsor_counts WHERE creator_id = ${creator_id}), 0)`;

/** The number of the sponsor with this many listed ones up to it. */
const numberAt = (creator_id: Expression<string>, count: Expression<number>) => sql<number>`
  (${count}::bigint + (SELECT count(*) FROM (
     SELECT number - row_number() OVER (ORDER BY number) AS listed FROM rm.sponsors
      WHERE creator_id = ${creator_id} AND ${sql.raw(HIDDEN)}) AS hidden WHERE listed < ${count}::bigint))`;

const largest = (creator_id: Expression<string>) =>
  sponsors(creator_id).orderBy(SUM, 'desc').orderBy('user_id');

/** A page of a creator's sponsors, the largest payments first. */
export const sponsorsOf = paged(models, ({ creator_id }: Params<Of>) => largest(creator_id), storedCount);

const ORDERS = {
  sum: SUM,
  orders: sql<number>`order_count`,
  first: sql<number>`first_paid_at`,
  last: sql<number>`last_paid_at`,
} as const;

/** Pages of the whole list in this order, of all sponsors and of some users. */
function sortedBy(by: keyof typeof ORDERS, direction: 'asc' | 'desc') {
  const inOrder = (creator_id: Expression<string>) =>
    sponsors(creator_id).orderBy(ORDERS[by], direction).orderBy('user_id');
  return {
    all: paged(
      models,
      ({ creator_id, through }: Params<Through>) =>
        inOrder(creator_id).where('number', '<=', numberAt(creator_id, through)),
      (params) => sql<number>`least(${storedCount(params)}, ${params.through}::bigint)`,
    ),
    among: paged(models, ({ creator_id, users }: Params<Among>) =>
      inOrder(creator_id).where('user_id', '=', anyOf(users)),
    ),
  };
}

/** A creator's sponsors by each order; `-` begins with the largest. */
export const sortedSponsors = {
  sum: sortedBy('sum', 'asc'),
  '-sum': sortedBy('sum', 'desc'),
  orders: sortedBy('orders', 'asc'),
  '-orders': sortedBy('orders', 'desc'),
  first: sortedBy('first', 'asc'),
  '-first': sortedBy('first', 'desc'),
  last: sortedBy('last', 'asc'),
  '-last': sortedBy('last', 'desc'),
} as const;

/** A page of these users who are sponsors, the newest first. */
export const newestSponsorsAmong = paged(models, ({ creator_id, users }: Params<Among>) =>
  sponsors(creator_id).where('user_id', '=', anyOf(users)).orderBy('number', 'desc'),
);

/** A page of a creator's sponsors, the newest first: by number, so that late pages cost as much as the first. */
export const newestSponsors = single(models, ({ creator_id, limit, offset }: Params<Of & PageRange>) => {
  const count = storedCount({ creator_id });
  const first = numberAt(creator_id, sql<number>`(${count} - ${offset}::int)`);
  const rows = sponsors(creator_id).where('number', '<=', first);
  return pageRow(count, rows.orderBy('number', 'desc').limit(unplanned(limit)));
});

/** Sponsors after a number, in the order of their numbers. */
export const sponsorNumbers = query(
  models,
  ({ creator_id, after, most }: Params<Of & { after: number; most: number }>) =>
    db
      .selectFrom('sponsors')
      .where('creator_id', '=', creator_id)
      .where('number', '>', after)
      .select(['user_id', 'number'])
      .orderBy('number')
      .limit(most),
);

/** Who has these numbers. */
export const sponsorsByNumber = query(
  models,
  ({ creator_id, numbers }: Params<Of & { numbers: readonly number[] }>) =>
    db
      .selectFrom('sponsors')
      .where('creator_id', '=', creator_id)
      .where('number', '=', anyOf(numbers))
      .select('user_id')
      .orderBy('number'),
);

/** The total that one fan has paid to one creator: one row, or none. */
export const sponsorOf = query(models, ({ creator_id, user_id }: Params<Of & { user_id: string }>) =>
  sponsors(creator_id).where('user_id', '=', user_id),
);
export type Sponsor = RowOf<typeof sponsorOf>;

/** How many sponsors each of these creators has; without those who have none. */
export const sponsorCounts = query(models, ({ creator_ids }: Params<{ creator_ids: readonly string[] }>) =>
  db
    .selectFrom('sponsor_counts')
    .where('creator_id', '=', anyOf(creator_ids))
    .select(['creator_id', 'sponsors']),
);

/** Creators with the most paying fans, highest first. */
export const mostSponsored = query(models, ({ most }: Params<{ most: number }>) =>
  db
    .selectFrom('sponsor_counts')
    .select('creator_id')
    .where('sponsors', '>', 0)
    .orderBy('sponsors', 'desc')
    .orderBy('creator_id')
    .limit(most),
);

import { sql } from 'kysely';
import type { TicketStatus } from '#events/status.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import {
  anyOf,
  ifGiven,
  type Page,
  type PageRange,
  type Params,
  paged,
  pageRow,
  queriesOf,
  query,
  type RowOf,
  seconds,
  single,
} from '../engine/query.ts';
import { TICKET_ROUNDS, TICKETS } from './tables.ts';

const models = ['tickets'];
const db = queriesOf(TICKETS, TICKET_ROUNDS);

/** Tickets as lists show them; times in Unix seconds. */
const tickets = db
  .selectFrom('tickets')
  .select([
    'ticket_id',
    'out_trade_no',
    'creator_id',
    'user_id',
    'plan_id',
    'plan_name',
    'sku_id',
    'sku_name',
    'round_id',
    seconds<number | null>('begin_time').as('begin_time'),
    'holder_ref',
    'issued',
    'status',
    seconds<number | null>('used_at').as('used_at'),
    'used_by',
    'device',
    seconds<number | null>('undone_at').as('undone_at'),
    'undone_by',
    'revision',
    'code',
    'holder_changes',
    seconds<number | null>('holder_changed_at').as('holder_changed_at'),
  ]);

/** Every ticket of an order in order of issue, without pages: an order has few. */
export const ticketsOfOrder = query(models, ({ out_trade_no }: Params<{ out_trade_no: string }>) =>
  tickets.where('out_trade_no', '=', out_trade_no).orderBy('issued'),
);
export type ListedTicket = RowOf<typeof ticketsOfOrder>;

/** The number of used tickets of each order, later voided ones included; no row for none. */
export const ticketsUsedByOrder = query(models, ({ orders }: Params<{ orders: readonly string[] }>) =>
  db
    .selectFrom('tickets')
    .select(({ fn }) => ['out_trade_no', fn.countAll<number>().as('used')])
    .where('out_trade_no', '=', anyOf(orders))
    .where('used_at', 'is not', null)
    .groupBy('out_trade_no'),
);

/**
 * A page of the tickets that a fan has bought: those without a round, then the rounds to come, the nearest first,
 * then those that are over: they began before `over`, Unix milliseconds.
 */
export const ticketsOfFan = paged(models, ({ user_id, over }: Params<{ user_id: string; over: number }>) =>
  tickets
    .where('user_id', '=', user_id)
    .orderBy(sql`coalesce(begin_time, ${over}) < ${over}`)
    .orderBy(sql`abs(coalesce(begin_time, ${over}) - ${over})`)
    .orderBy('issued'),
);

/** Rounds that began before are over; one of yesterday evening may still be on. */
export const roundsOver = (now: Millis): Millis => now - DAY_MS / 2;

export interface CheckInFilter {
  creator_id: string;
  plan_id?: string | undefined;
  round_id?: string | undefined;
  status?: TicketStatus | undefined;
}

interface CheckInSearch extends CheckInFilter {
  /** Beginning of a ticket's code, or of its order's number. */
  beginning?: string | undefined;
  /** References of holders with this name or part of a name. */
  holder_refs: readonly string[];
}

const toCheckIn = ({ creator_id, plan_id, round_id, status }: Params<CheckInFilter>) =>
  tickets
    .where('creator_id', '=', creator_id)
    .where((eb) => ifGiven(plan_id, 'text', eb('plan_id', '=', plan_id)))
    .where((eb) => ifGiven(round_id, 'text', eb('round_id', '=', round_id)))
    .where((eb) => ifGiven(status, 'smallint', eb('status', '=', status)))
    .orderBy('issued');

/** A page of a creator's tickets, in the order in which they were issued. Stored counts by round are added. */
export const ticketsToCheckIn = paged(
  models,
  (filter: Params<CheckInFilter>) => toCheckIn(filter),
  ({ creator_id, plan_id, round_id, status }) => sql<number>`
    (SELECT coalesce(sum(CASE ${status}::smallint WHEN 1 THEN valid WHEN 2 THEN used WHEN 3 THEN void
                              ELSE valid + used + void END), 0)
       FROM rm.ticket_rounds r
      WHERE r.creator_id = ${creator_id} AND (${plan_id}::text IS NULL OR r.plan_id = ${plan_id})
        AND (${round_id}::text IS NULL OR r.round_id = ${round_id}))`,
);

/** The limit of search results; with more, the list is not filtered. */
const MAX_FOUND = 1_000;

/** The same of those that a search finds. */
export const ticketsFound = single(models, (params: Params<CheckInSearch & PageRange>) => {
  const { beginning, holder_refs, limit, offset } = params;
  const matches = sql<boolean>`(code ^@ lower(${beginning}) OR ticket_id ^@ lower(${beginning}) OR out_trade_no ^@ ${beginning}
                                  OR holder_ref = ANY (${holder_refs}::text[]))`;
  const found = toCheckIn(params).clearOrderBy().where(matches).limit(MAX_FOUND);
  const page = sql<ListedTicket>`(SELECT * FROM found ORDER BY issued LIMIT ${limit} OFFSET ${offset})`;
  return sql<Page<ListedTicket>>`WITH found AS ${found} ${pageRow(sql`(SELECT count(*) FROM found)`, page)}`;
});

/** The next of a creator's tickets that were issued after `issued`: for reading all of them piece by piece. */
export const ticketsAfter = query(
  models,
  (params: Params<CheckInFilter & { issued: number; limit: number }>) =>
    toCheckIn(params).where('issued', '>', params.issued).limit(params.limit),
);

interface CodeSearch {
  creators: readonly string[];
  /** Of the ticket's id. */
  beginning: string;
  plan_id: string | undefined;
}

/**
 * At most two tickets of these creators whose code, or code before a change of the holder, begins so: with two it is
 * ambiguous.
 */
export const ticketsByCode = query(models, ({ creators, beginning, plan_id }: Params<CodeSearch>) =>
  tickets
    .where('creator_id', '=', anyOf(creators))
    .where((eb) => eb.or([eb('code', '^@', beginning), eb('ticket_id', '^@', beginning)]))
    .where((eb) => ifGiven(plan_id, 'text', eb('plan_id', '=', plan_id)))
    .limit(2),
);

interface Removed {
  creator_id: string;
  plan_id: string;
  /** All tickets of the event; otherwise those of these rounds and options. */
  whole: boolean;
  round_ids: readonly string[];
  sku_ids: readonly string[];
}

const ofRemoved = ({ creator_id, plan_id, whole, round_ids, sku_ids }: Params<Removed>) =>
  db
    .selectFrom('tickets')
    .where('creator_id', '=', creator_id)
    .where('plan_id', '=', plan_id)
    .where('status', '=', sql<TicketStatus>`1`)
    .where((eb) =>
      eb.or([
        sql<boolean>`${whole}::boolean`,
        eb('round_id', '=', anyOf(round_ids)),
        eb('sku_id', '=', anyOf(sku_ids)),
      ]),
    );

/** How many valid tickets admit to what is removed. */
export const countOfRemoved = query(models, (removed: Params<Removed>) =>
  ofRemoved(removed).select(({ fn }) => [fn.countAll<number>().as('count')]),
);

/** The next of them that were issued after `issued`. */
export const ticketsOfRemoved = query(models, (params: Params<Removed & { issued: number; limit: number }>) =>
  ofRemoved(params)
    .select(['out_trade_no', 'issued'])
    .where('issued', '>', params.issued)
    .orderBy('issued')
    .limit(params.limit),
);

interface Holders {
  creator_id: string;
  plan_id: string;
  /** undefined: of all rounds. */
  round_id: string | undefined;
  /** undefined: of all options. */
  sku_id: string | undefined;
  /** Only users after this one. */
  after: string;
  limit: number;
}

/** The buyers of valid tickets, each once, by their ids. */
export const ticketHolders = query(
  models,
  ({ creator_id, plan_id, round_id, sku_id, after, limit }: Params<Holders>) =>
    db
      .selectFrom('tickets')
      .select(['user_id', 'round_id'])
      .distinctOn('user_id')
      .where('creator_id', '=', creator_id)
      .where('plan_id', '=', plan_id)
      .where((eb) => ifGiven(round_id, 'text', eb('round_id', '=', round_id)))
      .where((eb) => ifGiven(sku_id, 'text', eb('sku_id', '=', sku_id)))
      .where('status', '=', sql<TicketStatus>`1`)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit),
);

/** For each round that has tickets: how many are still good, were used and are void. */
export const roundsOfCreators = query(models, ({ creators }: Params<{ creators: readonly string[] }>) =>
  db
    .selectFrom('ticket_rounds')
    .selectAll()
    .where('creator_id', '=', anyOf(creators))
    .orderBy('plan_id')
    .orderBy('round_id'),
);
export type RoundCount = RowOf<typeof roundsOfCreators>;

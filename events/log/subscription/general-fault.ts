import { DatabaseError, type Pool } from 'pg';
import { userOfActor } from '../../envelope.ts';
import { asOutTradeNo } from '../../ids.ts';
import type { RecordedEvent } from '../../recorded-event.ts';
import { orderStream } from '../../stream-names.ts';

/** An event that a follower of the log could not handle. */
export interface Failure {
  event: RecordedEvent;
  error: unknown;
  /** SQLSTATE, or class of the error. */
  kind: string;
  creator_id: string;
  /** Who bought or acted; the creator for events of our processes. */
  person: string;
}

/** Events of one follower that were set aside. */
export interface SetAsideRows {
  pool: Pool;
  table: 'rm.set_aside' | 'runtime.set_aside';
  /** SQL condition of the follower's rows, with `values`. */
  where: string;
  values: readonly unknown[];
}

/** A creator and a person with a failure. */
type Pair = readonly [creator: string, person: string];

/** Failures with the same type of event and kind of error. */
export interface AlikeFailures {
  /** Of the same creator, at any time. */
  of_creator: number;
  /** Within the last hour, each pair once. */
  pairs: readonly Pair[];
  /** Position of the first within the last hour; null without one. */
  since: number | null;
}

/** One creator's failures beyond this number are an alert of their own. */
export const MAX_PER_CREATOR = 20;
/** Failures of up to so many users, as creator or person, come from their own events. A general fault has more users. */
export const MAX_USERS = 20;
/** Share of creators, and of people, whose events fail in a general fault. */
const SHARE = 0.75;
/** Limits of what one decision reads, so that it is quick: positions, events, events of a batch. */
const NEWEST_POSITIONS = 20_000;
const NEWEST_EVENTS = 200;
const MAX_TRIES = 50;
const MAX_PAIRS = 2_000;

/** Errors of one kind, in stored form. */
const kindOf = (error: unknown): string =>
  error instanceof DatabaseError ? (error.code ?? '') : error instanceof Error ? error.name : typeof error;

/** Ids in the data of many types; the data can be anything if it is damaged. */
const idsOf = ({ data }: RecordedEvent): { user_id?: string; out_trade_no?: string } => {
  const { user_id, out_trade_no } = (data ?? {}) as Record<string, unknown>;
  return {
    ...(typeof user_id === 'string' && { user_id }),
    ...(typeof out_trade_no === 'string' && { out_trade_no }),
  };
};

/** The person of each event: the user whom it names, the buyer of its order, who acted, or the creator. */
async function peopleOf(pool: Pool, events: readonly RecordedEvent[]): Promise<string[]> {
  const streamOf = ({ out_trade_no }: ReturnType<typeof idsOf>): string =>
    out_trade_no === undefined ? '' : orderStream(asOutTradeNo(out_trade_no));
  const streams = events.map(idsOf).flatMap((ids) => (ids.user_id === undefined ? streamOf(ids) : []));
  // PostgreSQL cannot read a field of JSON that has a NUL anywhere, so the data is read here.
  const { rows } = await pool.query<RecordedEvent>(
    'SELECT stream, data FROM log.events WHERE stream = ANY ($1) AND version = 0',
    [[...new Set(streams)]],
  );
  const buyers = new Map(rows.map((placed) => [placed.stream, idsOf(placed).user_id]));
  return events.map((event) => {
    const ids = idsOf(event);
    const { actor, creator_id } = event.metadata;
    return ids.user_id ?? buyers.get(streamOf(ids)) ?? (userOfActor(actor) || creator_id);
  });
}

export async function failureOf(pool: Pool, event: RecordedEvent, error: unknown): Promise<Failure> {
  const [person = ''] = await peopleOf(pool, [event]);
  return { event, error, kind: kindOf(error), creator_id: event.metadata.creator_id, person };
}

export async function alikeFailures(
  { pool, table, where, values }: SetAsideRows,
  { event: { type }, kind, creator_id }: Failure,
): Promise<AlikeFailures> {
  const [typeAt, kindAt, creatorAt] = [1, 2, 3].map((nth) => `$${values.length + nth}`);
  const { rows } = await pool.query<AlikeFailures>(
    `SELECT count(*) FILTER (WHERE creator_id = ${creatorAt})::int AS of_creator,
            coalesce((array_agg(DISTINCT ARRAY[creator_id, person]) FILTER (WHERE recent))[:${MAX_PAIRS}], '{}') AS pairs,
            (min(position) FILTER (WHERE recent))::float8 AS since
       FROM (SELECT *, at > now() - interval '1 hour' AS recent FROM ${table}
              WHERE ${where} AND type = ${typeAt} AND kind = ${kindAt}) alike`,
    [...values, type, kind, creator_id],
  );
  return rows[0] ?? { of_creator: 0, pairs: [], since: null };
}

/**
 * The fewest users that explain all failures, each as creator or as person. Counting stops at one too many. By
 * König's theorem they are as many as pairs without a common user.
 */
function fewestUsers(pairs: readonly Pair[]): number {
  const creatorsOf = Map.groupBy(pairs, ([, person]) => person);
  const personOf = new Map<string, string>();
  const place = (person: string, seen: Set<string>): boolean =>
    (creatorsOf.get(person) ?? []).some(([creator]) => {
      if (seen.has(creator)) return false;
      seen.add(creator);
      const other = personOf.get(creator);
      if (other !== undefined && !place(other, seen)) return false;
      personOf.set(creator, person);
      return true;
    });
  for (const person of creatorsOf.keys()) if (personOf.size <= MAX_USERS) place(person, new Set());
  return personOf.size;
}

/** Creators with events of the type lately. */
async function creatorsLately(pool: Pool, { type, position }: RecordedEvent): Promise<number> {
  const { rows } = await pool.query<{ creators: number }>(
    `SELECT count(DISTINCT metadata->>'creator_id')::int AS creators FROM log.events
      WHERE position > $1 AND position <= $2 AND type = $3`,
    [position - NEWEST_POSITIONS, position, type],
  );
  return rows[0]?.creators ?? 0;
}

/** People of whom an event of the type was handled since the first failure. */
async function peopleHandled(
  pool: Pool,
  { type, position }: RecordedEvent,
  since: number,
  failed: ReadonlySet<string>,
): Promise<Set<string>> {
  const { rows } = await pool.query<RecordedEvent>(
    `SELECT data, metadata FROM log.events WHERE position > $1 AND position < $2 AND type = $3
      ORDER BY position DESC LIMIT ${NEWEST_EVENTS}`,
    [Math.max(since, position - NEWEST_POSITIONS), position, type],
  );
  return new Set((await peopleOf(pool, rows)).filter((one) => !failed.has(one)));
}

/**
 * Whether a failure comes from the program or from everybody's data, and not from the events of some users. Such a
 * fault stops the follower. It is one if more than a few users, or most creators of a small shop, have the same failure,
 * and almost no such events of others are handled. Later events of the batch that can be handled count, too, so that
 * they end a stop.
 * @param ahead later events of the same type
 * @param canHandle applies an event and rolls back
 */
export async function isGeneral(
  { pool }: Pick<SetAsideRows, 'pool'>,
  { event, creator_id, person }: Failure,
  alike: AlikeFailures,
  ahead: readonly RecordedEvent[],
  canHandle: (event: RecordedEvent) => Promise<boolean>,
): Promise<boolean> {
  const pairs: Pair[] = [...alike.pairs, [creator_id, person]];
  const people = new Set(pairs.map(([, one]) => one));
  if (people.size <= MAX_USERS) return false;
  if (fewestUsers(pairs) <= MAX_USERS) {
    const creators = new Set(pairs.map(([one]) => one));
    const all = await creatorsLately(pool, event);
    if (all > MAX_USERS || creators.size < SHARE * all) return false;
  }
  const handled = await peopleHandled(pool, event, alike.since ?? event.position, people);
  const isMost = (): boolean => people.size >= SHARE * (people.size + handled.size);
  const candidates = ahead.slice(0, NEWEST_EVENTS);
  const theirs = await peopleOf(pool, candidates);
  let tries = 0;
  for (const [at, candidate] of candidates.entries()) {
    const one = theirs[at] ?? '';
    if (!isMost() || tries === MAX_TRIES) break;
    if (people.has(one) || handled.has(one)) continue;
    tries += 1;
    if (await canHandle(candidate)) handled.add(one);
  }
  return isMost();
}

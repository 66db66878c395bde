import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { open, seal } from '#services/runtime/seal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** Retention of calls and answers. */
export const DELIVERIES_MS = 30 * DAY_MS;
/** Bytes of an answer that are kept. */
export const ANSWER_BYTES = 2_048;
/** A longer log is counted up to here. */
const MAX_COUNTED = 10_000;

/** The subject of a test; it shares no order with anything. */
const TEST_SUBJECT = 'test';

/** A call of an address, made or due. */
export interface Delivery {
  delivery_id: number;
  webhook_id: string;
  /** Of the event; 0 for a test. */
  position: number;
  topic: string;
  subject: string;
  event_at: Millis;
  /** null: nothing left to send. */
  due_at: Millis | null;
  attempts: number;
  /** The first try; retries end some days after it. */
  first_at: Millis | null;
  delivered_at: Millis | null;
  /** HTTP status of the last answer; 0: none. */
  status: number;
  failure: string;
  ms: number;
}

/** How a try ended. */
export interface Tried {
  delivery: Delivery;
  /** null: not tried again. */
  due_at: Millis | null;
  status: number;
  failure: string;
  answer: Buffer;
  ms: number;
}

/** The calls of webhooks. */
export interface Deliveries {
  /** Newest first; counted up to 10,000. @param webhook_id all of the creator if omitted */
  page(
    creator: UserId,
    filter: { webhook_id?: string | undefined; state?: 'waiting' | 'delivered' | 'failed' | undefined },
    range: { limit: number; offset: number },
  ): Promise<{ list: Delivery[]; total_count: number }>;
  /** With the answer, as text. */
  find(creator: UserId, delivery_id: number): Promise<(Delivery & { answer: string }) | undefined>;
  /** A test that is due now. False if one is waiting. */
  test(webhook_id: string): Promise<boolean>;
  /** Makes it due again, as if it had never been tried. False if there is no such call. */
  replay(creator: UserId, delivery_id: number): Promise<boolean>;
  /** The same for events, also those without a call so far. */
  replayAll(
    webhook_id: string,
    events: readonly Pick<Delivery, 'position' | 'topic' | 'subject' | 'event_at'>[],
  ): Promise<void>;
  /** Other addresses with due calls; none of a banned creator. @param among all if omitted */
  dueAddresses(without: readonly string[], most: number, among?: readonly string[]): Promise<string[]>;
  /**
   * The earliest due call of each subject. @param testsOnly of an address that is paused or rests
   * @param sent calls that are left out, with later ones of their subjects
   */
  due(webhook_id: string, testsOnly: boolean, most: number, sent: readonly number[]): Promise<Delivery[]>;
  /** After a crash of the database it may be lost; the calls are then made again. */
  record(tried: readonly Tried[]): Promise<void>;
}

const COLUMNS = [
  'delivery_id',
  'webhook_id',
  'position',
  'topic',
  'subject',
  'event_at',
  'due_at',
  'attempts',
  'first_at',
  'delivered_at',
  'status',
  'failure',
  'ms',
] as const;

const context = (delivery_id: number): string => `webhook answer ${delivery_id}`;

const DUE_ADDRESSES = {
  name: 'webhooks-due-addresses',
  text: `SELECT w.webhook_id FROM accounts.webhooks w JOIN accounts.users u ON u.id = w.creator_id
          WHERE w.webhook_id <> ALL ($2) AND u.status <> ${USER_STATUS.banned} AND EXISTS (
            SELECT FROM accounts.webhook_deliveries d WHERE d.webhook_id = w.webhook_id AND d.due_at <= $1
               AND (d.position = 0 OR (w.paused_at IS NULL AND w.rests_until <= $1)))
            AND ($4::text[] IS NULL OR w.webhook_id = ANY ($4))
          ORDER BY random() LIMIT $3`,
};

const DUE = {
  name: 'webhooks-due',
  text: `SELECT ${COLUMNS.map((name) => `d.${name}`).join(', ')} FROM accounts.webhook_deliveries d
          WHERE d.webhook_id = $1 AND d.due_at <= $2 AND (NOT $3 OR d.position = 0)
            AND d.delivery_id <> ALL ($5) AND NOT EXISTS (
            SELECT FROM accounts.webhook_deliveries e
             WHERE e.webhook_id = $1 AND e.subject = d.subject AND e.due_at IS NOT NULL
               AND e.position < d.position)
          ORDER BY d.due_at, d.position LIMIT $4`,
};

const RECORD = {
  name: 'webhooks-record',
  text: `WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
         UPDATE accounts.webhook_deliveries d
            SET attempts = d.attempts + 1, first_at = coalesce(d.first_at, $1), changed_at = $1, due_at = t.due_at,
                delivered_at = CASE WHEN t.failure = '' THEN $1::bigint END, status = t.status,
                failure = t.failure, answer = t.answer, ms = t.ms
           FROM unhurried, unnest($2::bigint[], $3::int[], $4::bigint[], $5::int[], $6::text[], $7::bytea[], $8::int[])
                  AS t(delivery_id, attempts, due_at, status, failure, answer, ms)
          WHERE d.delivery_id = t.delivery_id AND d.attempts = t.attempts`,
};

/** @param key seals answers, which can repeat an address */
export function openDeliveries(pool: Pool, key: KeyRing, clock: Clock): Deliveries {
  const db = queriesOn(pool);
  const ofCreator = (creator: UserId) =>
    db
      .selectFrom('accounts.webhook_deliveries as d')
      .innerJoin('accounts.webhooks as w', 'w.webhook_id', 'd.webhook_id')
      .where('w.creator_id', '=', creator);
  const columns = COLUMNS.map((name) => `d.${name}` as const);
  return {
    async page(creator, { webhook_id, state }, { limit, offset }) {
      const matching = ofCreator(creator)
        .$if(webhook_id !== undefined, (those) => those.where('d.webhook_id', '=', webhook_id ?? ''))
        .$if(state === 'waiting', (those) => those.where('d.due_at', 'is not', null))
        .$if(state === 'delivered', (those) =>
          those.where('d.due_at', 'is', null).where('d.delivered_at', 'is not', null),
        )
        .$if(state === 'failed', (those) =>
          those.where('d.due_at', 'is', null).where('d.delivered_at', 'is', null),
        );
      const counted = matching.select('d.delivery_id').limit(MAX_COUNTED).as('counted');
      const [list, { count }] = await Promise.all([
        matching.select(columns).orderBy('d.delivery_id', 'desc').limit(limit).offset(offset).execute(),
        db
          .selectFrom(counted)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ]);
      return { list, total_count: Number(count) };
    },
    async find(creator, delivery_id) {
      const row = await ofCreator(creator)
        .where('d.delivery_id', '=', delivery_id)
        .select([...columns, 'd.answer'])
        .executeTakeFirst();
      if (!row) return undefined;
      const answer = row.answer === null ? '' : open(key, row.answer, context(delivery_id)).toString('utf8');
      return { ...row, answer };
    },
    async test(webhook_id) {
      const now = clock.now();
      return inTransaction(pool, async (client) => {
        await client.query('SELECT FROM accounts.webhooks WHERE webhook_id = $1 FOR UPDATE', [webhook_id]);
        const { rowCount } = await client.query(
          `INSERT INTO accounts.webhook_deliveries
                  (webhook_id, position, topic, subject, event_at, due_at, changed_at)
           SELECT $1, 0, 'order', $2, $3, $3, $3 WHERE NOT EXISTS (
             SELECT FROM accounts.webhook_deliveries
              WHERE webhook_id = $1 AND subject = $2 AND due_at IS NOT NULL)`,
          [webhook_id, TEST_SUBJECT, now],
        );
        return rowCount === 1;
      });
    },
    async replay(creator, delivery_id) {
      const now = clock.now();
      const own = ofCreator(creator).where('d.delivery_id', '=', delivery_id).select('d.delivery_id');
      const { numUpdatedRows } = await db
        .updateTable('accounts.webhook_deliveries')
        .where('delivery_id', 'in', own)
        .set({ due_at: now, attempts: 0, first_at: null, changed_at: now })
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async replayAll(webhook_id, events) {
      await pool.query(
        `INSERT INTO accounts.webhook_deliveries AS d
                (webhook_id, position, topic, subject, event_at, due_at, changed_at)
         SELECT $1, e.*, $2, $2 FROM unnest($3::bigint[], $4::text[], $5::text[], $6::bigint[]) AS e
          WHERE EXISTS (SELECT FROM accounts.webhooks WHERE webhook_id = $1)
         ON CONFLICT (webhook_id, position) WHERE position > 0
         DO UPDATE SET due_at = $2, attempts = 0, first_at = NULL, changed_at = $2`,
        [
          webhook_id,
          clock.now(),
          events.map(({ position }) => position),
          events.map(({ topic }) => topic),
          events.map(({ subject }) => subject),
          events.map(({ event_at }) => event_at),
        ],
      );
    },
    async dueAddresses(without, most, among) {
      const values = [clock.now(), without, most, among];
      const { rows } = await pool.query<{ webhook_id: string }>(DUE_ADDRESSES, values);
      return rows.map(({ webhook_id }) => webhook_id);
    },
    async due(webhook_id, testsOnly, most, sent) {
      const { rows } = await pool.query<Delivery>(DUE, [webhook_id, clock.now(), testsOnly, most, sent]);
      return rows;
    },
    async record(tried) {
      await pool.query(RECORD, [
        clock.now(),
        tried.map(({ delivery }) => delivery.delivery_id),
        tried.map(({ delivery }) => delivery.attempts),
        tried.map(({ due_at }) => due_at),
        tried.map(({ status }) => status),
        tried.map(({ failure }) => failure),
        tried.map(({ delivery, answer }) =>
          answer.length > 0
            ? seal(key, answer.subarray(0, ANSWER_BYTES), context(delivery.delivery_id))
            : null,
        ),
        tried.map(({ ms }) => ms),
      ]);
    },
  };
}

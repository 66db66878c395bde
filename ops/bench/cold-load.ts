import { Pool } from 'pg';
import { asOutTradeNo, asPlanId, asUserId, newEventId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import { fenOf } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import { balanceStream, bundleStream } from '#events/stream-names.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { kindOf } from '#services/commerce/committer/stream-kinds.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { type Bench, noMoreThan, type Row } from './row.ts';
import { withScratchDatabase } from './scratch-database.ts';

const EVENTS = 1_000_000;
const LOADS = 10;
const LIMIT_MS = 300;
/** The maximum of events after a snapshot. */
const AFTER_SNAPSHOT = 499;
const migrations = [
  { area: 'log', folder: logMigrations },
  { area: 'commerce', folder: new URL('../../services/commerce/migrations/', import.meta.url) },
];

interface Long {
  kind: 'bundle' | 'balance';
  stream: string;
  event: DomainEvent;
}

const plan_id = asPlanId('plan');
const user_id = asUserId('creator');
const out_trade_no = asOutTradeNo('2'.padEnd(27, '0'));
const longStreams: readonly Long[] = [
  {
    kind: 'bundle',
    stream: bundleStream(plan_id),
    event: { type: 'BundleHeld', data: { plan_id, out_trade_no, count: 1, expires_at: 0 } },
  },
  {
    kind: 'balance',
    stream: balanceStream(user_id),
    event: { type: 'RefundCharged', data: { user_id, out_trade_no, refund_id: 'refund', net: fenOf(1) } },
  },
];

const metadata = { creator_id: user_id, actor: 'process:bench', at: 1_780_000_000_000 } as const;

/** One event many times, written directly into the log's tables. */
async function generate(pool: Pool, { stream, event }: Long, events: number): Promise<void> {
  await pool.query(
    `INSERT INTO log.events (position, stream, version, id, type, schema_version, data, metadata, recorded_at)
     SELECT h.position + n, $1, n - 1, gen_random_uuid(), $2, 1, $3, $4, now()
       FROM log.head h, generate_series(1, $5::int) AS n ORDER BY n`,
    [stream, event.type, JSON.stringify(event.data), JSON.stringify(metadata), events],
  );
  await pool.query(
    `INSERT INTO log.streams (stream, version, since_position, through_position)
     SELECT $1, $2::int - 1, position + 1, position + $2 FROM log.head`,
    [stream, events],
  );
  await pool.query('UPDATE log.head SET position = position + $1', [events]);
}

/** Milliseconds until a new process knows the stream's state. */
async function coldLoad(pool: Pool, log: EventLog, { stream }: Long): Promise<number> {
  const committer = startCommitter({ log, clock: systemClock, pool });
  const began = performance.now();
  await committer.read([stream], (states) => states.get(kindOf(stream), stream));
  const took = performance.now() - began;
  await committer.close();
  return took;
}

async function measure(pool: Pool, log: EventLog, long: Long, events: number): Promise<Row> {
  await generate(pool, long, events);
  const first = await coldLoad(pool, log, long);
  const { type, data } = long.event;
  const more = Array.from({ length: AFTER_SNAPSHOT }, () => ({ id: newEventId(), type, data, metadata }));
  await log.append([{ stream: long.stream, expected: events - 1, events: more }]);
  const loads: number[] = [];
  for (let load = 0; load < LOADS; load += 1) loads.push(await coldLoad(pool, log, long));
  return noMoreThan(LIMIT_MS, {
    name: `cold load of a ${long.kind} with ${events.toLocaleString('en-US')} events: slowest of ${LOADS}`,
    value: Math.max(...loads),
    unit: 'ms',
    remark: `${AFTER_SNAPSHOT} events after its snapshot; without one ${(first / 1000).toFixed(1)} s, in pages`,
  });
}

/** How long the committer of a process that has just started waits for a long stream. */
export const coldLoadBench: Bench = ({ databaseUrl, quick }) =>
  withScratchDatabase(databaseUrl, migrations, async (url) => {
    const pool = new Pool({ connectionString: url, max: 4 });
    const log = postgresLog(pool);
    try {
      const rows: Row[] = [];
      for (const long of longStreams) rows.push(await measure(pool, log, long, quick ? EVENTS / 10 : EVENTS));
      return rows;
    } finally {
      await log.close();
      await pool.end();
    }
  });

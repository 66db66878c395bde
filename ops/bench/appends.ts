import { Pool } from 'pg';
import type { NewEvent } from '#events/envelope.ts';
import { newEventId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import { closedLoop, median } from './load.ts';
import { emmettAppends } from './peers.ts';
import { atLeast, type Bench, type Row } from './row.ts';
import { withScratchDatabase } from './scratch-database.ts';

const IN_FLIGHT = 64;
const INSERT_CONNECTIONS = 16;
const ROUNDS = 5;
const logOnly = [{ area: 'log', folder: logMigrations }];

const eventOf = (number: number): NewEvent => ({
  id: newEventId(),
  type: 'StockHeld',
  data: {
    sku_id: `0197f1c2a5b07c1e9d3f${number.toString(16).padStart(12, '0')}`,
    out_trade_no: `2${number.toString().padStart(26, '0')}`,
    count: 1,
    expires_at: 1_780_000_000_000 + number,
  },
  metadata: {
    creator_id: '0197f1c2a5b07c1e9d3f000000000001',
    actor: 'user:0197f1c2a5b07c1e9d3f000000000002',
    at: 1_779_999_100_000 + number,
    correlation_id: newEventId(),
  },
});

/** To new streams, in a new database. @param open the log of the database */
export const appendsPerSecond = (
  server: string,
  total: number,
  open: (url: string) => EventLog | Promise<EventLog> = (url) => postgresLog(url),
): Promise<number> =>
  withScratchDatabase(server, logOnly, async (url) => {
    const log = await open(url);
    const append = async (number: number, run: string): Promise<void> => {
      const stream = `stock-${run}${number}`;
      const result = await log.append([{ stream, expected: 'no_stream', events: [eventOf(number)] }]);
      if (!result.ok) throw new Error(`append to ${stream} was a conflict`);
    };
    try {
      await closedLoop(IN_FLIGHT, total / 5, (number) => append(number, 'warm-'));
      const { perSecond } = await closedLoop(IN_FLIGHT, total, (number) => append(number, 'run-'));
      return perSecond;
    } finally {
      await log.close();
    }
  });

const INSERTED = `CREATE TABLE inserted (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text NOT NULL, version integer NOT NULL,
  id uuid NOT NULL, type text NOT NULL, schema_version smallint NOT NULL, data json NOT NULL,
  metadata json NOT NULL, recorded_at timestamptz NOT NULL DEFAULT now(), UNIQUE (stream, version))`;

/** The simplest alternative: a prepared INSERT per event, with a unique key. */
const singleRowInserts = (server: string, total: number): Promise<number> =>
  withScratchDatabase(server, [], async (url) => {
    const pool = new Pool({ connectionString: url, max: INSERT_CONNECTIONS });
    const insert = async (number: number, run: string): Promise<void> => {
      const { id, type, data, metadata } = eventOf(number);
      await pool.query({
        name: 'insert',
        text: `INSERT INTO inserted (stream, version, id, type, schema_version, data, metadata)
               VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        values: [`stock-${run}${number}`, 0, id, type, 1, JSON.stringify(data), JSON.stringify(metadata)],
      });
    };
    try {
      await pool.query(INSERTED);
      await closedLoop(INSERT_CONNECTIONS, total / 5, (number) => insert(number, 'warm-'));
      const { perSecond } = await closedLoop(INSERT_CONNECTIONS, total, (number) => insert(number, 'run-'));
      return perSecond;
    } finally {
      await pool.end();
    }
  });

/** Appends per second, 64 in flight, one event each, to new streams. */
export const appendsBench: Bench = async ({ databaseUrl, peers, quick }): Promise<Row[]> => {
  const total = quick ? 2_000 : 20_000;
  const figures: Record<'inserts' | 'ours' | 'emmett', number[]> = { inserts: [], ours: [], emmett: [] };
  // In turns, so that a machine that is busy for a while is so for all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    figures.inserts.push(await singleRowInserts(databaseUrl, total));
    figures.ours.push(await appendsPerSecond(databaseUrl, total));
    if (peers) {
      const appends = (url: string): Promise<number> => emmettAppends(url, IN_FLIGHT, total / 5, eventOf);
      figures.emmett.push(await withScratchDatabase(databaseUrl, [], appends));
    }
  }
  const value = median(figures.ours);
  const what = { name: 'appends, 64 in flight, one event each, new streams', value, unit: 'per second' };
  const emmett = peers ? median(figures.emmett) : undefined;
  const inserts = median(figures.inserts);
  return [
    atLeast(5, { ...what, reference: { name: 'the same through Emmett', value: emmett } }),
    atLeast(1.5, {
      ...what,
      reference: { name: 'single-row INSERT, 16 prepared connections', value: inserts },
    }),
  ];
};

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { held, write } from '#events/log/contract/sample-events.ts';
import { mirroredAfter } from '#events/log/eventstoredb/mirror.ts';
import { startEventStoreServer } from '#events/log/eventstoredb/testing/event-store-server.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { openEventLog } from '#services/commerce/committer/event-log.ts';
import { readIdentity } from '#services/runtime/settings/identity.ts';
import { workOnLog } from './log.ts';

const EVENTS = 8;
/** So large that EventStoreDB takes two in one append. */
const TEXT = '例'.repeat(100_000);

const first = fixture(() => createTestDatabase('whole'));
const second = fixture(() => createTestDatabase('whole'));
const third = fixture(() => createTestDatabase('whole'));
const store = fixture(() => startEventStoreServer());

const keeperOf = async ({ pool }: { pool: Pool }) => (await readIdentity(pool)).EVENT_LOG;
/** Whether a server without EVENT_LOG may write. */
const startsAlone = ({ pool }: { pool: Pool }) =>
  openEventLog({ eventLog: undefined }, pool).then(
    async (log) => {
      await log.close();
      return true;
    },
    () => false,
  );

async function run(database: { url: string }, ...words: string[]) {
  const lines: string[] = [];
  const env = { DATABASE_URL: database.url, EVENT_LOG: store.url.replace('?', '/other?') };
  return { well: await workOnLog(words, env, (line) => lines.push(line)), lines };
}

const EQUAL = { well: true, lines: [`${EVENTS} events: the database and EventStoreDB are equal`] };

test('copies a log to EventStoreDB, also after it was killed, and rebuilds the database from it', async () => {
  const log = postgresLog(first.pool);
  const event = () => ({ ...held(), data: { ...held().data, text: TEXT } });
  for (let at = 0; at < EVENTS; at += 1) await log.append([write(`stock-${at % 3}`, 'any', event())]);
  await log.close();
  expect(await run(first, 'compare')).toEqual({
    well: false,
    lines: [`the tables have ${EVENTS} events, EventStoreDB has 0`],
  });
  expect(await startsAlone(first)).toBe(true);

  const secondAppend = new Promise<void>((resolve) => {
    let appends = 0;
    store.onAppend = (append) => {
      const appended = append();
      appends += appended.result === 'written' ? 1 : 0;
      if (appends < 2) return appended;
      resolve();
      return undefined;
    };
  });
  const program = fileURLToPath(new URL('log.ts', import.meta.url));
  const child = spawn(process.execPath, [program, 'copy-to-eventstore'], {
    env: { PATH: process.env.PATH, DATABASE_URL: first.url, EVENT_LOG: store.url.replace('?', '/other?') },
    stdio: 'ignore',
  });
  await secondAppend;
  child.kill('SIGKILL');
  await once(child, 'exit');
  store.onAppend = (append) => append();
  const copied = store.store.visible('other').length;
  expect(copied).toBeGreaterThan(1);
  expect(copied).toBeLessThan(EVENTS);
  expect(await keeperOf(first)).toBe('PostgreSQL');

  expect(await run(first, 'copy-to-eventstore')).toEqual(EQUAL);
  expect(await run(first, 'copy-to-eventstore')).toEqual(EQUAL);
  expect(await keeperOf(first)).toBe('EventStoreDB');
  expect(await startsAlone(first)).toBe(false);
  expect(await keeperOf(second)).toBeUndefined();
  expect(await run(second, 'rebuild-mirror')).toEqual(EQUAL);
  expect(await keeperOf(second)).toBe('EventStoreDB');
  expect(await mirroredAfter(second.pool, 0)).toEqual(await mirroredAfter(first.pool, 0));
});

test('the log moves to the database, and back from a mirror that lacks events', async () => {
  expect(await run(first, 'move-to-database')).toEqual(EQUAL);
  expect(await keeperOf(first)).toBe('PostgreSQL');
  expect(await startsAlone(first)).toBe(true);
  const command = 'npm run log -- copy-to-eventstore moves the log';
  await expect(run(first, 'rebuild-mirror')).rejects.toThrow(
    `EVENT_LOG is EventStoreDB, the database has PostgreSQL (${command})`,
  );
  expect(await run(first, 'compare')).toEqual(EQUAL);
  expect(await keeperOf(first)).toBe('PostgreSQL');

  // An empty mirror that was started without EVENT_LOG first.
  expect(await startsAlone(third)).toBe(true);
  await expect(run(third, 'rebuild-mirror')).rejects.toThrow(command);
  expect(await run(third, 'copy-to-eventstore')).toEqual(EQUAL);
  expect(await keeperOf(third)).toBe('EventStoreDB');
});

test('finds an event that differs and then moves nothing, and refuses a log with another history', async () => {
  await second.pool.query(`ALTER TABLE log.events DISABLE TRIGGER ALL`);
  await second.pool.query(`UPDATE log.events SET data = '{"a":1}' WHERE position = 3`);
  for (const action of ['compare', 'move-to-database'])
    expect(await run(second, action)).toEqual({ well: false, lines: ['event 3 differs'] });
  expect(await keeperOf(second)).toBe('EventStoreDB');
  await second.pool.query(`UPDATE log.events SET data = '{"a":1}' WHERE position = $1`, [EVENTS]);
  await expect(run(second, 'copy-to-eventstore')).rejects.toThrow(
    `event ${EVENTS} of the tables is another one in EventStoreDB`,
  );
});

test('names the missing setting', async () => {
  await expect(run(first, 'copy')).rejects.toThrow(/^use: npm run log/);
  await expect(workOnLog(['compare'], { DATABASE_URL: first.url }, () => undefined)).rejects.toThrow(
    /^EVENT_LOG: not set/,
  );
});

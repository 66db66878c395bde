import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { newEventId, newSkuId } from '#events/ids.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import { stockStream } from '#events/stream-names.ts';
import { createTestDatabase, type TestDatabase } from '#events/testing/database.ts';
import { businessCalendar } from '#events/time.ts';
import { ringOf } from '#services/runtime/keys/ring.ts';
import { openHeadStore, publishHead } from './heads.ts';
import { verifyNightly } from './nightly.ts';
import { openSealer } from './seal.ts';
import { sealDue } from './sealing.ts';

const START = Date.parse('2026-11-30T12:00:00+08:00');
const HOUR_MS = 3_600_000;
let database: TestDatabase;
let folder: string;
const clock = { time: START, now: () => clock.time };
const sealer = openSealer(ringOf([randomBytes(32)]));

beforeEach(async () => {
  clock.time = START;
  database = await createTestDatabase([logMigrations, new URL('./migrations/', import.meta.url)]);
  folder = mkdtempSync(join(tmpdir(), 'fanwatt-heads-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** Adds an event and seals the log. */
async function sealed(): Promise<void> {
  const log = postgresLog(database.pool);
  const sku_id = newSkuId();
  const data = { sku_id, plan_id: 'p', stock: 1 };
  const metadata = { creator_id: 'c', actor: 'process:test' as const, at: 1 };
  const event = { id: newEventId(), type: 'StockSet', data, metadata };
  await log.append([{ stream: stockStream(sku_id), expected: 'no_stream', events: [event] }]);
  clock.time += 61_000;
  await sealDue({ pool: database.pool, log, clock, sealer });
  await log.close();
}

const results = async () =>
  (
    await database.pool.query<{ verdict: unknown }>('SELECT verdict FROM audit.verifications ORDER BY number')
  ).rows.map(({ verdict }) => verdict);

/** An address that keeps the newest head, and wants a user. */
async function keeper() {
  const kept = { head: '', authorization: '' };
  const server = createServer(async (request, answer) => {
    kept.authorization = request.headers.authorization ?? '';
    if (request.method === 'PUT') kept.head = await text(request);
    answer.writeHead(request.method === 'GET' && kept.head === '' ? 404 : 200).end(kept.head);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { kept, url: `http://me:p%40ss@127.0.0.1:${port}/head.json` };
}

test('publishes each newest seal, and notices a log that was cut off', async () => {
  const file = join(folder, 'heads.jsonl');
  const { kept, url } = await keeper();
  const stores = [openHeadStore(file), openHeadStore(url)];
  const publish = async () => {
    for (const store of stores) await publishHead({ pool: database.pool, clock, store });
  };
  await publish();
  expect(readFileSync(file, 'utf8')).toBe('');
  await sealed();
  await publish();
  await publish();
  await sealed();
  await publish();
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { number: 1 },
    { number: 2, last_position: 2 },
  ]);
  expect(kept).toEqual({
    head: lines[1],
    authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
  });
  expect(await results()).toEqual([]);

  await database.pool.query('DELETE FROM audit.seals WHERE number = 2');
  await publish();
  await publish();
  const cut = { intact: false, position: 2, seal: 2, what: 'log_cut' };
  expect(await results()).toEqual([cut]);
  // Events that come later get another seal of that number: it is not the published one, and does not replace it.
  await sealed();
  await publish();
  expect(await results()).toEqual([cut]);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toEqual(lines);
  expect(kept.head).toBe(lines[1]);
});

/** An address with one kind of answer to each method. */
async function answering(answer: (method: string, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    answer(request.method ?? '', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/head.json`;
}

const PLACES: Record<string, [answer: (method: string, response: ServerResponse) => void, why: string]> = {
  'says nothing': [() => undefined, 'timeout'],
  'hangs up': [(_, response) => void response.destroy(), 'fetch failed'],
  'stops in the middle': [(_, response) => void response.writeHead(200).write('{"number":'), 'timeout'],
  'answers something else': [(_, response) => void response.end('<html>'), 'answers with no seal'],
  'has an error': [(_, response) => void response.writeHead(500).end(), 'answers GET with 500'],
  'leads elsewhere': [
    (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'fetch failed',
  ],
  'takes nothing': [
    (method, response) => void response.writeHead(method === 'GET' ? 404 : 403).end(),
    'answers PUT with 403',
  ],
};

test.each(Object.entries(PLACES))(
  'a place that %s stops nothing, is reported, and is no finding about the log',
  async (_, [answer, why]) => {
    await sealed();
    const store = openHeadStore(await answering(answer), 500);
    await expect(publishHead({ pool: database.pool, clock, store })).rejects.toThrow(why);
    expect(await results()).toEqual([]);
  },
);

test('a file whose last line was cut is reported; whole again, it is continued', async () => {
  const file = join(folder, 'heads.jsonl');
  const store = openHeadStore(file);
  await sealed();
  await publishHead({ pool: database.pool, clock, store });
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, whole.slice(0, -20));
  await sealed();
  await expect(publishHead({ pool: database.pool, clock, store })).rejects.toThrow(
    'its last line is no seal',
  );
  writeFileSync(file, whole);
  await publishHead({ pool: database.pool, clock, store });
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
  expect(await results()).toEqual([]);
});

test('verifies at four in the morning, unless somebody did since the last night', async () => {
  const calendar = businessCalendar('Asia/Shanghai');
  const started: string[] = [];
  let newest: { started_at: number } | undefined;
  const verifications = {
    newest: async () => newest as never,
    async start(asked_by: string) {
      started.push(asked_by);
      newest = { started_at: clock.now() };
      return newest as never;
    },
  };
  const act = () => verifyNightly({ pool: database.pool, clock, calendar, verifications });
  expect(await act()).toBeUndefined();
  await sealed();
  const four = Date.parse('2026-12-01T04:00:00+08:00');
  expect(await act()).toBe(four);
  expect(started).toEqual([]);
  clock.time = four + 1;
  await act();
  expect(started).toHaveLength(1);
  expect(await act()).toBe(four + 24 * HOUR_MS);
  newest = { started_at: four + 25 * HOUR_MS };
  clock.time = four + 26 * HOUR_MS;
  expect(await act()).toBe(four + 48 * HOUR_MS);
  expect(started).toHaveLength(1);
});

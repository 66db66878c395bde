import { beforeAll, expect, test } from 'vitest';
import { newEventId, type PlanId, type SkuId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { fenOf } from '#events/money.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { newest } from '#events/testing/newest-events.ts';
import { businessCalendar } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { durationText, progressLine } from './progress-bar.ts';
import { readRequest, workOnProjections } from './projections.ts';

const all = allProjections(businessCalendar('Asia/Shanghai'));
const database = fixture(() => createTestDatabase('whole'));
beforeAll(async () => {
  const log = postgresLog(database.pool);
  const sku_id = 'a' as SkuId;
  await log.append([
    {
      stream: 'stock-a',
      expected: 'no_stream',
      events: [
        {
          id: newEventId(),
          type: 'StockSet',
          data: { sku_id, plan_id: 'p' as PlanId, stock: 5 },
          metadata: { creator_id: 'c', actor: 'user:c', at: 1_780_000_000_000 },
        },
      ],
    },
  ]);
  await log.close();
});

async function run(...words: string[]): Promise<{ well: boolean; lines: string[] }> {
  const lines: string[] = [];
  const well = await workOnProjections(words, { DATABASE_URL: database.url }, (line) => lines.push(line));
  return { well, lines };
}

test('lists, rebuilds and checks from the command line', async () => {
  expect((await run('list')).lines).toContain('stock         at 0, 1 behind');
  const rebuilt = await run('rebuild', 'all');
  expect(rebuilt.lines).toHaveLength(all.length);
  expect(rebuilt.lines.every((line) => line.includes('rebuilt through position 1'))).toBe(true);
  expect(await run('check', 'stock')).toEqual({
    well: true,
    lines: ['stock: equal, 1 rows in 2 tables at position 1'],
  });
});

test('a check that finds a difference shows it and fails', async () => {
  await database.pool.query('UPDATE rm.sku_stock SET sold = sold + 1');
  expect(await run('check', 'stock')).toEqual({
    well: false,
    lines: ['stock: DIFFERS at position 1 in sku_stock'],
  });
  await run('rebuild', 'stock');
  expect((await run('check', 'stock')).well).toBe(true);
});

test('lists what a read model leaves out, and why', async () => {
  await database.pool.query(
    `INSERT INTO rm.set_aside (name, generation, stream, position, type, error)
     SELECT name, generation, 'stock-a', 1, 'StockSet', 'TypeError: no stock'
       FROM rm.generations WHERE name = 'stock' AND state = 'live'`,
  );
  const { lines } = await run('list');
  const at = lines.findIndex((line) => line.startsWith('stock '));
  expect(lines.slice(at + 1, at + 3)).toEqual([
    '  INCOMPLETE from position 1: -- rebuild stock retries the set-aside events',
    '    stock-a from position 1 (StockSet): TypeError: no stock',
  ]);
  expect((await run('rebuild', 'stock')).well).toBe(true);
  expect((await run('list')).lines.join()).not.toContain('INCOMPLETE');
});

test('skips a stream, lists the decision, and ends it', async () => {
  const skipping = ['skip', 'stock', 'stock-a', '--by', 'Li Wei', '--reason', 'a damaged event'];
  expect(await run(...skipping)).toEqual({ well: true, lines: ['stock: skips stock-a from position 2 on'] });
  expect(await run(...skipping)).toMatchObject({ well: false, lines: ['stock: skips stock-a already'] });
  const listed = expect.stringMatching(
    /^ {2}SKIPS stock-a from position 2: a damaged event \(Li Wei, \d{4}-\d\d-\d\d\)$/,
  );
  expect((await run('list')).lines).toContainEqual(listed);
  const equal = 'stock: equal, 1 rows in 2 tables at position 1';
  expect(await run('check', 'stock')).toEqual({ well: true, lines: [equal, listed] });
  expect((await run('unskip', 'stock', 'stock-a')).lines).toEqual([
    'stock: -- rebuild stock applies stock-a',
  ]);
  expect((await run('list')).lines.join()).toContain('INCOMPLETE from position 2');
  expect((await run('rebuild', 'stock')).well).toBe(true);
  expect((await run('list')).lines.join()).not.toMatch(/INCOMPLETE|SKIPS/);
  expect((await run('unskip', 'stock', 'stock-a')).well).toBe(false);
  await expect(run('skip', 'stock', 'stock-b', '--by', 'Li', '--reason', 'x')).rejects.toThrow(
    'stock-b: the log has no such stream',
  );
  await expect(run('skip', 'stock', 'stock-a', '--by', 'Li')).rejects.toThrow(/^--reason/);
  await expect(run('list', '--by', 'Li')).rejects.toThrow(/^use:/);
});

test('a check names each order refunded beyond its payment', async () => {
  const log = postgresLog(database.pool);
  const event = (type: 'OrderPaid' | 'OrderRefunded', amount: number) => ({
    id: newEventId(),
    type,
    data: { ...newest[type], amount: fenOf(amount) },
    metadata: { creator_id: 'c', actor: 'user:c' as const, at: 1_780_000_000_000 },
  });
  const append = (stream: string, ...events: ReturnType<typeof event>[]) =>
    log.append([{ stream, expected: 'any', events }]);
  await append('order-1', event('OrderPaid', 3_000), event('OrderRefunded', 3_000));
  await append('order-2', event('OrderPaid', 3_000), event('OrderRefunded', 1_800));
  await expect(append('order-2', event('OrderRefunded', 1_201))).rejects.toThrow(
    /3001 refunded of 3000 paid/,
  );
  expect((await run('check', 'stock')).well).toBe(true);
  await database.pool.query('ALTER TABLE log.events DISABLE TRIGGER refunds_within_payment');
  await append('order-2', event('OrderRefunded', 3_000));
  const { well, lines } = await run('check', 'stock');
  expect(well).toBe(false);
  expect(lines).toContain('order-2: 48.00 REFUNDED of 30.00 paid');
  await log.close();
});

test('a check counts likes, marks, comments and ballots again', async () => {
  const { pool } = database;
  await pool.query(`INSERT INTO accounts.users (id, name, created_at) VALUES ('counted', 'Ann', 0)`);
  await pool.query(
    `INSERT INTO relations.marks (user_id, kind, subject_id, creator_id) VALUES ('counted', 'like', 'post1', 'counted')`,
  );
  await pool.query(
    `INSERT INTO content.comments (sn, post_id, creator_id, user_id, thread_sn, content, created_at)
     VALUES (1, 'post1', 'counted', 'counted', 1, 'x', 0)`,
  );
  await pool.query(`INSERT INTO content.comment_likes VALUES (1, 'counted')`);
  const faults = async () => (await run('check', 'stock')).lines.filter((line) => line.includes('counted'));
  expect(await faults()).toEqual([]);
  await pool.query('UPDATE relations.mark_counts SET count = 2');
  await pool.query('DELETE FROM content.comment_counts');
  await pool.query('UPDATE content.comment_threads SET count = 3');
  await pool.query('UPDATE content.comments SET like_count = 0');
  await pool.query(`INSERT INTO rm.vote_counts VALUES ('post1', '', 1)`);
  expect(await faults()).toEqual([
    'like post1: marks or likes: 2 STORED, 1 counted',
    'post1: comments of a post: 0 STORED, 1 counted',
    '1: comments of a thread: 3 STORED, 1 counted',
    '1: likes of a comment: 0 STORED, 1 counted',
    'vote of post post1: is not counted as its ballots are',
  ]);
  expect((await run('check', 'stock')).well).toBe(false);
});

test('prints its usage for invalid arguments', () => {
  expect(() => readRequest(['rebuild'], all)).toThrow(/^use: npm run projections/);
  expect(() => readRequest(['rebuild', 'nonsense'], all)).toThrow(/unknown read model; use one of catalog/);
});

test('progress is readable', () => {
  expect(durationText(3)).toBe('3 s');
  expect(durationText(185)).toBe('3 min 05 s');
  expect(durationText(3725)).toBe('1 h 02 min');
  const line = progressLine({ name: 'orders', position: 500, head: 1000, rate: 12_345.6, remaining: 0.04 });
  expect(line).toBe(`orders ${'█'.repeat(15)}${'░'.repeat(15)} 50 %  12,346 events/s, 1 s left`);
});

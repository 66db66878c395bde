import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { plainFate, stepsOf, write } from '#read-models/testing/history.ts';
import { readSettleRequest, workOnSettlement } from './settle.ts';

const database = fixture(() => createTestDatabase('whole'));
beforeAll(async () => {
  const log = postgresLog(database.pool);
  for (const hours of [1, 2, 24 * 40]) {
    await write(log, stepsOf(plainFate({ total: 1_000, placedHour: hours }), 'c', hours));
  }
  await log.close();
});

async function run(...words: string[]): Promise<{ well: boolean; lines: string[] }> {
  const lines: string[] = [];
  const out = { print: (line: string) => void lines.push(line), progress: () => undefined };
  const well = await workOnSettlement(words, { DATABASE_URL: database.url }, out);
  return { well, lines };
}

test('settles through a month, then the rest, then nothing; and compares', { timeout: 60_000 }, async () => {
  expect((await run('--month', '2026-01')).lines[0]).toMatch(/^settled 1 creators' months/);
  for (const month of ['2026-02', '2999-01']) {
    await expect(run('--check', month)).rejects.toThrow(`${month} is not settled`);
  }
  expect((await run('--reason', 'the worker was off')).lines[0]).toMatch(/^settled 1 /);
  const log = postgresLog(database.pool);
  const { events } = await log.readAll(0, { limit: 1_000 });
  await log.close();
  const settled = events.filter(({ type }) => type === 'MonthSettled');
  expect(settled).toMatchObject([
    { data: { month: '2026-01', reason: 'scheduled' }, metadata: { actor: 'process:settlement' } },
    { data: { month: '2026-02', reason: 'the worker was off' }, metadata: { actor: 'process:admin' } },
  ]);
  expect((await run()).lines[0]).toMatch(/^settled 0 /);
  expect(await run('--check', '2026-01')).toEqual({
    well: true,
    lines: ['2026-01: 1 of 1 settlements equal their lines'],
  });
  await database.pool.query(
    `UPDATE rm.ledger_entries SET amount = amount + 1, net = net + 1 WHERE month = '2026-02'`,
  );
  expect(await run('--check', '2026-02')).toEqual({
    well: false,
    lines: ['cc0 DIFFERS in gross, net, lines_sha256', '2026-02: 0 of 1 settlements equal their lines'],
  });
});

test('errors are one line each', async () => {
  await expect(run('--month', '2999-01')).rejects.toThrow('2999-01 is not over');
  for (const words of [
    ['--month', '2026-01', '--check', '2026-01'],
    ['now'],
    ['--check', '2026-01', '--reason', 'why'],
  ]) {
    expect(() => readSettleRequest(words)).toThrow('use: npm run settle');
  }
  for (const [option, value, says] of [
    ['--month', '2026-13', '--month 2026-13: must be a month'],
    ['--check', 'May', '--check May: must be a month'],
    ['--reason', ' ', '--reason: must'],
  ] as const) {
    expect(() => readSettleRequest([option, value])).toThrow(says);
  }
});

test('help is no error', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['ops/settle.ts', '--help']);
  expect(stdout).toMatch(/^use: npm run settle/);
});

import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { plainFate, stepsOf, write } from '#read-models/testing/history.ts';
import { exportBooks, readExportRequest } from './export.ts';

const run = promisify(execFile);

const database = fixture(() => createTestDatabase('whole'));
const folder = temporaryFolder();
beforeAll(async () => {
  const log = postgresLog(database.pool);
  await write(log, stepsOf(plainFate({ total: 1_000 }), 'c', 1));
  await log.close();
});
const env = () => ({ DATABASE_URL: database.url });

test('writes a file that is whole or not there', async () => {
  const out = join(folder.path, 'books.csv');
  const request = readExportRequest(['--format', 'csv', '--from', '2026-01-01', '--out', out]);
  expect(await exportBooks(request, env())).toBe(out);
  expect(await readFile(out, 'utf8')).toContain('sha256 of everything above this line');
  await expect(exportBooks({ ...request, as_of: '2199-01-01', out: `${out}.2` }, env())).rejects.toThrow(
    '--as-of has not come yet',
  );
  expect(await readdir(folder.path)).toEqual(['books.csv']);
  const missing = join(folder.path, 'missing');
  await expect(exportBooks({ ...request, out: join(missing, 'x') }, env())).rejects.toThrow(
    `cannot write to ${missing} (ENOENT): set --out to another file`,
  );
});

test('prints its usage', () => {
  for (const words of [[], ['csv'], ['--format', 'csv', '--until', '2026-01-31']]) {
    expect(() => readExportRequest(words)).toThrow('use: npm run export');
  }
});

test.each([
  ['--format', 'pdf', 'one of hledger, beancount'],
  ['--from', '2026-02-30', 'a day'],
  ['--to', 'May', 'a day'],
  ['--as-of', 'now', 'a log position'],
])('%s %s names the mistake', (option, value, must) => {
  expect(() => readExportRequest(['--format', 'csv', option, value])).toThrow(
    `${option} ${value}: must be ${must}`,
  );
});

/** Books as long as those of a large platform, put in without the events that they would come from. */
async function fill(entries: number): Promise<void> {
  const { pool } = database;
  await pool.query(`
    INSERT INTO rm.ledger_entries (position, at, booked_at, kind, user_id, out_trade_no, ref)
    SELECT 1000 + n, 1767225600000 + n * 1000, 1767225600000 + n * 1000, 'order', 'cc0', 'order-' || n, NULL
      FROM generate_series(1, ${entries}) AS n`);
  const accounts = [
    ['assets:psp:large', 100],
    ['income:service-fee', -5],
    ['income:payment-fee', -1],
    [`liabilities:user:`, -94],
  ] as const;
  await pool.query(
    `WITH amounts AS (
       SELECT 1000 + n AS position, amount,
              CASE account WHEN 'liabilities:user:' THEN account || 'u' || n % 20000 || ':pending' ELSE account || ':large' END AS account
         FROM generate_series(1, ${entries}) AS n, unnest($1::text[], $2::bigint[]) AS a (account, amount))
     INSERT INTO rm.ledger_postings (account, position, number, amount, debit_after, credit_after)
     SELECT account, position, row_number() OVER w, amount,
            sum(greatest(amount, 0)) OVER w, sum(greatest(-amount, 0)) OVER w
       FROM amounts WINDOW w AS (PARTITION BY account ORDER BY position)`,
    [accounts.map(([account]) => account), accounts.map(([, amount]) => amount)],
  );
  await pool.query(
    `INSERT INTO rm.ledger_accounts (account, postings, debit, credit)
     SELECT account, max(number), max(debit_after), max(credit_after) FROM rm.ledger_postings
      GROUP BY account ON CONFLICT (account) DO NOTHING`,
  );
  await pool.query(`UPDATE rm.checkpoints SET position = ${1000 + entries} WHERE name = 'ledger'`);
}

/** Peak resident megabytes of a program that writes such a file, and what the file weighs. */
async function peakOf(format: string, as_of?: string): Promise<{ peak: number; size: number }> {
  const out = join(folder.path, 'large');
  // Its maxRSS could be that of this process: a program inherits it from the process that starts it.
  const program = `
    import { readFileSync } from 'node:fs';
    import { exportBooks, readExportRequest } from ${JSON.stringify(join(import.meta.dirname, 'export.ts'))};
    await exportBooks(readExportRequest(process.argv.slice(1)), process.env);
    process.stdout.write(/VmHWM:\\s+(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);`;
  const words = ['--format', format, '--out', out, ...(as_of === undefined ? [] : ['--as-of', as_of])];
  // Little room for garbage: memory shows what is kept.
  const limits = ['--max-old-space-size=40', '--max-semi-space-size=2'];
  const node = [...limits, '--input-type=module-typescript', '-e', program, '--', ...words];
  const { stdout } = await run(process.execPath, node, { env: { ...process.env, ...env() } });
  return { peak: Number(stdout.trim().split('\n').at(-1)) / 1024, size: (await stat(out)).size };
}

test('160,000 postings need the memory of a tenth of them', { timeout: 240_000 }, async () => {
  await fill(40_000);
  for (const format of ['hledger', 'xlsx']) {
    const few = await peakOf(format, '5000');
    const many = await peakOf(format);
    expect(many.size).toBeGreaterThan(3 * few.size);
    console.info(
      `${format}: ${few.peak.toFixed(0)} MB, then ${many.peak.toFixed(0)} MB for ten times as much`,
    );
    expect(many.peak).toBeLessThan(160);
    expect(many.peak - few.peak).toBeLessThan(20);
  }
});

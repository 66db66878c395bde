import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { businessCalendar } from '#events/time.ts';
import { openStats } from '#ops/import/read-models.ts';
import { openDatabase } from '#ops/postgres/open-database.ts';
import { lineOf, Problem } from '#ops/problem.ts';
import { ledger } from '#read-models/books/ledger/projection.ts';
import { exportFormats, exportQuery } from '#services/api/books/contract/books-export.ts';
import { booksFile, booksFileName } from '#services/books/books-file.ts';
import { booksPeriod } from '#services/books/period.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { readConfig } from '#services/runtime/config.ts';
import { createPool } from '#services/runtime/database.ts';
import { createListener } from '#services/runtime/listener.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { followSandboxClock } from '#services/runtime/sandbox-clock.ts';

const USAGE = `use: npm run export -- --format FORMAT [--from DAY] [--to DAY] [--as-of AS_OF] [--out FILE]
FORMAT is ${exportFormats.join(', ')}; DAY a business day (YYYY-MM-DD); AS_OF a log position, Unix seconds or a business
day; by default the file name has format and period`;

type ExportRequest = z.infer<typeof exportQuery> & { out: string | undefined };

export function readExportRequest(words: readonly string[]): ExportRequest {
  const text = { type: 'string' } as const;
  try {
    const options = { format: text, from: text, to: text, 'as-of': text, out: text };
    const { values } = parseArgs({ args: [...words], options });
    const { 'as-of': as_of, out, ...rest } = values;
    return { ...exportQuery.parse({ ...rest, as_of }), out };
  } catch {
    throw new Problem(USAGE);
  }
}

const PROBLEMS = {
  ends_before_begin: '--to is before --from',
  in_future: '--as-of has not come yet',
} as const;

/**
 * Writes a file of the books. After an interruption no partial file remains.
 * @returns its name
 */
export async function exportBooks(
  { format, out, ...rest }: ExportRequest,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const config = readConfig(env);
  const database = await openDatabase(config, 'export');
  const pool = createPool(database.url, { name: 'export', max: 3, statementTimeoutMs: 0 });
  const calendar = businessCalendar(config.businessTimeZone);
  const log = postgresLog(pool);
  const clock = movableClock();
  const listener = createListener(database.url);
  try {
    await migrate(pool, allMigrations);
    if (config.sandbox) await followSandboxClock(pool, listener, clock);
    const figures = await openStats(pool, log, calendar, undefined, [ledger(calendar)]);
    await figures.reach(await log.head()).finally(() => figures.close());
    const period = await booksPeriod({ pool, calendar, clock }, rest);
    if ('why' in period) throw new Problem(PROBLEMS[period.why]);
    const name = out ?? booksFileName(period, format);
    const unfinished = `${name}.unfinished`;
    try {
      await pipeline(booksFile({ pool, calendar }, period, format), createWriteStream(unfinished));
      await rename(unfinished, name);
    } finally {
      await rm(unfinished, { force: true });
    }
    return name;
  } finally {
    await log.close();
    await listener.close();
    await pool.end();
    await database.close();
  }
}

if (import.meta.main) {
  try {
    console.info(await exportBooks(readExportRequest(process.argv.slice(2)), process.env));
  } catch (error) {
    console.error(error instanceof Problem ? error.message : lineOf(error));
    process.exitCode = 1;
  }
}

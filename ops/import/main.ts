/** `npm run import -- --creator SLUG FILE.csv`: a creator's past orders, from a file. */
import { parseArgs } from 'node:util';
import { businessCalendar } from '#events/time.ts';
import { openDatabase } from '#ops/postgres/open-database.ts';
import { codeOf, Problem, remedyOf } from '#ops/problem.ts';
import { helps } from '#ops/program.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { openEventLog } from '#services/commerce/committer/event-log.ts';
import { openAccounts } from '#services/modules/all.ts';
import { requireIdentity } from '#services/modules/system/require-identity.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { readConfig } from '#services/runtime/config.ts';
import { createPool } from '#services/runtime/database.ts';
import { createListener } from '#services/runtime/listener.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { openSecrets } from '#services/runtime/secrets.ts';
import { type ImportResult, importFile } from './import-file.ts';
import { showProgress } from './progress.ts';
import { openStats } from './read-models.ts';
import { rejectedFileOf } from './write-rejected.ts';

const USAGE = 'usage: npm run import -- --creator SLUG FILE.csv   (SLUG: the last part of the page /a/SLUG)';

/** Administrator's shutdown, crash, and a connection that is refused or broken. */
const DATABASE_GONE = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET']);

function readArguments(): { slug: string; file: string } {
  try {
    const { values, positionals } = parseArgs({
      options: { creator: { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (values.creator && file && more.length === 0) return { slug: values.creator, file };
  } catch {
    // An unknown option: the usage lists them.
  }
  throw new Problem(USAGE);
}

async function run(signal: AbortSignal): Promise<{ file: string; result: ImportResult }> {
  const { slug, file } = readArguments();
  const config = readConfig(process.env);
  const database = await openDatabase(config, 'npm run import');
  const pool = createPool(database.url, { name: 'import', statementTimeoutMs: 0 });
  const listener = createListener(database.url);
  const clock = movableClock();
  try {
    await migrate(pool, allMigrations);
    await requireIdentity(pool, config, process.env);
    const { dataDir, production } = config;
    const secrets = openSecrets({ dataDir, production, env: process.env, create: false });
    const { accounts } = await openAccounts({ pool, clock, listener, secrets });
    const creator = await accounts.profiles.bySlug(slug);
    if (!creator?.creator) {
      throw new Problem(`no creator has the page /a/${slug}: check the slug, or create the page first`);
    }
    const calendar = businessCalendar(config.businessTimeZone);
    const log = await openEventLog(config, pool);
    // Each order is seen once: keeping many in memory would only cost it.
    const committer = startCommitter({ log, clock, pool, calendar, cachedStreams: 2_000 });
    const stats = await openStats(pool, log, calendar);
    try {
      const result = await importFile(creator.user_id, file, {
        url: database.url,
        pool,
        log,
        committer,
        contacts: accounts.contacts,
        figures: stats,
        calendar,
        clock,
        progress: (step, unit) => showProgress(step, unit, process.stderr),
        signal,
      });
      return { file, result };
    } finally {
      await stats.close();
      await committer.close();
      await log.close();
    }
  } finally {
    await listener.close();
    await pool.end();
    await database.close();
  }
}

if (helps(USAGE)) process.exit();
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
try {
  const began = performance.now();
  const { file, result } = await run(stopping.signal);
  const { lines, imported, there_already, rejected, complete } = result;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${lines} lines read, ${imported} orders imported, ${there_already} were there already, ${seconds} s`,
  );
  if (rejected > 0) console.log(`${rejected} lines rejected: see ${rejectedFileOf(file)}`);
  if (!complete) console.log('Stopped before the end: run it again to continue.');
  const nothing = imported + there_already === 0;
  if (complete && nothing) console.error('Nothing was imported.');
  process.exitCode = !complete ? 130 : nothing ? 1 : 0;
} catch (error) {
  const lost = DATABASE_GONE.has(codeOf(error) ?? '');
  if (lost) console.error('the database is unavailable: start it and run the import again to continue');
  else console.error(remedyOf(error) ?? error);
  process.exitCode = 1;
}

import { resolve } from 'node:path';
import { databaseAccount } from '#ops/postgres/account.ts';
import { place } from '#ops/postgres/placement.ts';
import { openProcess } from '#services/modules/system/open-process.ts';
import { createLogger } from '#services/runtime/log/logger.ts';
import { runProcess, type Started } from '#services/runtime/process/process.ts';
import { followDatabase } from './follow.ts';

/** The process of backups, which `npm start` runs with BACKUP_DIR. */
async function start(): Promise<Started> {
  const { config, databaseUrl, pool, holding } = await openProcess('backup', {
    BACKUP_DIR: 'required by backups',
  });
  // It uses no key.
  await holding.stop();
  await pool.end();
  const logger = createLogger({ process: 'backup' });
  const { cluster } = await place(resolve(config.dataDir), databaseAccount());
  const backups = await followDatabase({
    url: databaseUrl,
    cluster,
    dataDir: resolve(config.dataDir),
    backupDir: resolve(config.backupDir ?? ''),
    keepDays: config.backupKeepDays,
    tell: (line) => logger.warn(line),
  });
  return { ready: { pid: process.pid }, close: () => backups.stop() };
}

await runProcess('backup', start);

import { mkdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { copiesIn } from '#ops/backup/copies.ts';
import { backupUntil } from '#ops/backup/recover.ts';
import { takeCopy } from '#ops/backup/take-copy.ts';
import { databaseAccount } from '#ops/postgres/account.ts';
import { openDatabase } from '#ops/postgres/open-database.ts';
import { place } from '#ops/postgres/placement.ts';
import { Problem } from '#ops/problem.ts';
import { type Env, runProgram } from '#ops/program.ts';
import { readConfig } from '#services/runtime/config.ts';

const USAGE = `use: npm run backup           copies database, keys and files to BACKUP_DIR now, with the server running or not
     npm run backup -- list   the copies, and the last second that can be restored
The server adds a copy a day and everything between them while BACKUP_DIR is set.`;

/** Work on the folder of backups. */
export async function workOnBackups(
  words: readonly string[],
  env: Env,
  print: (line: string) => void,
): Promise<void> {
  const config = readConfig(env);
  const { backupDir, dataDir } = config;
  if (backupDir === undefined)
    throw new Problem('BACKUP_DIR: not set; it names the folder of backups, best on another disk');
  const [action, ...more] = words;
  if (more.length > 0 || (action ?? 'list') !== 'list') throw new Problem(USAGE);
  if (action === 'list') {
    const copies = await copiesIn(backupDir);
    for (const { folder, ended_at, head } of copies)
      print(`${new Date(ended_at).toISOString()}  ${head} events  ${relative(backupDir, folder)}`);
    const until = await backupUntil(backupDir);
    if (until > 0) print(`everything until ${new Date(until).toISOString()} can be restored`);
    if (copies.length === 0) print('no copies');
    return;
  }
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  const { url, close } = await openDatabase(config, 'npm run backup');
  try {
    const { cluster } = await place(resolve(dataDir), databaseAccount());
    const { folder, head } = await takeCopy({
      url,
      cluster,
      dataDir: resolve(dataDir),
      backupDir: resolve(backupDir),
    });
    print(`${head} events, keys and files are copied to ${folder}`);
  } finally {
    await close();
  }
}

if (import.meta.main) {
  await runProgram(USAGE, () =>
    workOnBackups(process.argv.slice(2), process.env, (line) => console.info(line)),
  );
}

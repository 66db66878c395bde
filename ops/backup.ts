import { mkdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { copiesIn, damageOf } from '#ops/backup/copies.ts';
import { requireWhole } from '#ops/backup/copy-damage.ts';
import { backupUntil } from '#ops/backup/recover.ts';
import { takeCopy } from '#ops/backup/take-copy.ts';
import { databaseAccount } from '#ops/postgres/account.ts';
import { openDatabase } from '#ops/postgres/open-database.ts';
import { place } from '#ops/postgres/placement.ts';
import { lineOf, Problem } from '#ops/problem.ts';
import { type Env, runProgram } from '#ops/program.ts';
import { readConfig } from '#services/runtime/config.ts';

const USAGE = `use: npm run backup           copies database, keys and files to BACKUP_DIR now, with the server running or not
     npm run backup -- list   the copies, and the last second that can be restored
     npm run backup -- verify   compares every file of every copy with its sum
The server adds a copy a day and everything between them while BACKUP_DIR is set.`;

/** Names each copy that is whole, and throws a Problem with all that are not. */
async function verify(backupDir: string, print: (line: string) => void): Promise<void> {
  const { copies, damaged } = await copiesIn(backupDir);
  const problems = damaged.map(damageOf);
  for (const copy of copies) {
    const problem = await requireWhole(copy).then(
      () => undefined,
      (error: unknown) => lineOf(error),
    );
    if (problem === undefined) print(`whole: ${relative(backupDir, copy.folder)}`);
    else problems.push(problem);
  }
  if (problems.length > 0) throw new Problem(problems.join('\n'));
  if (copies.length === 0) print('no copies');
}

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
  if (more.length > 0 || !(action === undefined || action === 'list' || action === 'verify'))
    throw new Problem(USAGE);
  if (action === 'verify') return verify(backupDir, print);
  if (action === 'list') {
    const { copies, damaged } = await copiesIn(backupDir);
    for (const { folder, ended_at, head } of copies)
      print(`${new Date(ended_at).toISOString()}  ${head} events  ${relative(backupDir, folder)}`);
    for (const folder of damaged) print(damageOf(folder));
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
      tell: print,
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

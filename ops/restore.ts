import { parseArgs } from 'node:util';
import { closedBefore, eraseAgain } from '#ops/backup/closed-accounts.ts';
import { putBack, recover, sourceOf } from '#ops/backup/recover.ts';
import { lineOf, Problem } from '#ops/problem.ts';
import { type Env, runProgram, withDatabase } from '#ops/program.ts';
import { openVault } from '#services/modules/accounts/vault.ts';
import { openSealer, sealHash } from '#services/modules/audit/seal.ts';
import { sealNumbered } from '#services/modules/audit/seals.ts';
import { verifyLog } from '#services/modules/audit/verify.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { readConfig } from '#services/runtime/config.ts';

const USAGE = `use: npm run restore                                 the newest state that BACKUP_DIR has
     npm run restore -- --to 2026-11-30T12:34:56Z    the state of that second
     npm run restore -- --before 2026-11-30T00:00Z   from a copy that ended before: when a newer one is damaged
DATA_DIR must be a new or empty folder. The log is compared with its seals afterwards; then start the server.`;

const OPTIONS = { to: { type: 'string' }, before: { type: 'string' } } as const;

function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  // Without a zone it would mean another second on another machine.
  const at = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new Problem(`${name} ${text}: must be a time with its zone, as 2026-11-30T12:34:56Z`);
  return at;
}

function optionsOf(words: readonly string[]) {
  try {
    const { to, before } = parseArgs({ args: [...words], options: OPTIONS }).values;
    return { to: timeOf('--to', to), before: timeOf('--before', before) };
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(`${lineOf(error)}\n${USAGE}`);
  }
}

/** Restores the state of a second from BACKUP_DIR into DATA_DIR. Throws a Problem: what to do instead. */
export async function restore(
  words: readonly string[],
  env: Env,
  print: (line: string) => void,
): Promise<void> {
  const { to, before } = optionsOf(words);
  const { backupDir, dataDir, databaseUrl } = readConfig(env);
  if (backupDir === undefined) throw new Problem('BACKUP_DIR: not set; it names the folder of backups');
  if (databaseUrl !== undefined) throw new Problem('DATABASE_URL: restore this database with its own tools');
  const source = await sourceOf(backupDir, { to, before });
  print(`from the copy of ${new Date(source.copy.ended_at).toISOString()}`);
  const { broken, lines } = await putBack(source, dataDir);
  for (const line of lines) print(line);
  await recover(source, dataDir, broken);
  await withDatabase(env, 'restore', { statementTimeoutMs: 0 }, async ({ pool, log, secrets }) => {
    const { seal } = source.copy;
    const found = seal && (await sealNumbered(pool, seal.number));
    const head = await log.head();
    if ((seal && (!found || sealHash(found).toString('hex') !== seal.hash)) || head < source.copy.head)
      throw new Problem(
        'the restored log is not the one that was copied: the backup is of another installation, or damaged',
      );
    const verdict = await verifyLog(pool, openSealer(secrets.ring('log-sealing')).publicKey);
    if (!verdict.intact)
      throw new Problem(
        `the restored log differs from its seals at position ${verdict.position} (${verdict.what})`,
      );
    const vault = openVault(pool, secrets.ring('vault'), systemClock);
    const erased = await eraseAgain(pool, vault, await closedBefore(backupDir));
    if (erased > 0) print(`accounts that were closed later, and are erased again: ${erased}`);
    print(
      `${head} events, ${verdict.through} of them compared with their seals; start the server with this DATA_DIR`,
    );
  });
}

if (import.meta.main) {
  await runProgram(USAGE, () => restore(process.argv.slice(2), process.env, (line) => console.info(line)));
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, lineOf, Problem } from '#ops/problem.ts';
import { ownFolder, type Placement } from './placement.ts';

const run = promisify(execFile);

/** PostgreSQL's superuser and our database have the same name. */
export const DATABASE_NAME = 'fanwatt';

/** The superuser's password, generated on the first start and readable by the owner only. */
export async function passwordOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  return password;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Creates the cluster if it does not exist. It is created in a temporary folder and renamed, so that a killed start
 * leaves no partial one.
 * @param durable false for throwaway clusters: no fsync, a password that is quick to check
 */
export async function ensureCluster(placement: Placement, password: string, durable: boolean): Promise<void> {
  const { cluster, programs, account } = placement;
  if (await exists(join(cluster, 'PG_VERSION'))) return;
  const partial = `${cluster}.new`;
  await rm(partial, { recursive: true, force: true });
  await ownFolder(partial, account);
  const secrets = await mkdtemp(join(tmpdir(), 'fanwatt-'));
  const passwordFile = join(secrets, 'password');
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account) {
      await chown(secrets, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    // The built-in C.UTF-8 sorts equally on every machine, with any installed locales.
    const flags = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
    await run(
      join(programs, 'bin', 'initdb'),
      [
        `--pgdata=${partial}`,
        `--username=${DATABASE_NAME}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        ...flags,
        ...(durable ? [] : ['--no-sync', '-c', 'scram_iterations=1']),
      ],
      { cwd: '/', ...(account && { uid: account.uid, gid: account.gid }) },
    );
  } catch (error) {
    throw new Problem(`cannot create the database in ${dirname(cluster)}: ${lastLine(error)}`);
  } finally {
    await rm(secrets, { recursive: true, force: true });
  }
  await rename(partial, cluster);
}

function lastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return (
    stderr
      .trim()
      .split('\n')
      .find((line) => line.includes('error')) ?? lineOf(error)
  );
}

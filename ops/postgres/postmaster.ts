import { execFileSync } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '#ops/problem.ts';
import type { Address } from './address.ts';

/** A running server's data in its cluster's postmaster.pid. */
export interface Postmaster {
  pid: number;
  address: Address;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function commandOf(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch {
    try {
      return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    } catch {
      return '';
    }
  }
}

/** The server running on this cluster, if any: a pid file can be left over from a crash. */
export async function runningPostmaster(cluster: string): Promise<Postmaster | undefined> {
  let text: string;
  try {
    text = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
  const [pid, folder, , port, socketFolder] = text.split('\n');
  const address: Address = { port: Number(port), socketFolder: socketFolder || undefined };
  const found = { pid: Number(pid), address };
  if (!found.pid || !folder || !isAlive(found.pid)) return undefined;
  // Another program can have this pid now.
  const command = await commandOf(found.pid);
  const names = [folder, cluster, await realpath(cluster)];
  return names.some((name) => command.includes(name)) ? found : undefined;
}

/** Stops a server without a holder. */
export async function stopOrphan(cluster: string): Promise<void> {
  const orphan = await runningPostmaster(cluster);
  if (!orphan) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(orphan.pid, signal);
    } catch {
      return;
    }
    for (let waited = 0; waited < 20_000; waited += 50) {
      if (!isAlive(orphan.pid)) return;
      await delay(50);
    }
  }
  throw new Problem(`an earlier PostgreSQL (process ${orphan.pid}) does not stop: kill it and start again`);
}

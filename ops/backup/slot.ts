import { Client } from 'pg';
import { Problem } from '#ops/problem.ts';
import { BACKUP_SLOT } from '#services/runtime/database.ts';
import type { Copies } from './copies.ts';

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Throws a Problem when the newest copy of the folder is of another cluster, for both would write the same names, and when
 * nobody can know: the folder has damaged copies only.
 */
export async function requireSameCluster(url: string, { copies, damaged }: Copies): Promise<void> {
  const newest = copies.at(-1);
  if (newest === undefined && damaged[0] !== undefined)
    throw new Problem(
      `${damaged[0]} cannot be read, and there is no whole copy: repair or remove it, or set BACKUP_DIR to a folder of its own`,
    );
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ system: string }>(
      'SELECT system_identifier::text AS system FROM pg_control_system()',
    );
    if (newest && rows[0]?.system !== newest.system)
      throw new Problem(
        `${newest.folder} is a copy of another installation: set BACKUP_DIR to a folder of its own`,
      );
  });
}

export const reserveWal = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      `SELECT pg_create_physical_replication_slot($1, true)
        WHERE NOT EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = $1)`,
      [BACKUP_SLOT],
    );
  });

/** Without backups the database keeps no WAL for them. */
export const releaseWal = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active',
      [BACKUP_SLOT],
    );
  });

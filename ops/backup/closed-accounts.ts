import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { eraseAccount } from '#services/modules/accounts/deletion/erase-account.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import { forgetFilesOf } from '#services/modules/media/forget-files.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { writeWhole } from './wal-archive.ts';

/** A line for each erased account: when, in milliseconds, and its id. Copies from before have its data. */
const listIn = (backupDir: string): string => join(backupDir, 'closed-accounts');
/** The clocks of two servers can differ. */
const OVERLAP_MS = DAY_MS;

type Closed = Map<string, Millis>;

const linesOf = (closed: Closed): string => [...closed].map(([id, at]) => `${at}\t${id}\n`).join('');

/** A line that was cut by a crash is left out; the next start writes it again. */
async function closedIn(backupDir: string): Promise<Closed> {
  const text = await readFile(listIn(backupDir), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => /^(\d+)\t(\S+)$/.exec(line));
  return new Map(lines.flatMap((line) => (line?.[1] && line[2] ? [[line[2], Number(line[1])]] : [])));
}

interface FollowOptions {
  pool: Pool;
  backupDir: string;
  /** Older copies are removed. */
  keepDays: number;
}

/** Adds the accounts that were erased since to the list of a backup folder. The first look leaves out those before all copies. */
export function followClosedAccounts({ pool, backupDir, keepDays }: FollowOptions) {
  let known: Closed | undefined;
  let newest = 0;
  return async (): Promise<void> => {
    const oldest = Date.now() - (keepDays + 2) * DAY_MS;
    const { rows } = await pool.query<{ id: string; at: Millis }>(
      'SELECT id, deleted_at::float8 AS at FROM accounts.users WHERE deleted_at >= $1 ORDER BY deleted_at',
      [known ? newest - OVERLAP_MS : oldest],
    );
    const listed = known ?? (await closedIn(backupDir));
    const fresh: Closed = new Map(rows.flatMap(({ id, at }) => (listed.has(id) ? [] : [[id, at]])));
    const all: Closed = new Map([...listed, ...fresh]);
    if (known === undefined) {
      for (const [id, at] of all) if (at < oldest) all.delete(id);
      await writeWhole(listIn(backupDir), linesOf(all));
    } else if (fresh.size > 0) {
      await appendFile(listIn(backupDir), linesOf(fresh), { flush: true });
    }
    known = all;
    newest = Math.max(newest, rows.at(-1)?.at ?? oldest);
  };
}

/**
 * Erases the accounts of the list that a restored database has open: they were closed after its second. The next start
 * writes the end of each into the log, and ends its plans, codes and posts.
 * @returns how many
 */
export async function eraseAgain(
  pool: Pool,
  vault: Pick<Vault, 'erase'>,
  backupDir: string,
): Promise<number> {
  const { rows } = await pool.query<{ id: UserId }>(
    'SELECT id FROM accounts.users WHERE id = ANY ($1) AND deleted_at IS NULL ORDER BY id',
    [[...(await closedIn(backupDir)).keys()]],
  );
  for (const { id } of rows) {
    await inTransaction(pool, async (client) => {
      await forgetFilesOf(client, id);
      await eraseAccount(client, vault, id, Date.now());
    });
  }
  return rows.length;
}

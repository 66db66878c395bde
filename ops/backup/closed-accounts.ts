import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { lineOf, Problem } from '#ops/problem.ts';
import { eraseAccount } from '#services/modules/accounts/deletion/erase-account.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import { forgetFilesOf } from '#services/modules/media/forget-files.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { writeWhole } from './wal-archive.ts';

/** A line for each erased account: when, in milliseconds, and its id. Copies from before have its data. */
const closedListIn = (backupDir: string): string => join(backupDir, 'closed-accounts');
/** The clocks of two servers can differ. */
const OVERLAP_MS = DAY_MS;

/** When each account was closed, by its id. */
type Closed = Map<string, Millis>;

const linesOf = (closed: Closed): string => [...closed].map(([id, at]) => `${at}\t${id}\n`).join('');

const LINE = /^(\d+)\t([0-9a-f]{32})$/;

/** A line that was cut by a crash is left out; the next start writes it again. */
function closedIn(text: string): Closed {
  const lines = text.split(/\r?\n/).map((line) => LINE.exec(line));
  return new Map(lines.flatMap((line) => (line?.[1] && line[2] ? [[line[2], Number(line[1])]] : [])));
}

/** The list of a file that an operator names. Another file would erase nobody, as if all were well. */
export async function closedInFile(file: string): Promise<Closed> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Problem(lineOf(error));
  });
  const closed = closedIn(text);
  if (text.split(/\r?\n/).some((line) => line !== '' && !LINE.test(line)))
    throw new Problem(`${file}: not a list of closed accounts, as npm run admin -- closed writes it`);
  return closed;
}

/** The list of a folder; empty where there is none. */
export const closedBefore = async (backupDir: string): Promise<Closed> =>
  closedIn(await readFile(closedListIn(backupDir), 'utf8').catch(() => ''));

async function erasedSince(pool: Pool, since: Millis): Promise<[string, Millis][]> {
  const { rows } = await pool.query<{ id: string; at: Millis }>(
    'SELECT id, deleted_at::float8 AS at FROM accounts.users WHERE deleted_at >= $1 ORDER BY deleted_at, id',
    [since],
  );
  return rows.map(({ id, at }) => [id, at]);
}

/**
 * Adds the accounts that were erased to the list of a file, for a database that others back up. Lines that the file has
 * stay: the database can be a restored one.
 * @returns how many are new
 */
export async function saveClosed(pool: Pool, file: string): Promise<number> {
  const listed = existsSync(file) ? await closedInFile(file) : new Map<string, Millis>();
  const fresh = (await erasedSince(pool, 0)).filter(([id]) => !listed.has(id));
  await writeWhole(file, linesOf(new Map([...listed, ...fresh])));
  return fresh.length;
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
    const erased = await erasedSince(pool, known ? newest - OVERLAP_MS : oldest);
    const listed = known ?? (await closedBefore(backupDir));
    const fresh: Closed = new Map(erased.filter(([id]) => !listed.has(id)));
    const all: Closed = new Map([...listed, ...fresh]);
    if (known === undefined) {
      for (const [id, at] of all) if (at < oldest) all.delete(id);
      await writeWhole(closedListIn(backupDir), linesOf(all));
    } else if (fresh.size > 0) {
      await appendFile(closedListIn(backupDir), linesOf(fresh), { flush: true });
    }
    known = all;
    newest = Math.max(newest, erased.at(-1)?.[1] ?? oldest);
  };
}

/**
 * Erases the accounts of the list that a restored database has open: they were closed after its second. The next start
 * writes the end of each into the log, and ends its plans, codes and posts.
 * @returns how many
 */
export async function eraseAgain(pool: Pool, vault: Pick<Vault, 'erase'>, closed: Closed): Promise<number> {
  const { rows } = await pool.query<{ id: UserId }>(
    'SELECT id FROM accounts.users WHERE id = ANY ($1) AND deleted_at IS NULL ORDER BY id',
    [[...closed.keys()]],
  );
  for (const { id } of rows) {
    await inTransaction(pool, async (client) => {
      await forgetFilesOf(client, id);
      await eraseAccount(client, vault, id, Date.now());
    });
  }
  return rows.length;
}

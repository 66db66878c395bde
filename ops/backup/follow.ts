import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lineOf } from '#ops/problem.ts';
import { BACKUP_COPY_MARK, createPool } from '#services/runtime/database.ts';
import { followClosedAccounts } from './closed-accounts.ts';
import { type Copies, type Copy, copiesIn, damageOf } from './copies.ts';
import { followDataFiles } from './data-files.ts';
import { releaseWal, requireSameCluster, reserveWal } from './slot.ts';
import { removeCopies, takeCopy } from './take-copy.ts';
import { openWalArchive, writeWhole } from './wal-archive.ts';
import { lsnText, segmentOf } from './wal-names.ts';
import { SlotLost, startWalStream, type WalStream } from './wal-stream.ts';

const FILES_EVERY_MS = 10_000;
const COPY_EVERY_MS = 24 * 3_600_000;
const DAY_MS = 86_400_000;
const RETRY_MS = 5_000;

export interface BackupOptions {
  /** Of the superuser. */
  url: string;
  cluster: string;
  dataDir: string;
  backupDir: string;
  /** Copies and WAL that are older are removed; the newest copy stays. */
  keepDays: number;
  tell(line: string): void;
}

/** Where the time is written up to which the backup has everything, and the position of the WAL that it has then. */
export const untilFile = (backupDir: string): string => join(backupDir, 'until');

/**
 * Keeps a backup folder up to date until it is stopped: the WAL as it is written, new files every ten seconds, a copy of
 * everything once a day, and the list of closed accounts. Interruptions of the database, and of this process, leave no gap.
 */
export async function followDatabase({
  keepDays,
  tell,
  ...options
}: BackupOptions): Promise<{ stop(): Promise<void> }> {
  const { url, dataDir, backupDir } = options;
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  const archive = await openWalArchive(join(backupDir, 'wal'));
  const ending = new AbortController();
  const { signal } = ending;
  const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal }).catch(() => undefined);
  let stream: WalStream | undefined;
  const started = Promise.withResolvers<void>();
  let copyNow = false;
  /** The last line of each part, which is not repeated. */
  const told = new Map<string, string>();
  const reportOf =
    (part: 'wal' | 'closed accounts' | 'copy') =>
    (error: unknown): void => {
      const line = `backup: ${lineOf(error)}`;
      if (line !== told.get(part)) tell(line);
      told.set(part, line);
    };
  const report = reportOf('wal');

  const named = new Set<string>();
  /** Each damaged copy is named once. */
  async function knownCopies(): Promise<Copies> {
    const known = await copiesIn(backupDir);
    for (const folder of known.damaged) {
      if (!named.has(folder)) tell(`backup: ${damageOf(folder)}`);
      named.add(folder);
    }
    return known;
  }
  const wholeCopies = async (): Promise<Copy[]> => (await knownCopies()).copies;

  async function receive(): Promise<void> {
    while (!signal.aborted) {
      try {
        await requireSameCluster(url, await knownCopies());
        await reserveWal(url);
        stream = await startWalStream({
          url,
          archive,
          onSynced: (until, through) =>
            void writeWhole(untilFile(backupDir), `${until} ${lsnText(through)}`).catch(report),
        });
        if (stream.gap) copyNow = true;
        started.resolve();
        await stream.over;
      } catch (error) {
        if (signal.aborted) return;
        report(error);
        if (error instanceof SlotLost) await releaseWal(url).catch(report);
      }
      await pause(RETRY_MS);
    }
  }

  const pool = createPool(url, { name: 'backup', max: 1 });
  /** API processes read there how old the newest copy is. */
  async function markCopy(newest: Copy | undefined): Promise<void> {
    await pool.query(
      `INSERT INTO runtime.marks AS m (name, at) VALUES ($1, coalesce(to_timestamp($2::float8 / 1000), now()))
       ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE $2 IS NOT NULL AND m.at <> excluded.at`,
      [BACKUP_COPY_MARK, newest?.ended_at],
    );
  }
  const followFiles = followDataFiles(dataDir);
  const followClosed = followClosedAccounts({ pool, backupDir, keepDays });
  async function copy(): Promise<void> {
    await started.promise;
    while (!signal.aborted) {
      // First: without it a restoration would bring closed accounts back, and a copy can fail for days.
      await followClosed().catch(reportOf('closed accounts'));
      try {
        let newest: Copy | undefined = (await wholeCopies()).at(-1);
        await markCopy(newest);
        if (copyNow || newest === undefined || newest.ended_at < Date.now() - COPY_EVERY_MS) {
          const isGap = copyNow;
          copyNow = false;
          newest = await takeCopy({ ...options, tell, signal }).catch((error) => {
            copyNow ||= isGap;
            throw error;
          });
          await removeCopies(backupDir, Date.now() - keepDays * DAY_MS);
          const [oldest = newest] = await wholeCopies();
          const first = segmentOf(oldest.first_wal);
          if (first) await archive.removeBefore(first.timeline, first.start);
          tell(`backup: a copy is in ${newest.folder}`);
        }
        await followFiles(newest);
        told.clear();
      } catch (error) {
        if (signal.aborted) return;
        reportOf('copy')(error);
      }
      await pause(FILES_EVERY_MS);
    }
  }

  const work = [receive(), copy()];
  return {
    async stop() {
      ending.abort();
      started.resolve();
      await stream?.stop();
      await Promise.all(work);
      await pool.end();
    },
  };
}

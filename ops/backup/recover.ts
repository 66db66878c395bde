import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { databaseAccount } from '#ops/postgres/account.ts';
import { startEmbedded } from '#ops/postgres/embedded.ts';
import { programsMajor } from '#ops/postgres/major.ts';
import { place, programsFor } from '#ops/postgres/placement.ts';
import { lineOf, Problem } from '#ops/problem.ts';
import { requireWritable } from '#ops/writable-folder.ts';
import { type Copy, copiesIn, copyFile, damageOf, exists, type FileSums, isDraft } from './copies.ts';
import { damageTo, listedFiles, requireRestorable } from './copy-damage.ts';
import { untilFile } from './follow.ts';
import { openWalArchive } from './wal-archive.ts';
import { lsnOf, lsnText } from './wal-names.ts';

/** What a restoration is made from. */
export interface Source {
  copy: Copy;
  /** The copy after it: it has files that came while that one was made. */
  next: Copy | undefined;
  backupDir: string;
  /** Folders of copies that are left out. */
  damaged: readonly string[];
  /** Milliseconds; undefined: the newest state. */
  to: number | undefined;
}

const timeText = (at: number): string => new Date(at).toISOString();

/** What a backup folder has: each commit until a time, and the WAL through a position; 0 when none was received. */
async function receivedIn(backupDir: string): Promise<{ until: number; through: bigint }> {
  const text = await readFile(untilFile(backupDir), 'utf8').catch(() => '0');
  // Earlier versions wrote no position.
  const [until, position = '0/0'] = text.split(' ');
  return { until: Number(until), through: lsnOf(position) };
}

/** Until when each commit is in a backup folder; 0 when no WAL was received. */
export const backupUntil = async (backupDir: string): Promise<number> => (await receivedIn(backupDir)).until;

/** The newest copy before a time. Throws a Problem when the folder has none, or does not reach that time. */
export async function sourceOf(
  backupDir: string,
  { to, before }: { to: number | undefined; before: number | undefined },
): Promise<Source> {
  const { copies, damaged } = await copiesIn(backupDir);
  const [oldest] = copies;
  if (!oldest)
    throw new Problem(
      [
        `${backupDir}: there is no whole copy; BACKUP_DIR names the folder of backups`,
        ...damaged.map(damageOf),
      ].join('\n'),
    );
  const latest = Math.min(to ?? Number.MAX_SAFE_INTEGER, before ?? Number.MAX_SAFE_INTEGER);
  const usable = copies.filter(({ ended_at }) => ended_at <= latest);
  const copy = usable.at(-1);
  if (!copy)
    throw new Problem(
      `${timeText(latest)} is before the oldest copy, which is of ${timeText(oldest.ended_at)}`,
    );
  const until = Math.max(await backupUntil(backupDir), copies.at(-1)?.ended_at ?? 0);
  if (to !== undefined && to > until)
    throw new Problem(`${timeText(to)} is after the end of the backup, which is ${timeText(until)}`);
  return { copy, next: copies[usable.length], backupDir, damaged, to };
}

/** PostgreSQL's settings know no `T` and `Z`. */
const settingTime = (at: number): string => timeText(at).replace('T', ' ').replace('Z', '+00');

const RECOVERY = '# Fanwatt: until the recovery ends';

/** The settings of a recovery: all WAL is in the cluster already. */
const recoverySettings = (to: number | undefined): string =>
  [
    RECOVERY,
    "restore_command = 'false'",
    ...(to === undefined
      ? []
      : [`recovery_target_time = '${settingTime(to)}'`, "recovery_target_action = 'promote'"]),
    '',
  ].join('\n');

/** Where a copy has what the data directory has beside the database. */
const DATA = 'data/';

async function putFiles(
  from: string,
  dataDir: string,
  damage: (path: string) => Promise<string | undefined> = async () => undefined,
): Promise<string[]> {
  const leftOut: string[] = [];
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || isDraft(entry.name)) continue;
    const path = join(entry.parentPath, entry.name).slice(from.length + 1);
    const target = join(dataDir, path);
    if (await exists(target)) continue;
    const why = await damage(path);
    if (why) {
      leftOut.push(why);
      continue;
    }
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(join(from, path), target);
  }
  return leftOut;
}

/** Files that came while the copy was made are in the next one. Damaged ones are left out, and named. */
async function putNextFiles(next: Copy, dataDir: string): Promise<string[]> {
  const media = join(next.folder, 'data', 'media');
  if (!(await exists(media))) return [];
  const sums = await listedFiles(next).catch((): FileSums => new Map());
  return putFiles(media, join(dataDir, 'media'), (path) => damageTo(next.folder, `data/media/${path}`, sums));
}

/**
 * Puts uploaded files that are damaged in the copy from other copies that have them whole.
 * @returns the lines of those that are whole nowhere
 */
async function putFromOthers(
  damaged: ReadonlyMap<string, string>,
  { copy, backupDir }: Pick<Source, 'copy' | 'backupDir'>,
  dataDir: string,
): Promise<string[]> {
  if (damaged.size === 0) return [];
  const sums = await listedFiles(copy);
  const { copies } = await copiesIn(backupDir);
  const lost: string[] = [];
  for (const [path, damage] of damaged) {
    const target = join(dataDir, path.slice(DATA.length));
    let isThere = await exists(target);
    for (const { folder } of copies) {
      if (isThere) break;
      if (await damageTo(folder, path, sums)) continue;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await copyFile(join(folder, path), target);
      isThere = true;
    }
    if (!isThere) lost.push(damage);
  }
  return lost;
}

interface PutBack {
  /** The sentence about a missing or damaged file of the WAL, which is needed only for a time after it. */
  broken: string | undefined;
  /** For everything that was left out because it is damaged, and that has no sum. */
  lines: string[];
}

/** Puts a copy and the WAL after it into an empty data directory. Throws a Problem when it has a database. */
export async function putBack(
  { copy, next, backupDir, damaged, to }: Source,
  folder: string,
): Promise<PutBack> {
  const dataDir = resolve(folder);
  await requireWritable(dataDir);
  if ((await readdir(dataDir)).length > 0)
    throw new Problem(`${dataDir} is not empty: set DATA_DIR to a new folder, or move this one away`);
  const own = databaseAccount();
  const major = programsMajor({ programs: await programsFor(own), account: own });
  if (copy.postgres !== major)
    throw new Problem(
      `${copy.folder} is of PostgreSQL ${copy.postgres}, and this program has ${major}: restore it with a version of the program from its time`,
    );
  const { damaged: damagedFiles, unlisted } = await requireRestorable(copy);
  await putFiles(join(copy.folder, 'data'), dataDir, async (path) => damagedFiles.get(DATA + path));
  const nextLeftOut = next ? await putNextFiles(next, dataDir) : [];
  const leftOut = [...nextLeftOut, ...(await putFromOthers(damagedFiles, { copy, backupDir }, dataDir))];
  const { cluster, account } = await place(dataDir, own);
  await cp(join(copy.folder, 'database'), cluster, { recursive: true });
  const archive = await openWalArchive(join(backupDir, 'wal'));
  const broken = await archive.copyTo(join(cluster, 'pg_wal'), copy.first_wal);
  const settings = join(cluster, 'postgresql.auto.conf');
  await writeFile(settings, (await readFile(settings, 'utf8')) + recoverySettings(to));
  await writeFile(join(cluster, 'recovery.signal'), '');
  execFileSync('chmod', ['-R', 'u=rwX,go=', cluster]);
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster]);
  const lines = [...damaged.map(damageOf), ...unlisted, ...leftOut.map((line) => `left out: ${line}`)];
  return { broken, lines };
}

interface Replayed {
  /** The end of the last record. */
  through: bigint;
  /** Milliseconds of the last commit; null without one. */
  at: number | null;
}

async function replay(dataDir: string): Promise<Replayed> {
  const embedded = await startEmbedded(dataDir, 'npm run restore');
  try {
    const client = new Client({ connectionString: embedded.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (;;) {
        const { rows } = await client.query<{
          recovering: boolean;
          through: string | null;
          at: number | null;
        }>(
          `SELECT pg_is_in_recovery() AS recovering, pg_last_wal_replay_lsn()::text AS through,
                  floor(extract(epoch FROM pg_last_xact_replay_timestamp()) * 1000)::float8 AS at`,
        );
        const [now] = rows;
        if (now?.recovering !== true) return { through: lsnOf(now?.through ?? '0/0'), at: now?.at ?? null };
        await delay(200);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await embedded.stop();
  }
}

const NO_LATER_COMMIT = 'recovery ended before configured recovery target was reached';

/** Throws a Problem when the WAL ended before the place to which the backup had received it. */
async function requireReceived(
  { copy, backupDir }: Source,
  { through, at }: Replayed,
  broken: string | undefined,
): Promise<void> {
  const received = await receivedIn(backupDir);
  // Earlier versions wrote no position, and a newer copy can be of a later timeline: then only a missing file is known.
  const isKnown = received.through > 0n && received.until >= copy.ended_at;
  if (isKnown ? through >= received.through : broken === undefined) return;
  const what = broken ?? `it ends at ${lsnText(through)}`;
  const remedy = at === null ? '' : `; what is before it can be restored with --to ${timeText(at - 1)}`;
  throw new Problem(`${join(backupDir, 'wal')} is cut or damaged: ${what}${remedy}`);
}

/**
 * Lets PostgreSQL replay the WAL, and ends the recovery. Throws a Problem when it cannot, and when the WAL ends too early.
 * @param broken of `putBack`
 */
export async function recover(source: Source, folder: string, broken: string | undefined): Promise<void> {
  const dataDir = resolve(folder);
  const { cluster } = await place(dataDir, databaseAccount());
  const settings = join(cluster, 'postgresql.auto.conf');
  const [own = ''] = (await readFile(settings, 'utf8')).split(RECOVERY);
  const log = join(dataDir, 'postgres.log');
  let end: Replayed | undefined;
  try {
    const replayed = await replay(dataDir);
    // Otherwise the chosen second was reached.
    if (source.to === undefined) end = replayed;
  } catch (error) {
    const isQuiet = (await readFile(log, 'utf8').catch(() => '')).includes(NO_LATER_COMMIT);
    if (!isQuiet) throw new Problem(`the recovery failed (${lineOf(error)}): see ${log}`);
    // Everything until that time is here, and nothing was written after it: its state is the end of the WAL.
    await writeFile(settings, own + recoverySettings(undefined));
    end = await replay(dataDir);
  }
  await writeFile(settings, own);
  if (end) await requireReceived(source, end, broken);
}

import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { codeOf, Problem } from '#ops/problem.ts';
import { sealHash } from '#services/modules/audit/seal.ts';
import { newestSeal } from '#services/modules/audit/seals.ts';
import { createPool } from '#services/runtime/database.ts';
import {
  type Copy,
  copiesIn,
  copyFile,
  copyName,
  type FileSums,
  hashOf,
  isCopy,
  writeManifest,
} from './copies.ts';
import { copyDataFiles, earlierFiles } from './data-files.ts';
import { requireSameCluster } from './slot.ts';
import { writeWhole } from './wal-archive.ts';
import { isHistory, lsnOf, SEGMENT_BYTES, segmentName, segmentStart } from './wal-names.ts';

/** What PostgreSQL makes again at a start; the WAL is copied after the rest. */
const EMPTY_FOLDERS =
  /^(pg_wal|pg_wal\/archive_status|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
const LEFT_OUT =
  /(^|\/)(postmaster\.(pid|opts)|backup_label(\.old)?|\.s\.PGSQL\..*|pg_internal\.init|pgsql_tmp[^/]*)$/;

/** Copies a cluster that is being written: PostgreSQL's recovery repairs what changed meanwhile. */
async function copyCluster(cluster: string, target: string, sums: FileSums, at = ''): Promise<void> {
  await mkdir(join(target, at), { recursive: true, mode: 0o700 });
  if (at !== '' && EMPTY_FOLDERS.test(at)) return;
  for (const entry of await readdir(join(cluster, at), { withFileTypes: true })) {
    const path = at === '' ? entry.name : `${at}/${entry.name}`;
    if (LEFT_OUT.test(path)) continue;
    if (entry.isDirectory()) await copyCluster(cluster, target, sums, path);
    else if (entry.isFile()) {
      const sum = await copyFile(join(cluster, path), join(target, path));
      if (sum) sums.set(`database/${path}`, sum);
    } else if (at === 'pg_tblspc')
      throw new Problem(`${path}: tablespaces are not copied; use PostgreSQL's own tools`);
  }
}

interface CopyOptions {
  /** Of the superuser. */
  url: string;
  /** The folder of the cluster, on this machine. */
  cluster: string;
  dataDir: string;
  backupDir: string;
  tell(line: string): void;
  signal?: AbortSignal;
}

/** What the log was just before the copy began: a restored database has at least this. */
async function logState(url: string): Promise<Pick<Copy, 'head' | 'seal'>> {
  const pool = createPool(url, { name: 'backup', max: 1 });
  try {
    const { rows } = await pool.query<{ head: string | null }>(
      'SELECT max(position) AS head FROM log.events',
    );
    const seal = await newestSeal(pool);
    return {
      head: Number(rows[0]?.head ?? 0),
      seal: seal ? { number: seal.number, hash: sealHash(seal).toString('hex') } : null,
    };
  } finally {
    await pool.end();
  }
}

/**
 * Copies database, keys and files of a running installation. It can be restored without any other file; with the WAL
 * beside it, to every later second.
 */
export async function takeCopy(options: CopyOptions): Promise<Copy> {
  const { url, cluster, dataDir, backupDir } = options;
  const known = await copiesIn(backupDir);
  await requireSameCluster(url, known);
  const before = known.copies.at(-1);
  // Before the copy begins: the database keeps its WAL for as long as that lasts.
  const earlier = before && (await earlierFiles(before, options));
  const started_at = Date.now();
  const folder = join(backupDir, copyName(started_at));
  await mkdir(join(folder, 'database'), { recursive: true, mode: 0o700 });
  const log = await logState(url);
  const client = new Client({ connectionString: url, application_name: 'backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const sums: FileSums = new Map();
    // Keeps the WAL of the copy until this connection ends.
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [
      `fanwatt_copy_${process.pid}`,
    ]);
    const { rows } = await client.query<
      Record<'start' | 'system' | 'version', string> & { timeline: number }
    >(
      `SELECT pg_backup_start($1, fast => true)::text AS start, system_identifier::text AS system,
              current_setting('server_version_num') AS version, timeline_id AS timeline
         FROM pg_control_system(), pg_control_checkpoint()`,
      [copyName(started_at)],
    );
    const [begun] = rows;
    if (!begun) throw new Error('pg_backup_start: no answer');
    const { timeline } = begun;
    const start = segmentStart(lsnOf(begun.start));
    await copyCluster(cluster, join(folder, 'database'), sums);
    for (const [path, sum] of await copyDataFiles(dataDir, join(folder, 'data'), earlier))
      sums.set(path, sum);
    const stopped = await client.query<Record<'stop' | 'labelfile', string>>(
      'SELECT lsn::text AS stop, labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    const { stop = '', labelfile = '' } = stopped.rows[0] ?? {};
    await writeWhole(join(folder, 'database', 'backup_label'), labelfile);
    sums.set('database/backup_label', { sha256: hashOf(labelfile), bytes: Buffer.byteLength(labelfile) });
    await copyWal(cluster, join(folder, 'database'), sums, { timeline, start, stop: lsnOf(stop) });
    const first_wal = segmentName(timeline, start);
    const facts = { started_at, ended_at: Date.now(), system: begun.system, timeline, first_wal, ...log };
    const postgres = Math.floor(Number(begun.version) / 10_000);
    await writeManifest(folder, sums, { ...facts, postgres });
    const copy = (await copiesIn(backupDir)).copies.find((one) => one.folder === folder);
    if (!copy) throw new Error(`${folder}: not there`);
    return copy;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (codeOf(error) === 'ENOSPC')
      throw new Problem(`${backupDir}: the disk is full; make room or set BACKUP_DIR`);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The WAL from start to end of the copy, and the histories of timelines. */
async function copyWal(
  cluster: string,
  target: string,
  sums: FileSums,
  { timeline, start, stop }: { timeline: number; start: bigint; stop: bigint },
): Promise<void> {
  const names = (await readdir(join(cluster, 'pg_wal'))).filter(isHistory);
  for (let at = start; at < stop; at += BigInt(SEGMENT_BYTES)) names.push(segmentName(timeline, at));
  for (const name of names) {
    const path = `pg_wal/${name}`;
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    const sum = await copyFile(join(cluster, path), join(target, path));
    if (!sum) throw new Error(`${path}: gone before it was copied`);
    sums.set(`database/${path}`, sum);
  }
}

/**
 * Removes copies that ended before a time, all but the newest, and what a killed copy left. A damaged one stays as long
 * as others of its time.
 */
export async function removeCopies(backupDir: string, before: number): Promise<void> {
  const { copies, damaged } = await copiesIn(backupDir);
  const old = copies.slice(0, -1).filter(({ ended_at }) => ended_at < before);
  const first = join(backupDir, copyName(before));
  const whole = new Set([...copies.map(({ folder }) => folder), ...damaged.filter((one) => one >= first)]);
  const broken = (await readdir(backupDir)).filter(isCopy).map((name) => join(backupDir, name));
  const gone = [...old.map(({ folder }) => folder), ...broken.filter((folder) => !whole.has(folder))];
  for (const folder of gone) await rm(folder, { recursive: true, force: true });
}

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workOnBackups } from '#ops/backup.ts';
import { addedSums } from './added-files.ts';
import { type Copy, copiesIn, copyName, copyWhole, writeManifest } from './copies.ts';
import { requireWhole } from './copy-damage.ts';
import { copyDataFiles, earlierFiles, followDataFiles } from './data-files.ts';
import { putBack, sourceOf } from './recover.ts';
import { requireSameCluster } from './slot.ts';
import { removeCopies } from './take-copy.ts';
import { openWalArchive } from './wal-archive.ts';
import { lsnOf, lsnText, SEGMENT_BYTES, segmentName, segmentOf, segmentStart } from './wal-names.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanwatt-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('positions and names of segments are those of PostgreSQL', () => {
  expect(lsnOf('16/B374D848')).toBe(97_500_059_720n);
  expect(segmentName(1, lsnOf('16/B374D848'))).toBe('0000000100000016000000B3');
  const lsn = fc.bigInt({ min: 0n, max: 2n ** 52n });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 0xffff }), lsn, (timeline, at) => {
      expect(lsnOf(lsnText(at))).toBe(at);
      expect(segmentOf(segmentName(timeline, at))).toEqual({ timeline, start: segmentStart(at) });
    }),
  );
  expect(segmentOf('00000002.history')).toBeUndefined();
});

const size = BigInt(SEGMENT_BYTES);

test('an archive holds what was written, over its ends and starts, up to a hole or a damaged file', async () => {
  const wal = Buffer.alloc(3 * SEGMENT_BYTES, 'abcdefg');
  const first = await openWalArchive(join(folder, 'wal'));
  await first.write(1, 5n * size, wal.subarray(0, SEGMENT_BYTES + 1_000));
  await first.close();
  expect(await first.end(1)).toBe(6n * size);
  expect(await first.end(2)).toBeUndefined();
  const second = await openWalArchive(join(folder, 'wal'));
  // It begins at the last full segment again.
  await second.write(1, 6n * size, wal.subarray(SEGMENT_BYTES, 2 * SEGMENT_BYTES + 77));
  expect(await second.sync()).toBe(7n * size + 77n);
  await second.close();
  const target = join(folder, 'target');
  await mkdir(target);
  expect(await second.copyTo(target, segmentName(1, 5n * size))).toBeUndefined();
  const names = [5n, 6n, 7n].map((n) => segmentName(1, n * size));
  expect((await readdir(target)).sort()).toEqual(names);
  const all = Buffer.concat(await Promise.all(names.map((name) => readFile(join(target, name)))));
  expect(all.length).toBe(3 * SEGMENT_BYTES);
  expect(all.subarray(0, 2 * SEGMENT_BYTES + 77).equals(wal.subarray(0, 2 * SEGMENT_BYTES + 77))).toBe(true);

  const copied = async () => {
    await rm(target, { recursive: true });
    await mkdir(target);
    return [await second.copyTo(target, names[0] ?? ''), await readdir(target)];
  };
  await truncate(join(folder, 'wal', `${names[1]}.gz`), 1_000);
  expect(await copied()).toEqual([`${names[1]}.gz is damaged`, [names[0]]]);
  await rm(join(folder, 'wal', `${names[1]}.gz`));
  expect(await copied()).toEqual([`${names[1]} is missing`, [names[0]]]);
  await second.removeBefore(1, 7n * size);
  expect(await readdir(join(folder, 'wal'))).toEqual([`${names[2]}.partial`]);
});

test('after a full disk an archive goes on with the segment that could not be packed', async () => {
  const archive = await openWalArchive(join(folder, 'wal'));
  const name = segmentName(1, 5n * size);
  // The packed form cannot be written.
  const obstacle = join(folder, 'wal', `${name}.gz.new`);
  await mkdir(obstacle);
  const wal = Buffer.alloc(SEGMENT_BYTES, 'abcdefg');
  await expect(archive.write(1, 5n * size, wal)).rejects.toThrow('EISDIR');
  await archive.close();
  await rm(obstacle, { recursive: true });
  await archive.write(1, 5n * size, wal);
  expect(await archive.end(1)).toBe(6n * size);
  await archive.close();
});

test('a file that was cut while it was copied is not there', async () => {
  // A folder cannot be read as a file: the error comes after the copy was begun.
  await expect(copyWhole(folder, join(folder, 'copy'))).rejects.toThrow('EISDIR');
  expect(await readdir(folder)).toEqual([]);
});

test('copies share files that did not change, and old ones are removed', async () => {
  const [dataDir, backupDir] = [join(folder, 'data'), join(folder, 'backups')];
  const put = async (path: string, text: string) => {
    await mkdir(join(dataDir, path, '..'), { recursive: true });
    await writeFile(join(dataDir, path), text);
  };
  await put('media/ab/abcd.png', 'picture');
  await put('media/ab/abce.png.draft-01020304', 'unfinished');
  await put('keys/vault', 'key');
  await put('postgres/PG_VERSION', '18');
  await put('server.log', 'log');
  const facts = { postgres: 18, system: '1', timeline: 1, first_wal: '', head: 0, seal: null };
  const copy = async (at: number) => {
    const target = join(backupDir, copyName(at));
    const before = (await copiesIn(backupDir)).copies.at(-1);
    const earlier = before && (await earlierFiles(before, { tell: () => undefined }));
    await mkdir(target, { recursive: true });
    const sums = await copyDataFiles(dataDir, join(target, 'data'), earlier);
    await writeManifest(target, sums, { ...facts, started_at: at, ended_at: at });
    const made = (await copiesIn(backupDir)).copies.at(-1);
    if (!made) throw new Error('no copy');
    return { target, made, paths: [...sums.keys()].sort() };
  };
  const first = await copy(1_000);
  expect(first.paths).toEqual(['data/keys/vault', 'data/media/ab/abcd.png']);
  const follow = followDataFiles(dataDir);
  await follow(first.made);
  await put('media/ab/abcf.png', 'new');
  await put('media/cd/cdef.png', 'new too');
  await follow(first.made);
  expect([...(await addedSums(first.target)).keys()].sort()).toEqual([
    'data/media/ab/abcf.png',
    'data/media/cd/cdef.png',
  ]);
  expect((await readdir(join(first.target, 'data', 'media'), { recursive: true })).sort()).toEqual(
    ['ab', 'ab/abcd.png', 'ab/abcf.png', 'cd', 'cd/cdef.png'].sort(),
  );
  await rm(join(dataDir, 'media/ab/abcf.png'));
  const second = await copy(2_000);
  expect(second.paths).toEqual(['data/keys/vault', 'data/media/ab/abcd.png', 'data/media/cd/cdef.png']);
  const inode = (of: string) => statSync(join(of, 'data/media/ab/abcd.png')).ino;
  expect(inode(second.target)).toBe(inode(first.target));

  await mkdir(join(backupDir, copyName(1_500)));
  await removeCopies(backupDir, 1_000);
  // A copy without a manifest was cut: it goes.
  expect(await readdir(backupDir)).toEqual([copyName(1_000), copyName(2_000)]);
  await removeCopies(backupDir, 9_000);
  expect((await copiesIn(backupDir)).copies.map(({ ended_at }) => ended_at)).toEqual([2_000]);

  const source = { next: undefined, backupDir, damaged: [], to: undefined };
  const other = { ...facts, postgres: 17, folder: second.target, started_at: 1, ended_at: 1, files: '' };
  const empty = join(folder, 'empty');
  await expect(putBack({ ...source, copy: other }, empty)).rejects.toThrow(
    /is of PostgreSQL 17, and this program has 18: restore it with a version of the program from its time$/,
  );
  expect(await readdir(empty)).toEqual([]);
});

/** A folder with a copy of each of these times, all of the same files. */
async function backupsOf(...times: number[]) {
  const [dataDir, backupDir] = [join(folder, 'data'), join(folder, 'backups')];
  await mkdir(join(dataDir, 'media'), { recursive: true });
  await writeFile(join(dataDir, 'media', 'one.png'), 'one');
  const facts = { postgres: 18, system: '1', timeline: 1, first_wal: '', head: 0, seal: null };
  for (const at of times) {
    const target = join(backupDir, copyName(at));
    await mkdir(target, { recursive: true });
    const sums = await copyDataFiles(dataDir, join(target, 'data'), undefined);
    await writeManifest(target, sums, { ...facts, started_at: at, ended_at: at });
  }
  const { copies } = await copiesIn(backupDir);
  return { dataDir, backupDir, copies };
}

test('one damaged manifest leaves the other copies in use, and is named', async () => {
  const { backupDir, copies } = await backupsOf(1_000, 2_000, 3_000);
  const [first, second, third] = copies;
  await writeFile(join(second?.folder ?? '', 'manifest.json'), '{"started_at":');
  const left = await copiesIn(backupDir);
  expect(left).toEqual({ copies: [first, third], damaged: [second?.folder] });
  const newest = { to: undefined, before: undefined };
  expect(await sourceOf(backupDir, newest)).toMatchObject({ copy: third, damaged: left.damaged });
  expect(await sourceOf(backupDir, { to: undefined, before: 2_500 })).toMatchObject({
    copy: first,
    next: third,
  });
  // So is one that cannot be read: here a folder is in its place.
  const path = join(second?.folder ?? '', 'manifest.json');
  await rm(path);
  await mkdir(path);
  expect(await copiesIn(backupDir)).toEqual(left);
  const env = { BACKUP_DIR: backupDir, DATA_DIR: join(folder, 'data') };
  const lines: string[] = [];
  await workOnBackups(['list'], env, (line) => lines.push(line));
  const name = `${second?.folder}/manifest.json is cut or damaged: this copy is left out; remove it`;
  expect(lines).toEqual([expect.stringContaining('1970'), expect.stringContaining('1970'), name]);
  await expect(workOnBackups(['verify'], env, () => undefined)).rejects.toThrow(name);
  // It stays as long as others of its time: somebody may repair it.
  await removeCopies(backupDir, 2_000);
  expect(await readdir(backupDir)).toEqual([copyName(2_000), copyName(3_000)]);
  await removeCopies(backupDir, 2_001);
  expect(await readdir(backupDir)).toEqual([copyName(3_000)]);
  await writeFile(join(third?.folder ?? '', 'manifest.json'), '{}');
  await expect(sourceOf(backupDir, newest)).rejects.toThrow(
    /no whole copy.*\n.*manifest\.json is cut or damaged/,
  );
  // It can be of another installation: nothing is written beside it. No database is asked.
  await expect(requireSameCluster('', await copiesIn(backupDir))).rejects.toThrow(
    'cannot be read, and there is no whole copy: repair or remove it',
  );
});

test('a file that was added after a copy has a sum, also after a crash, and its damage is noticed', async () => {
  const { dataDir, backupDir, copies } = await backupsOf(1_000);
  const [copy] = copies;
  if (!copy) throw new Error('no copy');
  const added = (name: string) => join(copy.folder, 'data', 'media', name);
  await writeFile(join(dataDir, 'media', 'two.png'), 'two');
  await followDataFiles(dataDir)(copy);
  await requireWhole(copy);
  // The program ended in the middle of a line, and before the next one.
  const list = join(copy.folder, 'added.tsv');
  await writeFile(list, (await readFile(list, 'utf8')).slice(0, -5));
  await writeFile(join(dataDir, 'media', 'three.png'), 'three');
  await writeFile(added('three.png'), 'thr');
  await followDataFiles(dataDir)(copy);
  expect([...(await addedSums(copy.folder)).keys()].sort()).toEqual([
    'data/media/three.png',
    'data/media/two.png',
  ]);
  expect(await readFile(added('three.png'), 'utf8')).toBe('three');
  await requireWhole(copy);

  await writeFile(added('two.png'), 'tw0');
  const damage = 'data/media/two.png has 3 bytes of other content, not its 3';
  await expect(requireWhole(copy)).rejects.toThrow(damage);
  const env = { BACKUP_DIR: backupDir, DATA_DIR: dataDir };
  await expect(workOnBackups(['verify'], env, () => undefined)).rejects.toThrow(damage);
  await rm(added('two.png'));
  await expect(requireWhole(copy)).rejects.toThrow('data/media/two.png is missing');
  // The next start copies it again.
  await followDataFiles(dataDir)(copy);
  await requireWhole(copy);
  // A list that is lost, or cannot be read, is noticed by the files that it named.
  for (const spoil of [() => rm(list), () => mkdir(list)]) {
    await spoil();
    await expect(requireWhole(copy)).rejects.toThrow(/three\.png is in no list: .*; such uploaded files: 2/);
  }
  // What cannot be read is not replaced by an empty list.
  await expect(followDataFiles(dataDir)(copy)).rejects.toThrow('EISDIR');
});

test('a damaged picture is not handed on, comes from another copy, or is left out by name; keys are not', async () => {
  const { dataDir, backupDir, copies } = await backupsOf(1_000);
  await mkdir(join(dataDir, 'keys'));
  for (const path of ['keys/vault', 'media/two.png', 'media/three.png'])
    await writeFile(join(dataDir, path), path);
  const facts = { postgres: 18, system: '1', timeline: 1, first_wal: '', head: 0, seal: null };
  const lines: string[] = [];
  async function copyAt(at: number, earlier: Copy | undefined): Promise<Copy> {
    const target = join(backupDir, copyName(at));
    await mkdir(join(target, 'database'), { recursive: true });
    await writeFile(join(target, 'database', 'postgresql.auto.conf'), '');
    await mkdir(join(target, 'database', 'pg_wal'), { recursive: true });
    const tell = (line: string): number => lines.push(line);
    const before = earlier && (await earlierFiles(earlier, { tell }));
    const sums = await copyDataFiles(dataDir, join(target, 'data'), before);
    const first_wal = segmentName(1, 0n);
    await writeManifest(target, sums, { ...facts, first_wal, started_at: at, ended_at: at });
    const made = (await copiesIn(backupDir)).copies.find(({ folder: of }) => of === target);
    if (!made) throw new Error('no copy');
    return made;
  }
  const older = await copyAt(2_000, copies[0]);
  const inode = (of: Copy, name: string) => statSync(join(of.folder, 'data', 'media', name)).ino;
  // Of the same length.
  for (const name of ['two', 'three'])
    await writeFile(join(older.folder, 'data', 'media', `${name}.png`), `media/${name}.pn0`);
  await rm(join(dataDir, 'media', 'three.png'));
  const newer = await copyAt(3_000, older);
  expect(lines).toEqual([expect.stringMatching(/is damaged: data\/media\/.*; such files: 2, /)]);
  expect(inode(newer, 'one.png')).toBe(inode(older, 'one.png'));
  expect(inode(newer, 'two.png')).not.toBe(inode(older, 'two.png'));
  await requireWhole(newer);
  await expect(requireWhole(older)).rejects.toThrow(/such uploaded files: 2/);

  const source = { copy: older, next: undefined, backupDir, damaged: [], to: undefined };
  const target = join(folder, 'restored');
  await writeFile(join(older.folder, 'data', 'media', 'four.png'), '');
  expect((await putBack(source, target)).lines).toEqual([
    `${older.folder}: data/media/four.png is in no list: it can be damaged`,
    `left out: ${older.folder} is damaged: data/media/three.png has 15 bytes of other content, not its 15`,
  ]);
  expect((await readdir(join(target, 'media'))).sort()).toEqual(['four.png', 'one.png', 'two.png']);
  expect(await readFile(join(target, 'media', 'two.png'), 'utf8')).toBe('media/two.png');
  await writeFile(join(older.folder, 'data', 'keys', 'vault'), 'keys/vaul0');
  await expect(putBack(source, join(folder, 'refused'))).rejects.toThrow('data/keys/vault has 10 bytes');
});

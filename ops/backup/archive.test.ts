import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copiesIn, copyName, copyWhole, sumsOf, writeManifest } from './copies.ts';
import { copyDataFiles, followDataFiles } from './data-files.ts';
import { putBack } from './recover.ts';
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
    const before = (await copiesIn(backupDir)).at(-1);
    const earlier = before && {
      folder: join(before.folder, 'data'),
      sums: (await sumsOf(before.folder)).sums,
    };
    await mkdir(target, { recursive: true });
    const sums = await copyDataFiles(dataDir, join(target, 'data'), earlier);
    await writeManifest(target, sums, { ...facts, started_at: at, ended_at: at });
    return { target, paths: [...sums.keys()].sort() };
  };
  const first = await copy(1_000);
  expect(first.paths).toEqual(['data/keys/vault', 'data/media/ab/abcd.png']);
  const follow = followDataFiles(dataDir);
  await follow(join(first.target, 'data'));
  await put('media/ab/abcf.png', 'new');
  await put('media/cd/cdef.png', 'new too');
  await follow(join(first.target, 'data'));
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
  expect((await copiesIn(backupDir)).map(({ ended_at }) => ended_at)).toEqual([2_000]);

  const source = { next: undefined, backupDir, to: undefined };
  const other = { ...facts, postgres: 17, folder: second.target, started_at: 1, ended_at: 1, files: '' };
  const empty = join(folder, 'empty');
  await expect(putBack({ ...source, copy: other }, empty)).rejects.toThrow(
    /is of PostgreSQL 17, and this program has 18: restore it with a version of the program from its time$/,
  );
  expect(await readdir(empty)).toEqual([]);
  await writeFile(join(second.target, 'manifest.json'), '{"started_at":');
  await expect(copiesIn(backupDir)).rejects.toThrow('manifest.json is cut or damaged: remove this copy');
});

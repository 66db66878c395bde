import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { WATERMARK } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { openMediaFiles } from '#services/modules/media/files.ts';
import { shortFilm } from '#services/modules/media/testing/films.ts';
import { storeFile } from '#services/modules/media/testing/stored-file.ts';
import { openMediaJobs } from '#services/modules/media/variants/media-jobs.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { startProgram } from '../testing/program.ts';
import { type MediaLane, makeDueVariants } from './lane.ts';

const api = fixture(() => startTestApi({ projections: false }));
const owner = fixture(() => api.creator());

const parts = () => ({ pool: api.deps.pool, store: api.deps.media.store });
const picture = (width = 1600, height = width >> 1) =>
  sharp({ create: { width, height, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
const storePicture = async (of: TestUser = owner, ...size: Parameters<typeof picture>) =>
  storeFile(parts(), { owner: of.user_id, bytes: await picture(...size) });
const storeVideo = (bytes: Buffer) =>
  storeFile(parts(), { owner: owner.user_id, bytes, kind: 'video', type: 'video/mp4' });

let errors: unknown[] = [];
let lane: MediaLane;
beforeEach(async () => {
  errors = [];
  const { pool, clock, media, accounts, config } = api.deps;
  await queriesOn(pool).deleteFrom('media.jobs').execute();
  const jobs = openMediaJobs({ pool, clock, store: media.store });
  const onError = (error: unknown) => errors.push(error);
  lane = {
    jobs,
    profiles: accounts.profiles,
    config: { dataDir: config.dataDir, s3: undefined, ffmpegPath: undefined },
    onError,
  };
});
const work = (signal = new AbortController().signal) => makeDueVariants(lane, signal);

const fileOf = async (file_id: string) => {
  const { pool, clock } = api.deps;
  return (await openMediaFiles({ pool, clock }).byIds([file_id])).get(file_id);
};
const variantsOf = (file_id: string) =>
  queriesOn(api.deps.pool)
    .selectFrom('media.variants')
    .where('file_id', '=', file_id)
    .selectAll()
    .orderBy('variant')
    .execute();
const jobs = () => queriesOn(api.deps.pool).selectFrom('media.jobs').selectAll().execute();
const objects = (): string[] =>
  readdirSync(join(api.deps.config.dataDir, 'media'), { recursive: true, withFileTypes: true }).flatMap(
    (entry) => (entry.isFile() ? [entry.name] : []),
  );

test('a picture becomes ready with its variants', async () => {
  const { file_id } = await storePicture();
  await work();
  expect(errors).toEqual([]);
  expect(await fileOf(file_id)).toMatchObject({
    state: 'ready',
    variants: ['blur', 'w1440', 'w320', 'w720'],
  });
  expect((await fileOf(file_id))?.thumbhash).toMatch(/^[\w+/=]{20,60}$/);
  for (const { object, bytes, width } of await variantsOf(file_id)) {
    const stored = await buffer(await api.deps.media.store.read(object));
    expect([stored.length, (await sharp(stored).metadata()).width]).toEqual([bytes, width]);
  }
  expect(await jobs()).toEqual([]);
});

test('a film becomes ready with its length; junk is refused, and gone', async () => {
  const film = await storeVideo(await shortFilm({ seconds: 3 }));
  const junk = await storeVideo(randomBytes(5_000));
  await work();
  expect(await fileOf(film.file_id)).toMatchObject({ state: 'ready', seconds: 3, width: 64, height: 48 });
  expect(await fileOf(junk.file_id)).toMatchObject({ state: 'refused', problem: 'not_video' });
  expect(await api.deps.media.store.size(junk.object)).toBeNull();
  expect([await jobs(), errors]).toEqual([[], []]);
});

test('the creator’s watermark is on each width', async () => {
  const marked = await api.creator();
  await queriesOn(api.deps.pool)
    .updateTable('accounts.creators')
    .where('user_id', '=', marked.user_id)
    .set({ watermark: WATERMARK.tiled })
    .execute();
  const [with_mark, without] = [await storePicture(marked, 400), await storePicture(owner, 400)];
  await work();
  const spread = async (file_id: string) => {
    const found = (await variantsOf(file_id)).filter(({ variant }) => variant !== 'blur');
    return Promise.all(
      found.map(async ({ object }) => {
        const { channels } = await sharp(await buffer(await api.deps.media.store.read(object))).stats();
        return channels[0]?.stdev ?? 0;
      }),
    );
  };
  expect(Math.min(...(await spread(with_mark.file_id)))).toBeGreaterThan(5);
  expect(Math.max(...(await spread(without.file_id)))).toBeLessThan(1);
});

test('owners take turns, however many files one has', async () => {
  const others = [await api.creator(), await api.creator()];
  const many: string[] = [];
  for (let at = 0; at < 4; at += 1) many.push((await storePicture(owner, 40)).file_id);
  const few = await Promise.all(others.map(async (of) => (await storePicture(of, 40)).file_id));
  const order: string[] = [];
  for (let job = await lane.jobs.next('files'); job; job = await lane.jobs.next('files')) {
    order.push(job.file_id);
    await lane.jobs.made(job.file_id, { variants: [] });
  }
  expect(new Set(order)).toEqual(new Set([...many, ...few]));
  expect(order.slice(0, 3)).toEqual(expect.arrayContaining(few));
});

test('a file that is removed meanwhile leaves nothing', async () => {
  const before = objects();
  const { file_id, object } = await storePicture();
  const { jobs: queue } = lane;
  lane.jobs = {
    ...queue,
    async made(...result) {
      await queriesOn(api.deps.pool).deleteFrom('media.files').where('file_id', '=', file_id).execute();
      return queue.made(...result);
    },
  };
  await work();
  expect(objects().filter((name) => !before.includes(name))).toEqual([object]);
  expect(await variantsOf(file_id)).toEqual([]);
});

test('work that fails is tried again, five times in all', async () => {
  const { file_id, object } = await storePicture();
  await api.deps.media.store.remove(object);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await fileOf(file_id)).toMatchObject({ state: 'checked' });
    await work();
    expect(errors).toHaveLength(attempt);
    // Not before its time.
    await work();
    expect(errors).toHaveLength(attempt);
    await api.deps.pool.query("UPDATE media.jobs SET due_at = now() - interval '1 second'");
  }
  expect(await fileOf(file_id)).toMatchObject({ state: 'refused', problem: 'not_made' });
  expect(await jobs()).toEqual([]);
});

test('a worker that stops in order gives the attempt back', async () => {
  const { file_id } = await storePicture();
  const stop = new AbortController();
  const working = work(stop.signal);
  await expect.poll(async () => (await jobs())[0]?.attempts).toBe(1);
  stop.abort();
  await working;
  expect(await jobs()).toMatchObject([{ file_id, attempts: 0 }]);
  await work();
  expect(await fileOf(file_id)).toMatchObject({ state: 'ready' });
});

/** Writes what ffmpeg would write, or fails with these words. */
async function fakeFfmpeg(failure = ''): Promise<string> {
  const path = join(api.deps.config.dataDir, `ffmpeg-${randomBytes(4).toString('hex')}`);
  const list = '#EXTM3U\\n#EXT-X-MAP:URI="film%s.mp4",BYTERANGE="4@0"\\nfilm%s.mp4\\n';
  const lines = [
    '#!/bin/sh',
    'cat > /dev/null',
    failure && `echo "${failure}" >&2; exit 1`,
    "for last; do :; done; size=$(expr $last : 'hls\\([0-9]*\\)')",
    'echo "film of $size" > "film$size.mp4"',
    `printf '${list}' "$size" "$size" > "$last"`,
  ];
  await writeFile(path, lines.join('\n'), { mode: 0o700 });
  return path;
}
const films = () => makeDueVariants(lane, new AbortController().signal, 'films');

test('with ffmpeg a video is ready at once, and gets its sizes later', async () => {
  lane.config = { ...lane.config, ffmpegPath: await fakeFfmpeg() };
  const { file_id } = await storeVideo(await shortFilm({ seconds: 3 }));
  await films();
  expect(await fileOf(file_id)).toMatchObject({ state: 'checked' });
  await work();
  expect(await fileOf(file_id)).toMatchObject({ state: 'ready', variants: [] });
  await films();
  expect([errors, await jobs()]).toEqual([[], []]);
  // A film of 48 lines has the smallest size only.
  expect(await fileOf(file_id)).toMatchObject({ state: 'ready', variants: ['film480', 'hls', 'hls480'] });
  const texts = await Promise.all(
    (await variantsOf(file_id)).map(async ({ object }) => text(await api.deps.media.store.read(object))),
  );
  expect(texts[0]).toBe('film of 480\n');
  expect(texts[1]).toBe('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1528000,RESOLUTION=640x480\nhls480.m3u8\n');
  expect(existsSync(join(api.deps.config.dataDir, 'media-work'))).toBe(false);
});

test('a video whose sizes cannot be made stays as it is', async () => {
  lane.config = { ...lane.config, ffmpegPath: await fakeFfmpeg('no such codec') };
  const { file_id } = await storeVideo(await shortFilm());
  await work();
  await films();
  expect(await jobs()).toMatchObject([{ file_id, attempts: 1 }]);
  await api.deps.pool.query("UPDATE media.jobs SET attempts = 4, due_at = now() - interval '1 second'");
  await films();
  expect(errors).toHaveLength(2);
  expect(errors[0]).toMatchObject({ cause: { message: expect.stringContaining('no such codec') } });
  expect(await jobs()).toEqual([]);
  expect(await fileOf(file_id)).toMatchObject({ state: 'ready', problem: '', variants: [] });
});

/** For programs that all others go before. */
const PATIENCE_MS = 150_000;
/** Programs that a process started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const niceness = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);

test(
  'a worker that is killed in the middle loses nothing and makes nothing twice',
  async () => {
    const before = objects();
    const files: string[] = [];
    // The lane gets what other work leaves of the processor: these pictures need little.
    for (let at = 0; at < 12; at += 1) files.push((await storePicture(owner, 1500 + at, 64)).file_id);
    const states = async () => {
      const found = await Promise.all(files.map(fileOf));
      return found.filter((file) => file?.state === 'ready').length;
    };
    const first = await startProgram('worker', api);
    await expect.poll(states, { timeout: PATIENCE_MS, interval: 10 }).toBeGreaterThan(0);
    expect(childrenOf(first.pid).map(niceness)).toContain(19);
    await first.kill();
    expect(await states()).toBeLessThan(files.length);
    const second = await startProgram('worker', api);
    onTestFinished(() => second.kill());
    await expect.poll(states, { timeout: PATIENCE_MS }).toBe(files.length);
    expect(await jobs()).toEqual([]);
    const added = objects().filter((name) => !before.includes(name));
    // The original, three widths, and the teaser.
    expect(added).toHaveLength(files.length * 5);
    for (const file of files) expect(await variantsOf(file)).toHaveLength(4);
  },
  3 * PATIENCE_MS,
);

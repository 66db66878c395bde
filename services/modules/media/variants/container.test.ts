import { randomBytes } from 'node:crypto';
import {
  MkvOutputFormat,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { expect, test } from 'vitest';
import { film, flac, shortFilm } from '../testing/films.ts';
import { photo } from '../testing/photo.ts';
import { type ByteSource, readContainer } from './container.ts';

function sourceOf(bytes: Buffer) {
  const source = {
    size: bytes.length,
    read_bytes: 0,
    async read(start: number, end: number) {
      source.read_bytes += end - start;
      return bytes.subarray(start, end);
    },
  };
  return source;
}
const read = (bytes: Buffer, kind: 'audio' | 'video' = 'video') => readContainer(sourceOf(bytes), kind);

const faststart = () => new Mp4OutputFormat({ fastStart: 'in-memory' });

test.each([
  ['mp4', 'video/mp4', faststart(), { video: 'avc', audio: 'aac' }],
  ['mp4 in fragments', 'video/mp4', new Mp4OutputFormat({ fastStart: 'fragmented' }), { video: 'avc' }],
  ['mp4 with VP9', 'video/mp4', faststart(), { video: 'vp9', audio: 'opus' }],
  ['webm', 'video/webm', new WebMOutputFormat(), { video: 'vp9', audio: 'opus' }],
] as const)('video in %s', async (_, type, format, options) => {
  expect(await read(await film(format, options))).toEqual({ type, width: 64, height: 48, seconds: 4 });
});

test('a webm from a recorder, which does not know its end', async () => {
  const bytes = await film(new WebMOutputFormat({ appendOnly: true }), { video: 'vp8' });
  expect(await read(bytes)).toMatchObject({ type: 'video/webm', seconds: 3.9 });
});

test.each([
  ['m4a', 'audio/mp4', async () => film(faststart(), { audio: 'aac' })],
  ['mp3', 'audio/mpeg', async () => film(new Mp3OutputFormat(), { audio: 'mp3' })],
  [
    'mp3 without a head',
    'audio/mpeg',
    async () => film(new Mp3OutputFormat({ xingHeader: false }), { audio: 'mp3' }),
  ],
  ['ogg', 'audio/ogg', async () => film(new OggOutputFormat(), { audio: 'opus' })],
  ['webm', 'audio/webm', async () => film(new WebMOutputFormat(), { audio: 'opus' })],
  ['flac', 'audio/flac', async () => flac(100)],
] as const)('audio in %s', async (_, type, made) => {
  const found = await read(await made(), 'audio');
  expect(found).toMatchObject({ type, width: 0, height: 0 });
  expect(typeof found === 'object' && found.seconds > 0.3).toBe(true);
});

test('an index behind the pictures is named', async () => {
  expect(await read(await film(new Mp4OutputFormat({ fastStart: false }), { video: 'avc' }))).toBe(
    'moov_last',
  );
});

test.each([
  ['H.265', { video: 'hevc' }],
  ['H.264 with 10 bits', { video: 'avc', profile: '6e' }],
] as const)('%s, which many browsers do not play, is named', async (_, options) => {
  expect(await read(await film(faststart(), options))).toBe('codec');
});

test('kinds are not mixed up', async () => {
  expect(await read(await shortFilm(), 'audio')).toBe('not_audio');
  expect(await read(await film(faststart(), { audio: 'aac' }), 'video')).toBe('not_video');
});

test.each([
  ['nothing', async () => Buffer.alloc(0)],
  ['zeros', async () => Buffer.alloc(100_000)],
  ['noise', async () => randomBytes(100_000)],
  ['a page', async () => Buffer.from('<script>alert(1)</script>'.repeat(100))],
  ['a picture', async () => photo(80, 60)],
  [
    'the head of an mp4 with noise behind it',
    async () => Buffer.concat([(await shortFilm()).subarray(0, 40), randomBytes(50_000)]),
  ],
  ['half an index', async () => (await shortFilm()).subarray(0, 700)],
  ['a film without pictures', async () => shortFilm({ seconds: 0 })],
  ['matroska', async () => film(new MkvOutputFormat(), { video: 'avc' })],
  ['quicktime', async () => film(new MovOutputFormat({ fastStart: 'in-memory' }), { video: 'avc' })],
] as const)('%s is no video', async (_, made) => {
  expect(await read(await made())).toMatch(/^(not_video|no_length)$/);
});

test('bytes changed at random never throw, nor read without an end', async () => {
  const whole = await shortFilm({ seconds: 2 });
  for (let round = 0; round < 60; round += 1) {
    const bytes = Buffer.from(whole);
    const noise = randomBytes(8);
    for (const byte of noise) bytes[(byte * (round + 7) * 31) % bytes.length] = byte ^ round;
    const source = sourceOf(bytes);
    await readContainer(source, 'video');
    expect(source.read_bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  }
});

test('of a long film its index is read, not its pictures', async () => {
  const source = sourceOf(await shortFilm({ seconds: 60, bytes: 100_000 }));
  expect(source.size).toBeGreaterThan(50_000_000);
  expect(await readContainer(source, 'video')).toMatchObject({ seconds: 60 });
  expect(source.read_bytes).toBeLessThan(1_000_000);
});

test('a store that does not answer is not a problem of the file', async () => {
  const source: ByteSource = { size: 1000, read: () => Promise.reject(new Error('away')) };
  await expect(readContainer(source, 'video')).rejects.toThrow('away');
});

import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import { drawnVideo, playedAudio } from './recordings.ts';

const inputOf = (bytes: Buffer) => new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });

test('a drawn video is WebM with a key frame for each picture', async () => {
  const { bytes, seconds } = await drawnVideo(1, 'waves', { hue: 200, spread: 40 }, 1);
  const input = inputOf(bytes);
  expect(await input.computeDuration()).toBe(seconds);
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('there is no video');
  expect([await track.getCodec(), await track.getDisplayWidth(), await track.getDisplayHeight()]).toEqual([
    'vp8',
    640,
    360,
  ]);
  const types: string[] = [];
  for await (const { type } of new EncodedPacketSink(track).packets()) types.push(type);
  expect(types).toEqual(Array.from({ length: 8 }, () => 'key'));
});

test('played audio is FLAC of its length', async () => {
  const { bytes, seconds } = playedAudio([0, 4, 7, 12]);
  const input = inputOf(bytes);
  expect((await input.getFormat()).mimeType).toBe('audio/flac');
  expect(await input.computeDuration()).toBeCloseTo(seconds, 1);
});

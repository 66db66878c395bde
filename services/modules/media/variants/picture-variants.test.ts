import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { expect, test } from 'vitest';
import { colourAt, metadataIn, photo } from '../testing/photo.ts';
import { type PictureVariant, pictureVariants } from './picture-variants.ts';

const plain = (width: number, height: number, background = '#c60') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const sizes = (made: { variants: PictureVariant[]; width: number; height: number }[]) =>
  Object.fromEntries(
    made.flatMap(({ variants, width, height }) => variants.map((name) => [name, `${width}x${height}`])),
  );

test('three widths, each with the proportions of the original', async () => {
  const { width, height, made } = await pictureVariants(await plain(3000, 1500));
  expect({ width, height }).toEqual({ width: 3000, height: 1500 });
  expect(sizes(made)).toEqual({ w1440: '1440x720', w720: '720x360', w320: '320x160', blur: '160x80' });
  for (const { bytes } of made) expect((await sharp(bytes).metadata()).format).toBe('webp');
});

test('a small picture is not made larger, and equal variants are one file', async () => {
  const { made } = await pictureVariants(await plain(300, 200));
  expect(made.map(({ variants }) => variants)).toEqual([['w1440', 'w720', 'w320'], ['blur']]);
  expect(sizes(made)).toMatchObject({ w1440: '300x200', w320: '300x200' });
});

test('a photo is upright in each variant, and without metadata', async () => {
  const { made } = await pictureVariants(await photo(1200, 900));
  for (const { variants, bytes, width, height } of made) {
    expect([variants[0], await metadataIn(bytes)]).toEqual([variants[0], []]);
    expect(height).toBeGreaterThan(width);
    const [red = 0] = await colourAt(bytes, width >> 1, height - 1);
    expect(red).toBeLessThan(60);
  }
});

test('a very long strip fits', async () => {
  const { made } = await pictureVariants(await plain(400, 16_384));
  expect(sizes(made)).toMatchObject({ w1440: '400x16383', w320: '320x13107' });
});

test('an animation moves, except in the smallest width', async () => {
  const colours = ['#f00', '#00f', '#0f0'];
  const frames = await Promise.all(colours.map((colour) => plain(800, 400, colour)));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { made } = await pictureVariants(gif);
  expect(sizes(made)).toMatchObject({ w1440: '800x400', w720: '720x360', w320: '320x160' });
  const pages = made.map(async ({ variants, bytes }) => [
    variants[0],
    (await sharp(bytes).metadata()).pages ?? 1,
  ]);
  expect(Object.fromEntries(await Promise.all(pages))).toEqual({ w1440: 3, w720: 3, w320: 1, blur: 1 });
});

test('the hash has the colour of the picture', async () => {
  const { thumbhash } = await pictureVariants(await plain(640, 480, '#f00'));
  const { r, g, b } = thumbHashToAverageRGBA(Buffer.from(thumbhash, 'base64'));
  expect(r > 0.9 && g < 0.1 && b < 0.1).toBe(true);
});

test('the teaser of a locked picture has nothing fine of it', async () => {
  // Stripes of 24 pixels: black and white.
  const stripes = Buffer.alloc(960 * 640 * 3);
  for (let at = 0; at < stripes.length; at += 1) stripes[at] = Math.floor(at / 3) % 48 < 24 ? 0 : 255;
  const picture = await sharp(stripes, { raw: { width: 960, height: 640, channels: 3 } })
    .png()
    .toBuffer();
  const { made } = await pictureVariants(picture);
  const blur = made.find(({ variants }) => variants.includes('blur'));
  expect(blur?.bytes.length).toBeLessThan(2_000);
  const { channels } = await sharp(blur?.bytes).stats();
  expect(channels[0]?.stdev).toBeLessThan(20);
});

test('a picture full of details, too', async () => {
  const side = 3000;
  const noise = sharp(randomBytes(1000 * 1000 * 3), { raw: { width: 1000, height: 1000, channels: 3 } });
  const bytes = await noise.resize(side, side).jpeg().toBuffer();
  const { made } = await pictureVariants(bytes);
  expect(sizes(made)).toMatchObject({ w1440: '1440x1440' });
});

test('what is drawn over is in each width, not in the teaser', async () => {
  const mark = await plain(20, 20, '#0f0');
  const { made } = await pictureVariants(await plain(900, 900, '#f00'), async () => [
    { input: mark, left: 0, top: 0 },
  ]);
  for (const { variants, bytes } of made) {
    const [red = 0, green = 0] = await colourAt(bytes, 10, 10);
    expect([variants[0], green > red]).toEqual([variants[0], variants[0] !== 'blur']);
  }
});

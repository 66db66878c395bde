import sharp from 'sharp';
import { expect, test } from 'vitest';
import { WATERMARK } from '#events/status.ts';
import { watermark } from './watermark.ts';

const grey = { create: { width: 300, height: 200, channels: 3, background: '#888' } } as const;

async function marked(text: string, kind: number) {
  const overlays = await watermark(text, kind)({ width: 300, height: 200, pages: 1 });
  return sharp(await sharp(grey).composite(overlays).png().toBuffer());
}

test('letters are light with a dark edge, each text has its own', async () => {
  const picture = await marked('@one', WATERMARK.tiled);
  const { channels } = await picture.stats();
  expect(channels[0]?.stdev).toBeGreaterThan(3);
  expect(channels[0]?.max).toBeGreaterThan(0xa0);
  expect(channels[0]?.min).toBeLessThan(0x70);
  expect(await picture.toBuffer()).not.toEqual(await (await marked('@two', WATERMARK.tiled)).toBuffer());
});

test('a mark in the corner leaves the rest as it was', async () => {
  const picture = await marked('@one_two-3', WATERMARK.corner);
  const spread = async (left: number, top: number, width: number, height: number) => {
    const part = await picture.clone().extract({ left, top, width, height }).toBuffer();
    return (await sharp(part).stats()).channels[0]?.stdev;
  };
  expect(await spread(0, 0, 200, 150)).toBe(0);
  expect(await spread(200, 150, 100, 50)).toBeGreaterThan(3);
});

import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { WATERMARK } from '#events/status.ts';
import { temporaryFolder } from '#events/testing/fixture.ts';
import { openWatermarks } from './watermark.ts';

const folder = temporaryFolder();
const grey = { create: { width: 300, height: 200, channels: 3, background: '#888' } } as const;

/** How much the pixels of a marked picture differ. */
async function spread(text: string, of = folder.path): Promise<number> {
  const overlays = await openWatermarks(of)(text, WATERMARK.tiled)({ width: 300, height: 200, pages: 1 });
  const picture = await sharp(grey).composite(overlays).png().toBuffer();
  return (await sharp(picture).stats()).channels[0]?.stdev ?? 0;
}

test('the letters are there although the font file was deleted, and with another folder', async () => {
  expect(await spread('@one')).toBeGreaterThan(3);
  await rm(folder.path, { recursive: true, force: true });
  expect(await spread('@two')).toBeGreaterThan(3);
  await rm(folder.path, { recursive: true, force: true });
  expect(await spread('@three', `${folder.path}-other`)).toBeGreaterThan(3);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';

const PUBLIC = fileURLToPath(new URL('../web/public/', import.meta.url));
const manifest = z
  .object({
    start_url: z.string(),
    display: z.literal('standalone'),
    icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
    shortcuts: z.array(z.object({ url: z.string() })),
  })
  .parse(JSON.parse(readFileSync(join(PUBLIC, 'site.webmanifest'), 'utf8')));

test.each(manifest.icons)('the icon $src is of its kind and size', async ({ src, sizes, type }) => {
  const { format, width, height } = await sharp(join(PUBLIC, src)).metadata();
  expect(type).toContain(format);
  if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
});

test('browsers that install by a size find one of 192 and of 512', () => {
  const sizes = manifest.icons.map((icon) => icon.sizes);
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
});

test('the page names it, and an icon for iOS', () => {
  const page = readFileSync(join(PUBLIC, '../index.html'), 'utf8');
  expect(page).toContain('<link rel="manifest" href="/site.webmanifest" />');
  expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />');
});

test.each([manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)])('%s is a page', (path) => {
  const tree = readFileSync(join(PUBLIC, '../src/route-tree.gen.ts'), 'utf8');
  expect(tree).toContain(`fullPath: '${path}'`);
});

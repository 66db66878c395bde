import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#events/testing/fixture.ts';
import { openFileStore } from './file-store.ts';

const dataDir = temporaryFolder();

test('the same bytes are one file, also when written concurrently, and no draft stays', async () => {
  const store = openFileStore(dataDir.path);
  const bytes = Buffer.from('the same picture');
  const paths = await Promise.all(Array.from({ length: 8 }, () => store.put(bytes, 'png')));
  expect(new Set(paths).size).toBe(1);
  expect(paths[0]).toMatch(/^\/files\/[0-9a-f]{40}\.png$/);
  const names = readdirSync(store.folder);
  expect(names).toHaveLength(1);
  expect(readFileSync(join(store.folder, names[0] ?? ''))).toEqual(bytes);
});

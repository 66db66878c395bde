import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileHash } from './file-hash.ts';

const body = '\uFEFFdate,金额\r\n2026-01-01,1.00\r\n';
const sha256 = createHash('sha256').update(body).digest('hex');

test('a file that is whole has the hash that its last line states', async () => {
  expect(await fileHash(new Blob([`${body}file,${sha256}\r\n`]))).toEqual({ computed: sha256, agrees: true });
});

test('a changed file has another, an interrupted one none', async () => {
  const changed = body.replace('1.00', '1.01');
  expect(await fileHash(new Blob([`${changed}file,${sha256}\r\n`]))).toMatchObject({ agrees: false });
  expect(await fileHash(new Blob([body]))).toBeUndefined();
  expect(await fileHash(new Blob([]))).toBeUndefined();
});

import { expect, test } from 'vitest';
import { problemOf, sentName } from './file-limits.ts';

const MB = 1024 * 1024;
const file = (name: string, size = 1, type = '') => ({ name, size, type });

test.each([
  ['picture', file('a.JPG'), undefined],
  ['picture', file('', 1, 'image/png'), undefined],
  ['picture', file('a.svg', 1, 'image/svg+xml'), 'kind'],
  ['picture', file('jpg'), 'kind'],
  ['picture', file('a.png', 0), 'empty'],
  ['picture', file('a.png', 10 * MB), undefined],
  ['picture', file('a.png', 10 * MB + 1), 'size'],
  ['audio', file('a.mp3', 300 * MB), undefined],
  ['audio', file('a.mp4'), 'kind'],
  ['video', file('a.mov'), 'kind'],
  ['video', file('a.mp4', 4096 * MB), undefined],
  ['attachment', file('a.exe'), undefined],
  ['attachment', file('a.zip', 100 * MB + 1), 'size'],
] as const)('%s %o', (kind, chosen, problem) => {
  expect(problemOf(kind, chosen)).toBe(problem);
});

test('a picture is sent under its measures, an attachment under its own name', () => {
  const name = sentName('picture', file('我的照片.JPG', 2049), { width: 800, height: 600 });
  expect(name).toMatch(/^\d{10}_w800_h600_s3\.jpg$/);
  expect(sentName('picture', file('', 10, 'image/png'))).toMatch(/^\d{10}_w0_h0_s1\.png$/);
  expect(sentName('attachment', file('笔刷.zip'))).toBe('笔刷.zip');
});

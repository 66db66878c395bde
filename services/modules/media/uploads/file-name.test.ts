import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName } from './file-name.ts';

test.each([
  ['照片 1.jpg', '照片 1.jpg'],
  ['4821_w800_h600_s120.png', '4821_w800_h600_s120.png'],
  ['invoice\u202Egpj.exe', 'invoicegpj.exe'],
  ['a\u0000b\r\nc\u200Bd\uFEFF.txt', 'ab cd.txt'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\photos\\me.png', 'me.png'],
  ['\uD800.png', '\uFFFD.png'],
  ['  ', 'file'],
  ['..', 'file'],
  [`${'长'.repeat(200)}.mp3`, `${'长'.repeat(116)}.mp3`],
])('%j is shown as %j', (sent, shown) => {
  expect(cleanName(sent)).toBe(shown);
});

test('any name has 1 to 120 characters, none of them hidden, and stays as it is afterwards', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const clean = cleanName(name);
      expect([...clean].length).toBeGreaterThan(0);
      expect([...clean].length).toBeLessThanOrEqual(120);
      expect(clean).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u);
      expect(clean.isWellFormed()).toBe(true);
    }),
  );
});

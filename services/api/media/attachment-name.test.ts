import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachmentHeader } from './attachment-name.ts';

test.each([
  ['map.pdf', 'map.pdf', 'map.pdf'],
  ['画集 (1).zip', '__ (1).zip', '%E7%94%BB%E9%9B%86%20%281%29.zip'],
  ['a"b;c\\d/e.pdf', 'a_b_c_d_e.pdf', 'a%22b%3Bc_d_e.pdf'],
  ['photo\u202egpj.exe', 'photogpj.exe', 'photogpj.exe'],
  ["l'été*!.txt", 'l__t___.txt', 'l%27%C3%A9t%C3%A9%2A%21.txt'],
  ['a\r\nset-cookie: x=1', 'aset-cookie_ x_1', 'aset-cookie%3A%20x%3D1'],
  ['..', 'file', 'file'],
  ['\ud800', '_', '%EF%BF%BD'],
  ['', 'file', 'file'],
])('%j', (name, plain, encoded) => {
  expect(attachmentHeader(name)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`);
});

test('any name is one header of printable characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      expect(attachmentHeader(name)).toMatch(
        /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w%.~-]+$/,
      );
    }),
  );
});

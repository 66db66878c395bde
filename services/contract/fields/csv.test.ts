import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('cells with commas, quotes and line ends stay one cell', () => {
  expect(csvOf([['a,b', 'he said "hi"', 'two\nlines', '明信片']])).toBe(
    '\uFEFF"a,b","he said ""hi""","two\nlines",明信片\r\n',
  );
});

test('text that a spreadsheet would run is only text, a negative number stays a number', () => {
  expect(csvOf([['=1+1', '+86 123', '@x', '-12.50']])).toBe("\uFEFF'=1+1,'+86 123,'@x,-12.50\r\n");
});

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '\t', '\r', '\n', '\r\n'];
/** Every character that is a form of a sign: full-width, small, superscript, subscript. */
const SIGN_FORMS = new Set(
  Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).filter((character) =>
    ['=', '+', '-', '@'].includes(character.normalize('NFKC').charAt(0)),
  ),
);
const BLANKS = ['', ' ', '\u00a0', '\u3000'];

test('no cell begins with a sign of a formula, and each is read back unchanged', () => {
  const sign = fc.constantFrom(...SIGNS);
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('1+1', '12.50', 'cmd|calc', '"x",'));
  const blank = fc.constantFrom(...BLANKS);
  const cell = fc.tuple(blank, fc.option(sign, { nil: '' }), text).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
      const [record = []] = parse(csvOf([cells]), {
        bom: true,
        record_delimiter: '\r\n',
        relax_column_count: true,
      });
      const runs = cells.map(
        (one) =>
          (/^[\t\r\n]/.test(one) || SIGN_FORMS.has(one.trimStart().charAt(0))) && !/^-\d+(\.\d+)?$/.test(one),
      );
      expect(record).toEqual(cells.map((one, at) => (runs[at] ? `'${one}` : one)));
    }),
    { numRuns: 2_000 },
  );
});

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, textOfCell } from './csv.ts';

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
const BLANKS = ['', ' ', '\u00a0', '\u3000', "'", "''"];

test.each([
  ['order number', '217639847123456789012345678', "'217639847123456789012345678"],
  ['card number', '6222021234567890', "'6222021234567890"],
  ['card number in groups', '6222 0212 3456 7890', "'6222 0212 3456 7890"],
  ['long negative number', '-1234567890123456', "'-1234567890123456"],
  ['15 digits', '123456789012345', '123456789012345'],
  ['full-width digits', '１２３４５６７８９０１２３４５６', "'１２３４５６７８９０１２３４５６"],
  ['zeros in front', '007', "'007"],
  ['power of ten', '12E45', "'12E45"],
  ['day', '3-4', "'3-4"],
  ['amount', '0.50', '0.50'],
  ['time', '2026-10-02 21:39', '2026-10-02 21:39'],
  ['number of a parcel', 'SF1234567890123456', 'SF1234567890123456'],
])('a spreadsheet shows every digit of a cell: %s', (_, text, written) => {
  expect(csvOf([[text]])).toBe(`\uFEFF${written}\r\n`);
  expect(textOfCell(written)).toBe(text);
});

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
      for (const written of record) {
        const runs = /^[\t\r\n]/.test(written) || SIGN_FORMS.has(written.trimStart().charAt(0));
        expect(runs && !/^-\d+(\.\d+)?$/.test(written), written).toBe(false);
      }
      expect(record.map(textOfCell)).toEqual(cells);
    }),
    { numRuns: 2_000 },
  );
});

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

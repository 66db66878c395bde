import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenOf, fromWire, MAX_INPUT, proportion, sum, times, toWire } from './money.ts';

describe('money on the wire', () => {
  it.each([
    [3000, '30.00'],
    [5, '0.05'],
    [0, '0.00'],
    [-5, '-0.05'],
    [-123456, '-1234.56'],
    [100_000_000, '1000000.00'],
  ])('%i fen is written %s', (fen, text) => {
    expect(toWire(fenOf(fen))).toBe(text);
  });

  it.each([
    ['30', 3000],
    ['30.0', 3000],
    ['30.00', 3000],
    ['0.01', 1],
    ['1000000.00', 100_000_000],
    [30, 3000],
    [0.1, 10],
    [19.99, 1999],
    [1.15, 115],
  ])('reads %s as %i fen', (input, fen) => {
    expect(fromWire(input)).toBe(fen);
  });

  it.each([
    '1.001',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '',
    '.5',
    '1.',
    '1,00',
    '0x10',
    'NaN',
    '１',
    '1\u0000',
    1e21,
    1e-7,
    0.1 + 0.2,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    null,
    undefined,
    true,
    {},
    [],
    ['1'],
    1n,
  ])('refuses %s', (input) => {
    expect(fromWire(input)).toBeUndefined();
  });

  it('reads every value that it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_INPUT }), (fen) => fromWire(toWire(fenOf(fen))) === fen),
    );
  });
});

describe('money in sums', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    '%s is not a whole number of fen',
    (value) => {
      expect(() => fenOf(value)).toThrow(RangeError);
    },
  );

  it('adds and multiplies whole fen', () => {
    expect(sum([fenOf(1), fenOf(2), fenOf(-4)])).toBe(-1);
    expect(sum([])).toBe(0);
    expect(times(fenOf(250), 4)).toBe(1000);
  });

  it.each([
    [1, 1, 2, 1],
    [3, 1, 2, 2],
    [-1, 1, 2, -1],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [100, 94, 100, 94],
    [9_007_199_254_740_991, 1, 1, 9_007_199_254_740_991],
    [9_007_199_254_740_991, 99, 100, 8_917_127_262_193_581],
  ])('%i × %i ÷ %i is %i, rounded half up', (amount, numerator, denominator, expected) => {
    expect(proportion(fenOf(amount), numerator, denominator)).toBe(expected);
  });
});

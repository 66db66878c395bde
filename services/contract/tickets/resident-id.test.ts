import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCharacter, residentId } from './resident-id.ts';

const NOW = Date.UTC(2026, 10, 21);

describe('the check character', () => {
  // The first two are the standard's own examples; the others cover each remainder.
  test.each([
    ['11010519491231002', 'X'],
    ['44052418800101001', '4'],
    ['11010119900307001', '1'],
    ['11010119900307002', 'X'],
    ['11010119900307003', '8'],
    ['11010119900307004', '6'],
    ['11010119900307005', '4'],
    ['11010119900307006', '2'],
    ['11010119900307007', '0'],
    ['11010119900307008', '9'],
    ['11010119900307009', '7'],
    ['11010119900307018', '5'],
    ['11010119900307019', '3'],
  ])('of %s is %s', (digits, check) => {
    expect(checkCharacter(digits)).toBe(check);
    for (const other of '0123456789X') {
      expect(residentId(digits + other, NOW) !== undefined, other).toBe(other === check);
    }
  });

  test('notices every wrong digit and every pair of neighbours that changed places', () => {
    const birth = fc.date({ min: new Date(Date.UTC(1900, 0, 1)), max: new Date(NOW), noInvalidDate: true });
    const parts = fc.tuple(
      fc.integer({ min: 100_000, max: 899_999 }),
      birth,
      fc.integer({ min: 0, max: 999 }),
    );
    fc.assert(
      fc.property(parts, fc.nat(17), fc.nat(9), ([place, day, order], at, digit) => {
        const digits = `${place}${day.toISOString().slice(0, 10).replaceAll('-', '')}${String(order).padStart(3, '0')}`;
        const number = digits + checkCharacter(digits);
        expect(residentId(number, NOW)).toBe(number);
        const wrong = number.slice(0, at) + digit + number.slice(at + 1);
        expect(residentId(wrong, NOW) !== undefined).toBe(wrong === number);
        const next = number.charAt(at + 1);
        const swapped = number.slice(0, at) + next + number.charAt(at) + number.slice(at + 2);
        expect(residentId(swapped, NOW) !== undefined).toBe(swapped === number);
      }),
    );
  });
});

test.each(['11010519491231002x', ' 110105 19491231 002X ', '１１０１０５１９４９１２３１００２Ｘ'])(
  '%j is read as this number',
  (text) => {
    expect(residentId(text, NOW)).toBe('11010519491231002X');
  },
);

const numbered = (digits: string): string => digits + checkCharacter(digits);

test.each([
  ['empty', ''],
  ['15 digits, as cards had them once', '110105491231002'],
  ['17 characters', '11010519491231002'],
  ['19 characters', '11010519491231002X0'],
  ['a letter in the middle', '1101051949123100AX'],
  ['an X in the middle', '1101051949X231002X'],
  ['a place that begins with 0', numbered('01010519491231002')],
  ['the 30th of February', numbered('11010519900230002')],
  ['the 29th of February in a common year', numbered('11010519010229002')],
  ['month 13', numbered('11010519901301002')],
  ['day 0', numbered('11010519900100002')],
  ['a birth before any that lives', numbered('11010517991231002')],
  ['a birth tomorrow', numbered('11010520261122002')],
])('%s is refused', (_, text) => {
  expect(residentId(text, NOW)).toBeUndefined();
});

test('the 29th of February of a leap year, and today, are birth dates', () => {
  expect(residentId(numbered('11010520000229002'), NOW)).toBeDefined();
  expect(residentId(numbered('11010520261121002'), NOW)).toBeDefined();
});

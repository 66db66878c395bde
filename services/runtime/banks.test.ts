import { expect, test } from 'vitest';
import { bankByCode, banks, banksLike } from './banks.ts';

test('every bank is found by its code and its name, and codes are not given twice', () => {
  expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length);
  for (const bank of banks) {
    expect(bankByCode(bank.code)).toBe(bank);
    expect(banksLike(bank.name)).toContain(bank);
  }
});

test('a text without matches finds nothing', () => {
  expect(banksLike('鸽子')).toEqual([]);
  expect(bankByCode('')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { type DocumentType, documentNumber } from './documents.ts';

const numberOf = (type: DocumentType, text: string) => documentNumber(type, text, Number.POSITIVE_INFINITY);

test.each<[DocumentType, string, string]>([
  ['resident_id', '11010519491231002x', '11010519491231002X'],
  ['passport', ' e1234 5678 ', 'E12345678'],
  ['passport', 'ＥＡ１２３４５６７', 'EA1234567'],
  ['passport', '533380006', '533380006'],
  ['hk_macau_permit', 'h12345678', 'H12345678'],
  ['hk_macau_permit', 'M12345678 01', 'M1234567801'],
  ['taiwan_permit', '12345678', '12345678'],
  ['taiwan_permit', '12345678(01)b', '1234567801B'],
])('%s: %s is %s', (type, typed, number) => {
  expect(numberOf(type, typed)).toBe(number);
  expect(numberOf(type, number)).toBe(number);
});

test.each<[DocumentType, string]>([
  ['resident_id', 'E12345678'],
  ['passport', ''],
  ['passport', '1234'],
  ['passport', 'ABCDEFGH'],
  ['passport', 'E1234567é'],
  ['passport', '1'.repeat(21)],
  ['hk_macau_permit', '12345678'],
  ['hk_macau_permit', 'H1234567'],
  ['hk_macau_permit', 'C12345678'],
  ['taiwan_permit', 'H12345678'],
  ['taiwan_permit', '1234567'],
])('%s: %j is refused', (type, typed) => {
  expect(numberOf(type, typed)).toBeUndefined();
});

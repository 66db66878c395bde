import { describe, expect, test } from 'vitest';
import { holderErrors, maskedHolder, tidyHolder } from './holder.ts';

const NOW = Date.UTC(2026, 10, 21);
const ID = '11010519491231002X';

test.each([
  ['张三', '张*'],
  ['张', '张'],
  ['欧阳娜娜', '欧***'],
  ['𠮷田', '𠮷*'],
  ['Alexandra Maria', 'A*****'],
])('%s is shown as %s', (name, shown) => {
  expect(maskedHolder({ name, id_card: ID })).toEqual({ name: shown, id_card: '110***********002X' });
});

test('a masked number keeps its length and shows seven characters', () => {
  const { id_card } = maskedHolder({ name: '张三', id_card: ID });
  expect(id_card).toHaveLength(18);
  expect(id_card.replaceAll('*', '')).toBe('110002X');
});

test.each([
  ['passport', 'E12345678', 'E******78'],
  ['hk_macau_permit', 'M1234567801', 'M********01'],
  ['taiwan_permit', '12345678', '1*****78'],
  ['passport', 'A1234', '****4'],
] as const)('of a shorter number less is shown: %s %s as %s', (id_type, id_card, shown) => {
  expect(maskedHolder({ name: '张', id_type, id_card })).toEqual({ name: '张', id_type, id_card: shown });
});

describe('validation of a holder', () => {
  test.each([
    ['nothing', { name: ' 张三 ', id_card: '11010519491231002x' }, []],
    ['no name', { name: ' ', id_card: ID }, [{ field: 'name', message: { key: 'holder_name' } }]],
    [
      'a long name',
      { name: '张'.repeat(41), id_card: ID },
      [{ field: 'name', message: { key: 'holder_name' } }],
    ],
    [
      'a wrong check digit',
      { name: '张三', id_card: '110105194912310021' },
      [{ field: 'id_card', message: { key: 'resident_id' } }],
    ],
    [
      'both',
      { name: '', id_card: '' },
      [
        { field: 'name', message: { key: 'holder_name' } },
        { field: 'id_card', message: { key: 'resident_id' } },
      ],
    ],
    ['a passport', { name: 'Ada', id_type: 'passport', id_card: 'e12345678' }, []],
    [
      'no passport',
      { name: 'Ada', id_type: 'passport', id_card: ID.slice(0, 4) },
      [{ field: 'id_card', message: { key: 'passport_number' } }],
    ],
    [
      'no permit',
      { name: 'Ada', id_type: 'taiwan_permit', id_card: ID },
      [{ field: 'id_card', message: { key: 'permit_number' } }],
    ],
  ] as const)('%s', (_, holder, errors) => {
    expect(holderErrors(holder, NOW)).toEqual(errors);
  });

  test('errors name the path in the request', () => {
    expect(holderErrors({ name: '张三', id_card: '1' }, NOW, 'tickets.2.')).toMatchObject([
      { field: 'tickets.2.id_card' },
    ]);
  });
});

test('who was born today, as the day is in China, can be named', () => {
  const born = '110105202611210022';
  const afterMidnight = Date.UTC(2026, 10, 20, 16, 30);
  expect(holderErrors({ name: '张三', id_card: born }, afterMidnight)).toEqual([]);
  expect(holderErrors({ name: '张三', id_card: born }, afterMidnight - 3_600_000)).toHaveLength(1);
});

test('a holder is stored in one form', () => {
  expect(tidyHolder({ name: ' 张三 ', id_card: ' 11010519491231002x' }, NOW)).toEqual({
    name: '张三',
    id_card: ID,
  });
});

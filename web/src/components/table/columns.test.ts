import { expect, test } from 'vitest';
import { formatsOf } from '../../language/format.ts';
import { type Column, compareValues, csvOf } from './columns.ts';

test('amounts sort by size, names by the alphabet, and empty values come first', () => {
  expect(['100.00', '9.50', null, '-1.00'].toSorted(compareValues)).toEqual([
    null,
    '-1.00',
    '9.50',
    '100.00',
  ]);
  expect(['b10', 'b9', 'a'].toSorted(compareValues)).toEqual(['a', 'b9', 'b10']);
});

interface Row {
  name: string;
  amount: string;
  status: number;
  until: number | null;
}
const columns: Column<Row>[] = [
  { id: 'name', head: 'Name', value: ({ name }) => name },
  { id: 'amount', head: 'Amount', kind: 'money', value: ({ amount }) => amount },
  {
    id: 'status',
    head: 'Status',
    kind: 'status',
    order: ({ status }) => status,
    value: ({ status }) => (status === 1 ? 'Active' : 'Paused'),
  },
  {
    id: 'until',
    head: 'Until',
    kind: 'time',
    value: ({ until }) => until,
    words: ({ until }) => (until === null ? 'no end' : formats.fileTime(until)),
  },
  { id: 'since', head: 'Since', kind: 'time', value: ({ until }) => until },
];
const formats = formatsOf('en-US', 'Asia/Shanghai');
const AT = Date.parse('2026-10-02T21:39:00+08:00') / 1000;

test('a file has the words of the page, times that a spreadsheet knows, and no formula', () => {
  const rows = [
    { name: 'Li, "A"', amount: '-9.50', status: 1, until: AT },
    { name: '＝1+1', amount: '0.10', status: 2, until: null },
    { name: '217639847123456789012345678', amount: '0.10', status: 2, until: null },
  ];
  expect(csvOf(columns, rows, formats)).toBe(
    '\uFEFFName,Amount,Status,Until,Since\r\n' +
      '"Li, ""A""",-9.50,Active,2026-10-02 21:39,2026-10-02 21:39\r\n' +
      "'＝1+1,0.10,Paused,no end,\r\n" +
      "'217639847123456789012345678,0.10,Paused,no end,\r\n",
  );
});

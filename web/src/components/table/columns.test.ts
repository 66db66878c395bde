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
}
const columns: Column<Row>[] = [
  { id: 'name', head: 'Name', value: ({ name }) => name },
  { id: 'amount', head: 'Amount', kind: 'money', value: ({ amount }) => amount },
];

test('a file quotes cells if needed, and no text in it is executed as a formula', () => {
  const rows = [
    { name: 'Li, "A"', amount: '-9.50' },
    { name: '=1+1', amount: '0.10' },
  ];
  expect(csvOf(columns, rows, formatsOf('en-US'))).toBe(
    '\uFEFFName,Amount\r\n"Li, ""A""",-9.50\r\n\'=1+1,0.10\r\n',
  );
});

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A column as the source has it, up to the expression of its value. */
const COLUMN =
  /\{\s*id: '(\w+)',((?:(?!\{\s*id: ')[\s\S])*?)value: \([^)]*\) => ([\w.?]+)(?=[,\s}])((?:(?!\{\s*id: ')[\s\S])*?)\}/g;
const TIME = /(^|[_.])(at|time|until|since|on)$/;
const CODE = /(^|[_.])(status|state|kind|type|role|rights|action|figure)$/;

test('in every table a time is a time, and no column writes a code', () => {
  const columns = globSync('web/src/**/*.tsx').flatMap((path) => {
    const source = readFileSync(path, 'utf8');
    if (!source.includes('Column<')) return [];
    return [...source.matchAll(COLUMN)].map(([, id = '', before = '', value = '', after = '']) => ({
      name: `${path} ${id}`,
      value,
      more: before + after,
    }));
  });
  expect(columns.length).toBeGreaterThan(100);
  const bare = columns.filter(
    ({ value, more }) =>
      !more.includes('words:') && ((TIME.test(value) && !more.includes("kind: 'time'")) || CODE.test(value)),
  );
  expect(bare.map(({ name }) => name)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MESSAGE_KINDS } from './message-kinds.ts';

test('docs/domain/messages.md has the table of all messages', () => {
  const page = readFileSync('docs/domain/messages.md', 'utf8');
  const rows = [...page.matchAll(/^\| [^|]+ \| `(\w+)` \| (\w+) \| `(\w+)` \|$/gm)];
  const table = rows.map(([, template, to, event]) => [template, { to, event }] as const);
  expect(table).toHaveLength(Object.keys(MESSAGE_KINDS).length);
  expect(Object.fromEntries(table)).toEqual(MESSAGE_KINDS);
});

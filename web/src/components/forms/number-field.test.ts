import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = new URL('../../', import.meta.url);

test('every number is typed in a NumberField: the library’s cuts 1,000 to 1 and drops １０', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES.pathname });
  const texts = files.map((file) => [file, readFileSync(new URL(file, SOURCES), 'utf8')] as const);
  const raw = texts.filter(([, text]) => /\bNumberInput\b[^;]*from '@mantine\/core'/.test(text));
  expect(raw.map(([file]) => file)).toEqual([]);
  expect(texts.filter(([, text]) => text.includes('<NumberField')).length).toBeGreaterThan(10);
});

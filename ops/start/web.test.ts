import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { webSources } from './web.ts';

test('a change of anything that the web application imports makes its build outdated', async () => {
  const sources = new Set(await webSources());
  const imported = new Set<string>();
  for (const file of sources) {
    if (!/^(web\/src|services)\/.*(?<!\.test)\.tsx?$/.test(file)) continue;
    const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
    for (const [, path = ''] of text.matchAll(/^(?:im|ex)port (?!type\b)[^']*? from '#([^']+)';/gm))
      imported.add(path);
  }
  expect(imported.size).toBeGreaterThan(50);
  expect([...imported].filter((path) => !sources.has(path))).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PLURAL = /_(zero|one|two|few|many|other)$/;
const here = (path: string) => new URL(path, import.meta.url);

function leavesOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  return new Map(
    Object.entries(value as object).flatMap(([key, inner]) => [
      ...leavesOf(inner, path === '' ? key : `${path}.${key}`),
    ]),
  );
}

const textsOf = (language: string, area: string): Map<string, string> =>
  leavesOf(JSON.parse(readFileSync(here(`./${language}/${area}`), 'utf8')));

const keysOf = (texts: Map<string, string>): string[] =>
  [...new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))].sort();

/** The values of a text, by key without its plural ending. */
function holesOf(texts: Map<string, string>): Map<string, string> {
  const holes = new Map<string, string>();
  for (const [key, text] of texts) {
    if (key.endsWith('_one')) continue; // may leave the number out
    const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
    holes.set(key.replace(PLURAL, ''), names.join(','));
  }
  return holes;
}

const areas = readdirSync(here('./zh-CN')).sort();

test('both languages have the same areas', () => {
  expect(readdirSync(here('./en-US')).sort()).toEqual(areas);
});

// `vitest run web/src/locales -u` writes the types.
test('the types of texts have every area', async () => {
  const file = '../language/keys.d.ts';
  const types = areas
    .map((area) => area.replace(/\.json$/, ''))
    .map(
      (area) =>
        `      ${/-/.test(area) ? `'${area}'` : area}: typeof import('../locales/zh-CN/${area}.json');\n`,
    );
  const text = readFileSync(here(file), 'utf8').replace(/(?<=resources: \{\n)[^}]*(?= {4}\};)/, () =>
    types.join(''),
  );
  expect(text).toContain(types.join(''));
  await expect(text).toMatchFileSnapshot(file);
});

test.each(areas)('%s has the same texts in both languages', (area) => {
  const [zh, en] = [textsOf('zh-CN', area), textsOf('en-US', area)];
  expect(keysOf(en)).toEqual(keysOf(zh));
  expect(holesOf(en)).toEqual(holesOf(zh));
});

test.each(areas)('%s has no empty text, and English has a singular for each plural', (area) => {
  for (const language of ['zh-CN', 'en-US']) {
    for (const [key, text] of textsOf(language, area)) expect(text, `${language} ${key}`).not.toBe('');
  }
  const en = textsOf('en-US', area);
  const plurals = [...en.keys()].filter((key) => key.endsWith('_other'));
  for (const key of plurals) expect(en.has(key.replace(/_other$/, '_one')), key).toBe(true);
});

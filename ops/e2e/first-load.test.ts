import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

const dist = new URL('../../web/dist/', import.meta.url);
const textOf = (file: string): Promise<string> => readFile(new URL(file, dist), 'utf8');

const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
  await textOf('.vite/manifest.json'),
);

/** The scripts that a browser loads before it shows the page. */
function scriptsOf(route: string): string[] {
  const chunks = new Set(['index.html', `src/routes/${route}.tsx?tsr-split=component`]);
  for (const name of chunks) for (const needed of manifest[name]?.imports ?? []) chunks.add(needed);
  return [...chunks].map((name) => manifest[name]?.file ?? `no chunk ${name}`);
}

const withZod = async (route: string): Promise<string[]> => {
  const texts = await Promise.all(scriptsOf(route).map(async (file) => ({ file, text: await textOf(file) })));
  return texts.filter(({ text }) => text.includes('._zod')).map(({ file }) => file);
};

test('the landing page loads no validation library', async () => {
  expect(await withZod('index')).toEqual([]);
});

test('the landing page loads little: no tables, no parts of other pages', async () => {
  const texts = await Promise.all(scriptsOf('index').map(textOf));
  expect(texts.length).toBeLessThan(40);
  expect(texts.join('').length).toBeLessThan(650_000);
});

test('a form that validates loads it', async () => {
  expect(await withZod('_creator.edit.aff')).toContainEqual(expect.stringMatching(/^assets\/zod-/));
});

/** The editor's library, by a name of its own. */
const EDITOR = 'ProseMirror';

test('the editor of articles costs its page 160 kB at most, and other pages nothing', async () => {
  const others = new Set(scriptsOf('_creator.compose'));
  const more = scriptsOf('_creator.edit.article').filter((file) => !others.has(file));
  const texts = await Promise.all(more.map(textOf));
  expect(texts.some((text) => text.includes(EDITOR))).toBe(true);
  const bytes = texts.reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
  expect(bytes).toBeLessThan(160_000);

  const routes = Object.keys(manifest).flatMap(
    (name) => /^src\/routes\/(.+)\.tsx\?tsr-split=component$/.exec(name)?.[1] ?? [],
  );
  const pages = routes.filter((route) => route !== '_creator.edit.article');
  const files = [...new Set(pages.flatMap(scriptsOf))];
  const loading = await Promise.all(
    files.map(async (file) => ((await textOf(file)).includes(EDITOR) ? file : [])),
  );
  expect(loading.flat()).toEqual([]);
});

import { readdir, readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

const dist = new URL('../../web/dist/', import.meta.url);
const textOf = (file: string): Promise<string> => readFile(new URL(file, dist), 'utf8');

/** `pages.json` (web/pages-plugin.ts). */
const {
  pages,
  texts: textFiles,
}: {
  pages: Record<string, { files: string[]; texts: string[] }>;
  texts: Record<string, Record<string, string>>;
} = JSON.parse(await textOf('pages.json'));
const index = await textOf('index.html');
const start = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);

/** The scripts that a browser loads before it shows the page, without its texts. */
function scriptsOf(path: string): string[] {
  const page = pages[path];
  if (page === undefined) throw new Error(`no page ${path}`);
  return [...start, ...page.files.filter((file) => file.endsWith('.js'))];
}

const assets = (await readdir(new URL('assets/', dist))).filter((file) => file.endsWith('.js'));
const imports = new Map(
  await Promise.all(
    assets.map(async (file) => {
      const found = (await textOf(`assets/${file}`)).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g);
      return [file, [...found].map(([, name = '']) => name)] as const;
    }),
  ),
);

/** The menus of somebody who is signed in, and all that they import. */
function memberScripts(): string[] {
  const files = new Set(assets.filter((file) => /^parts-/.test(file)));
  expect(files.size).toBe(1);
  for (const file of files) for (const name of imports.get(file) ?? []) files.add(name);
  return [...files].map((file) => `assets/${file}`);
}

test('each page has 15 scripts at most, in every language, with the menus of a member', () => {
  const ofMember = memberScripts();
  const tooMany = Object.entries(pages).flatMap(([path, { texts }]) =>
    Object.entries(textFiles).flatMap(([language, files]) => {
      const scripts = new Set([...scriptsOf(path), ...ofMember, ...texts.map((area) => files[area])]);
      return scripts.size > 15 ? [`${path} ${language}: ${scripts.size}`] : [];
    }),
  );
  expect(tooMany).toEqual([]);
  expect(Object.keys(pages).length).toBeGreaterThan(80);
});

test('no script only passes on what another has', async () => {
  const texts = await Promise.all(
    assets.map(async (file) => ({ file, text: await textOf(`assets/${file}`) })),
  );
  expect(texts.filter(({ text }) => /^export\{[^{}]*\}from"[^"]+";?\s*$/.test(text))).toEqual([]);
});

test('no script waits for one that waits for it: it would start before what it needs', () => {
  const done = new Set<string>();
  const circlesFrom = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' > ')];
    if (done.has(file)) return [];
    const circles = (imports.get(file) ?? []).flatMap((next) => circlesFrom(next, [...path, file]));
    done.add(file);
    return circles;
  };
  expect(assets.flatMap((file) => circlesFrom(file, []))).toEqual([]);
});

const withZod = async (path: string): Promise<string[]> => {
  const texts = await Promise.all(scriptsOf(path).map(async (file) => ({ file, text: await textOf(file) })));
  return texts.filter(({ text }) => text.includes('._zod')).map(({ file }) => file);
};

test('the landing page loads no validation library', async () => {
  expect(await withZod('/')).toEqual([]);
});

test('the landing page loads little: no tables, no parts of other pages', async () => {
  const texts = await Promise.all(scriptsOf('/').map(textOf));
  expect(texts.join('').length).toBeLessThan(650_000);
});

test('a form that validates loads it', async () => {
  expect(await withZod('/edit/aff')).toContainEqual(expect.stringMatching(/^assets\/zod-/));
});

/** The library of passkeys, by a sentence of its own. */
const PASSKEYS = 'WebAuthn API call';

test('no page waits for the library of passkeys, which is loaded with the first use', async () => {
  const withIt = await Promise.all(
    assets.map(async (file) => ((await textOf(`assets/${file}`)).includes(PASSKEYS) ? [file] : [])),
  );
  const [file, ...more] = withIt.flat();
  expect(more).toEqual([]);
  expect(file).toMatch(/^authenticator-/);
  const ofPages = new Set([...Object.keys(pages).flatMap(scriptsOf), ...memberScripts()]);
  expect(ofPages.has(`assets/${file}`)).toBe(false);
});

/** The editor's library, by a name of its own. */
const EDITOR = 'ProseMirror';

test('the editor of articles costs its page 160 kB at most, and other pages nothing', async () => {
  const others = new Set(scriptsOf('/compose'));
  const more = scriptsOf('/edit/article').filter((file) => !others.has(file));
  const texts = await Promise.all(more.map(textOf));
  expect(texts.some((text) => text.includes(EDITOR))).toBe(true);
  const bytes = texts.reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
  expect(bytes).toBeLessThan(160_000);

  const withoutIt = Object.keys(pages).filter((path) => path !== '/edit/article');
  const files = [...new Set(withoutIt.flatMap(scriptsOf))];
  const loading = await Promise.all(
    files.map(async (file) => ((await textOf(file)).includes(EDITOR) ? file : [])),
  );
  expect(loading.flat()).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CAPABILITIES, WORDS } from '#services/capabilities.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const MAX_FILES = 25;

const words = new Set<string>(WORDS);

/** Folders with capabilities, and the allowed other folders. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'services/api': ['http'],
  'services/contract': ['fields'],
  'services/commerce': ['engine', 'committer', 'migrations'],
  'services/modules': [],
  'read-models': ['engine', 'migrations'],
  'web/src/fan': ['frame'],
  'web/src/creator': ['frame'],
  'web/src/finance': ['frame'],
  'web/src/door': [],
  'web/src/admin': [],
  'web/src/support': [],
};

/** Larger folders, and why. */
const LARGE: Readonly<Record<string, string>> = {
  events: 'one file for each word, and the values that they share',
  'events/golden': 'one sample of each version of each event',
  'services/modules/accounts/migrations':
    'one file for each change of the tables; none is ever merged with another',
  'web/src/routes': 'one file for each address: the router reads this folder',
  'web/src/locales/en-US': 'one file for each namespace of texts',
  'web/src/locales/zh-CN': 'one file for each namespace of texts',
};

const IGNORED = /(^|\/)(node_modules|dist|testing|\.[^/]*)(\/|$)/;

/** Files of each folder, tests aside. */
function filesByFolder(): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const room of ['events', 'read-models', 'services', 'web', 'ops']) {
    for (const entry of readdirSync(`${root}${room}`, { recursive: true, withFileTypes: true })) {
      const folder = entry.parentPath.slice(root.length);
      if (!entry.isFile() || IGNORED.test(`${folder}/`) || /\.test\.tsx?$/.test(entry.name)) continue;
      folders.set(folder, [...(folders.get(folder) ?? []), entry.name]);
    }
  }
  return folders;
}

test(`no folder holds more than ${MAX_FILES} files, tests aside`, () => {
  const large = [...filesByFolder()].filter(([, files]) => files.length > MAX_FILES);
  expect(large.map(([folder]) => folder).sort()).toEqual(Object.keys(LARGE).sort());
});

test('web/src/api holds no calls of a capability', () => {
  expect(filesByFolder().get('web/src/api')?.sort()).toEqual([
    'client.ts',
    'live.ts',
    'page-answers.ts',
    'queries.ts',
    'refusal.ts',
  ]);
});

test.each(Object.entries(ROOMS))('folders of %s are named by the words', (room, others) => {
  const below = [...filesByFolder().keys()].filter((folder) => folder.startsWith(`${room}/`));
  const names = new Set(below.map((folder) => folder.slice(room.length + 1).split('/')[0] ?? ''));
  expect([...names].filter((name) => !words.has(name) && !others.includes(name))).toEqual([]);
});

const sourcesIn = (room: string): string[] =>
  [...filesByFolder()].flatMap(([folder, files]) =>
    folder.startsWith(room) ? files.map((file) => `${folder}/${file}`) : [],
  );
const textOf = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

test('files of texts are named by a word, alone or with a part of it, or by an area of the application', () => {
  const areas = new Set(readdirSync(`${root}web/src`));
  const names = filesByFolder().get('web/src/locales/zh-CN') ?? [];
  const named = (file: string): boolean => {
    const name = file.replace(/\.json$/, '');
    return areas.has(name) || words.has(name.split('-')[0] ?? '');
  };
  expect(names.filter((file) => !named(file))).toEqual([]);
});

test('the contract of a call is in the folder of the word that handles it', () => {
  const calls = new Map(
    sourcesIn('services/contract/').flatMap((file) =>
      [...textOf(file).matchAll(/^export const (\w+) = endpoint\(/gm)].map(
        ([, name]) => [name, file] as const,
      ),
    ),
  );
  expect(calls.size).toBeGreaterThan(290);
  const handled = sourcesIn('services/api/').flatMap((file) =>
    [...textOf(file).matchAll(/import \{([^}]*)\} from/g)].flatMap(([, names = '']) =>
      names.split(',').flatMap((name) => {
        const contract = calls.get(name.trim());
        return file.endsWith('.routes.ts') && contract ? [{ name, file, contract }] : [];
      }),
    ),
  );
  expect(handled.length).toBeGreaterThan(290);
  const wordOf = (path: string): string | undefined => path.split('/')[2];
  expect(handled.filter(({ file, contract }) => wordOf(file) !== wordOf(contract))).toEqual([]);
});

// `vitest run ops/folders.test.ts -u` writes the table.
test('docs/architecture.md has the words', async () => {
  const page = 'docs/architecture.md';
  const rows = CAPABILITIES.map(({ word, holds }) => `| \`${word}\` | ${holds} |\n`).join('');
  const text = textOf(page).replace(/(?<=^\| word \| holds \|\n\|---\|---\|\n)(\|.*\n)+/m, () => rows);
  expect(text).toContain(rows);
  await expect(text).toMatchFileSnapshot(root + page);
});

/** A list of keys that is read in the same expression needs its literal type. */
const SPREAD_LITERAL = /\.\.\.\(?[{[](?=\s*[\w'"`{[])(?![^\n]*\]\s*(as const\s*)?\)?[.[])/;

test('no literal is spread into another', () => {
  const found = ['events/', 'read-models/', 'services/', 'web/', 'ops/'].flatMap((room) =>
    sourcesIn(room).filter((file) => /\.tsx?$/.test(file) && SPREAD_LITERAL.test(textOf(file))),
  );
  expect(found).toEqual([]);
});

/** Files of `ops/` with an address of an API that is not the path of an `endpoint()`, and why. */
const RAW_ADDRESSES: Readonly<Record<string, string>> = {
  'ops/fuzz/main.ts': 'the OpenAPI document has the calls',
  'ops/image/containers.test.ts': 'an API of Grafana',
  'ops/open-examples.test.ts': 'the text of an example on a page',
};

test('people in ops/ call the API by its endpoints', () => {
  const files = readdirSync(`${root}ops`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?[jt]s$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath.slice(root.length)}/${name}`);
  expect(files.length).toBeGreaterThan(300);
  // Of an import it is a part of a longer path.
  const raw = files.filter((file) => /(?<!\w)\/api\/\w/.test(textOf(file)));
  expect(raw.sort()).toEqual(Object.keys(RAW_ADDRESSES));
});

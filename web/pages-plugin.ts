import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { pageTexts } from './page-texts.ts';

const ROUTES = join(import.meta.dirname, 'src/routes');
const ROUTE = /createFileRoute\('([^']*)'\)/;
const PART = /\/src\/routes\/(.+)\.tsx\?tsr-split=component$/;
export const TEXTS = /\/locales\/([\w-]+)\/([\w-]+)\.json$/;

type Chunk = Rolldown.OutputChunk;

export const chunksOf = (files: readonly (Chunk | Rolldown.OutputAsset)[]): Chunk[] =>
  files.filter((file): file is Chunk => file.type === 'chunk');

export const isRoutePart = (id: string): boolean => PART.test(id);

/** For each file of `routes`, without its ending, the id of its route. */
export const routeIds = (): Map<string, string> =>
  new Map(
    readdirSync(ROUTES).flatMap((name) => {
      const id = ROUTE.exec(readFileSync(join(ROUTES, name), 'utf8'))?.[1];
      return id === undefined ? [] : [[basename(name, '.tsx'), id]];
    }),
  );

/** The address of a route, with `$name` for its parameters; undefined for a frame without an address, and the rest. */
export function pathOf(id: string): string | undefined {
  const names = id.split('/').filter((name) => name !== '');
  if (names.at(-1)?.startsWith('_') || names.includes('$')) return undefined;
  const shown = names.filter((name) => !name.startsWith('_')).map((name) => name.replace(/_$/, ''));
  return `/${shown.join('/')}`;
}

/** A route's file, and those of the frames around it. */
const framesOf = (file: string): string[] =>
  file.split('.').map((_, at, names) => names.slice(0, at + 1).join('.'));

interface BuiltPage {
  /** Scripts and style sheets of the page, those of index.html among them. */
  files: Set<string>;
  /** Names of texts, the frame's among them. */
  texts: string[];
}

interface BuiltApp {
  /** What index.html loads. */
  start: Set<string>;
  /** By address, with `$name` for parameters. */
  pages: Map<string, BuiltPage>;
  /** Files of texts by language and name. */
  texts: Record<string, Record<string, string>>;
}

/** The files of names, and all that they import. */
export function filesWith(chunks: readonly Chunk[], names: readonly string[]): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set(names);
  for (const name of files) {
    const chunk = byName.get(name);
    for (const other of chunk?.imports ?? []) files.add(other);
    for (const sheet of chunk?.viteMetadata?.importedCss ?? []) files.add(sheet);
  }
  return files;
}

/** What each page of a build loads. */
export function builtApp(chunks: readonly Chunk[]): BuiltApp {
  const parts = new Map<string, string>();
  const texts: BuiltApp['texts'] = {};
  for (const { fileName, moduleIds } of chunks)
    for (const id of moduleIds) {
      const part = PART.exec(id)?.[1];
      if (part !== undefined) parts.set(part, fileName);
      const [, language, area] = TEXTS.exec(id) ?? [];
      if (language && area) texts[language] = { ...texts[language], [area]: fileName };
    }
  const entries = chunks.flatMap(({ isEntry, fileName }) => (isEntry ? [fileName] : []));
  const areas = pageTexts();
  const ids = routeIds();
  // A frame comes before the pages in it, so that an address with both has the page.
  const found = [...ids].sort(([one], [other]) => one.length - other.length);
  const pages = new Map<string, BuiltPage>();
  for (const [file, id] of found) {
    const path = pathOf(id);
    if (path === undefined) continue;
    const frames = framesOf(file);
    pages.set(path, {
      files: filesWith(chunks, [...entries, ...frames.flatMap((one) => parts.get(one) ?? [])]),
      texts: [...new Set(['shell', ...frames.flatMap((one) => areas[ids.get(one) ?? ''] ?? [])])],
    });
  }
  return { start: filesWith(chunks, entries), pages, texts };
}

/**
 * Writes `pages.json`: the addresses that are pages, for each its files beside those of index.html, and its texts. The
 * server tells browsers these files with the page, and answers 404 elsewhere (services/api/http/pages/).
 */
export const pages = (): Plugin => ({
  name: 'pages',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const { start, pages, texts } = builtApp(chunksOf(Object.values(bundle)));
      const written = [...pages].map(([path, page]) => [
        path,
        { files: [...page.files].filter((file) => !start.has(file)), texts: page.texts },
      ]);
      const source = JSON.stringify({ pages: Object.fromEntries(written), texts });
      this.emitFile({ type: 'asset', fileName: 'pages.json', source });
    },
  },
});

import { build, type Plugin, type Rolldown } from 'vite';
import { planChunks, type SharedFile } from './chunk-plan.ts';
import { builtApp, chunksOf, filesWith, isRoutePart, TEXTS } from './pages-plugin.ts';

type Group = NonNullable<
  Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']
>[number];

/** Scripts of a page, with those that have its texts. */
const MOST_SCRIPTS = 15;
/** What a page has besides for somebody who is signed in. */
const MEMBER_PARTS = /\/shell\/member\/parts\.ts$/;
/** Groups of vite.config.ts, and the bundler's own file. */
const FIXED = new Set(['editor', 'libraries', 'rolldown-runtime', 'zod']);
/** Of these, what only some pages load. */
const LARGE = new Set(['editor', 'zod']);
/** The mode of the build that says what pages share. */
const FIRST = 'first';

/** The price of a byte that a page does not need: strangers come to public pages first, with nothing in their cache. */
function weightOf(path: string): number {
  if (path === '/') return Number.POSITIVE_INFINITY;
  // The largest page of all, by its editor.
  if (path === '/edit/article') return 6;
  return /^\/(?:a|album|bundle|explore|item|p)(?:\/|$)/.test(path) ? 6 : 1;
}

/** Something that loads files: a page, or a part that is loaded later. */
interface Reader {
  files: ReadonlySet<string>;
  texts: readonly string[];
  most: number;
  weight: number;
}

/** A file of the first build, and the modules that can be moved to another. */
interface Part extends SharedFile {
  modules: readonly string[];
}

/** A part of a page that is loaded when it is needed. */
const isLoadedLater = ({ isDynamicEntry, moduleIds }: Rolldown.OutputChunk): boolean =>
  isDynamicEntry && !moduleIds.some(isRoutePart);

function readersOf(chunks: readonly Rolldown.OutputChunk[]): Reader[] {
  const { start, pages } = builtApp(chunks);
  const ofPages = [...pages].map(([path, page]) => ({ ...page, most: MOST_SCRIPTS, weight: weightOf(path) }));
  const members = chunks.filter(({ moduleIds }) => moduleIds.some((id) => MEMBER_PARTS.test(id)));
  const ofMembers = filesWith(
    chunks,
    members.map(({ fileName }) => fileName),
  );
  const signedIn = ofPages.map((page) => ({
    ...page,
    files: new Set([...page.files, ...ofMembers]),
    weight: 1,
  }));
  const ofParts = chunks.filter(isLoadedLater).map(({ fileName }) => ({
    files: new Set([...start, ...filesWith(chunks, [fileName])]),
    texts: [],
    most: Number.POSITIVE_INFINITY,
    weight: 1,
  }));
  return [...ofPages, ...signedIn, ...ofParts];
}

/** The name of each module's file, from a build in which all that the same pages share has a file. */
function chunkNames(chunks: readonly Rolldown.OutputChunk[]): Map<string, string> {
  const isText = ({ moduleIds }: Rolldown.OutputChunk) => moduleIds.some((id) => TEXTS.test(id));
  const scripts = chunks.filter((chunk) => !isText(chunk));
  const readers = readersOf(scripts);
  const pagesWith = (has: (reader: Reader) => boolean): number[] =>
    readers.flatMap((reader, at) => (has(reader) ? [at] : []));
  const placeOf = new Map(scripts.map(({ fileName }, at) => [fileName, at]));
  const grouped = new Map(
    scripts.flatMap(({ fileName, name, code }) => (LARGE.has(name) ? [[fileName, code.length]] : [])),
  );
  const parts = scripts.map((chunk): Part => {
    const { fileName, name, code, imports, isEntry, moduleIds } = chunk;
    // A page that gets this file gets these as well.
    const more = imports.reduce((sum, file) => sum + (grouped.get(file) ?? 0), 0);
    return {
      kind: isEntry || isLoadedLater(chunk) || FIXED.has(name) ? undefined : 'shared',
      size: code.length + more,
      pages: pagesWith(({ files }) => files.has(fileName)),
      imports: imports.flatMap((file) => placeOf.get(file) ?? []),
      modules: moduleIds,
    };
  });
  // Files of texts in all languages are joined alike.
  const texts = new Map<string, Part>();
  for (const chunk of chunks.filter(isText)) {
    const [, , area = ''] = TEXTS.exec(chunk.moduleIds[0] ?? '') ?? [];
    const others = texts.get(area)?.modules ?? [];
    texts.set(area, {
      kind: 'texts',
      size: chunk.code.length,
      pages: pagesWith(({ texts }) => texts.includes(area)),
      imports: [],
      modules: [...others, ...chunk.moduleIds],
    });
  }
  const all = [...parts, ...texts.values()];
  const joins = planChunks(all, readers).filter((members) => members.length > 1);
  const named = joins.flatMap((members, number) => {
    const modules = members.flatMap((member) => all[member]?.modules ?? []);
    return modules.map((id): [string, string] => {
      const [, language] = TEXTS.exec(id) ?? [];
      return [id, language === undefined ? `shared-${number}` : `texts-${number}-${language}`];
    });
  });
  return new Map(named);
}

/**
 * Few files load and start faster than a hundred small ones. A first build says what pages share; these files are joined
 * until no page has more than 15 scripts, with few needless bytes.
 */
export function joinedChunks(): { plugin: Plugin; group: Group } {
  let names: ReadonlyMap<string, string> = new Map();
  let configFile: string | undefined;
  let isFirst = false;
  return {
    plugin: {
      name: 'joined-chunks',
      apply: 'build',
      configResolved(config) {
        configFile = config.configFile;
        isFirst = config.mode === FIRST;
      },
      async buildStart() {
        if (isFirst) return;
        const first = await build({
          configFile,
          mode: FIRST,
          logLevel: 'error',
          build: { write: false, minify: false, cssMinify: false },
        });
        const files = [first].flat().flatMap((result) => ('output' in result ? result.output : []));
        names = chunkNames(chunksOf(files));
      },
    },
    // Each module is named by itself: its dependencies have their own places.
    group: { name: (id) => names.get(id) ?? null, includeDependenciesRecursively: false },
  };
}

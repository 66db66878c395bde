import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROUTES = join(import.meta.dirname, 'src/routes');
/** Only static imports: a part that is loaded later waits for its texts in its own place. */
const IMPORTS = /^(?:im|ex)port (?!type\b)[^']*? from '(\.[^']+)';/gm;
const USES = /\buse(?:Translation|Locale)\(([^)]*)\)/g;
const ROUTE = /createFileRoute\('([^']*)'\)/;

interface Source {
  areas: readonly string[];
  imports: readonly string[];
}

const sources = new Map<string, Source>();

function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const source = {
    areas: [...text.matchAll(USES)].flatMap(([, names = '']) =>
      (names.match(/'[^']+'/g) ?? []).map((name) => name.slice(1, -1)),
    ),
    imports: [...text.matchAll(IMPORTS)].map(([, path = '']) => join(file, '..', path)),
  };
  sources.set(file, source);
  return source;
}

/** A source, and all that it imports. */
function filesOf(file: string): Set<string> {
  const seen = new Set([file]);
  for (const one of seen) for (const path of sourceOf(one).imports) if (/\.tsx?$/.test(path)) seen.add(path);
  return seen;
}

/** Names of the texts (files of `locales`) that a source and all that it imports use. */
const areasOf = (file: string): string[] =>
  [...new Set([...filesOf(file)].flatMap((one) => sourceOf(one).areas))].toSorted();

/** For each file of `routes`, without its ending: the absolute paths of all that its page is made of. */
export const pageFiles = (): Map<string, Set<string>> =>
  new Map(
    readdirSync(ROUTES)
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => [name.replace(/\.tsx$/, ''), filesOf(join(ROUTES, name))]),
  );

/** For each route the texts of its page. The shell's are always there. */
export function pageTexts(): Record<string, string[]> {
  const files = readdirSync(ROUTES).map((name) => join(ROUTES, name));
  return Object.fromEntries(
    files.flatMap((file) => {
      const route = ROUTE.exec(readFileSync(file, 'utf8'))?.[1];
      const areas = areasOf(file).filter((area) => area !== 'shell');
      return route === undefined || areas.length === 0 ? [] : [[route, areas]];
    }),
  );
}

/** The same for the browser, which loads it with its first page: each name once, and for each route its places. */
export function numberedTexts(): { names: string[]; pages: Record<string, number[]> } {
  const pages = pageTexts();
  const names = [...new Set(Object.values(pages).flat())].toSorted();
  const places = (areas: readonly string[]) => areas.map((area) => names.indexOf(area));
  return {
    names,
    pages: Object.fromEntries(Object.entries(pages).map(([route, areas]) => [route, places(areas)])),
  };
}

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

/** Names of the texts (files of `locales`) that a source and all that it imports use. */
function areasOf(file: string): string[] {
  const seen = new Set([file]);
  for (const one of seen) for (const path of sourceOf(one).imports) if (/\.tsx?$/.test(path)) seen.add(path);
  return [...new Set([...seen].flatMap((one) => sourceOf(one).areas))].toSorted();
}

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

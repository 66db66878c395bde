import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../language.ts';

/** `pages.json` of the built application (web/pages-plugin.ts). */
interface BuiltPages {
  /** By address, with `$name` for parameters: the files beside those of index.html, and names of texts. */
  pages: Record<string, { files: string[]; texts: string[] }>;
  /** Files of texts by language and name. */
  texts: Partial<Record<Language, Record<string, string>>>;
}

export interface KnownPage {
  /** With `$name` for its parameters. */
  route: string;
  params: Readonly<Record<string, string>>;
  /** Files that the page needs beside those of index.html. */
  files(language: Language): string[];
}

/** `/@{slug}` leads to a creator's page (web/src/routes/$.tsx). */
const SHORT = /^\/@[0-9A-Za-z]{1,64}(?:\/(?:plan|thank|album))?$/;

/** The values of a route's parameters in a path; undefined for another path. */
function paramsIn(route: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  if (route.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, name] of route.entries()) {
    const part = path[at] ?? '';
    if (name.startsWith('$') && part !== '') params[name.slice(1)] = part;
    else if (name !== part) return undefined;
  }
  return params;
}

/** Finds the page of a decoded path; undefined where there is none. Without `pages.json` each path is a page. */
export function pageFinder(folder: string): (path: string) => KnownPage | undefined {
  const file = join(folder, 'pages.json');
  if (!existsSync(file)) return (path) => ({ route: path, params: {}, files: () => [] });
  const { pages, texts } = JSON.parse(readFileSync(file, 'utf8')) as BuiltPages;
  // Without parameters first: /album/new is not the album `new`.
  const routes = Object.entries(pages)
    .map(([route, page]) => ({ route, names: route.split('/'), ...page }))
    .sort((one, other) => one.route.split('$').length - other.route.split('$').length);
  return (path) => {
    if (SHORT.test(path)) return { route: path, params: {}, files: () => [] };
    const parts = (path.length > 1 ? path.replace(/\/$/, '') : path).split('/');
    for (const { route, names, files, texts: areas } of routes) {
      const params = paramsIn(names, parts);
      if (params === undefined) continue;
      const textFiles = (language: Language) => areas.flatMap((area) => texts[language]?.[area] ?? []);
      return { route, params, files: (language) => [...new Set([...files, ...textFiles(language)])] };
    }
    return undefined;
  };
}

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pageFiles } from '#web/page-texts.ts';
import type { Page } from './pages/page.ts';

/** A page's address, part by part; a part that begins with `$` matches anything. `_creator.setting.plan` → `/setting/plan`. */
export const addressOf = (route: string): string[] =>
  route
    .split('.')
    .filter((part) => !part.startsWith('_') && part !== 'index')
    .map((part) => part.replace(/_$/, ''));

/** Parts of an address without its search. */
const partsOf = (path: string): string[] =>
  path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter(Boolean);

/** Whether a page of the route is at an address. `*` matches anything. */
export const isAt = (route: readonly string[], address: readonly string[]): boolean =>
  address.length === route.length &&
  route.every((part, at) => part === address[at] || part.startsWith('$') || address[at] === '*');

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A file that more pages use belongs to none of them. */
const MAX_PAGES = 2;

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/** Files of the web application that changed within the last day before the newest commit. */
function changedFiles(): Set<string> {
  const newest = Number(git('log', '-1', '--format=%ct'));
  const before = git('rev-list', '-1', `--before=${newest - 86_400}`, 'HEAD');
  if (before === '') return new Set();
  const names = git('diff', '--name-only', before, 'HEAD', '--', 'web/src');
  return new Set(names.split('\n').map((name) => `${root}${name}`));
}

/** Those of the pages whose own files changed. */
export function changedPages(pages: readonly Page[]): Page[] {
  const files = pageFiles();
  const users = (file: string): number => [...files.values()].filter((of) => of.has(file)).length;
  const own = [...changedFiles()].filter((file) => users(file) <= MAX_PAGES);
  const routes = [...files]
    .filter(([, of]) => own.some((file) => of.has(file)))
    .map(([route]) => addressOf(route));
  return pages.filter(({ path }) => routes.some((route) => isAt(route, partsOf(path))));
}

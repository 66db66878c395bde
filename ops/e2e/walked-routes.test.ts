import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressOf, isAt } from './page-routes.ts';

const here = (path: string) => new URL(path, import.meta.url);

/** Layout routes and the page for unknown addresses have no address. */
const FRAMES = ['__root', '$'];
/** Of a frame only its pages are addresses. */
const isFrame = (name: string, all: readonly string[]): boolean =>
  FRAMES.includes(name) || all.some((other) => other.startsWith(`${name}.`) || other === `${name}.index`);

const routes = readdirSync(here('../../web/src/routes/'))
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => file.replace(/\.tsx$/, ''));

/** Every address of the walk's lists without its search; parameters are `*`. */
const walked = readdirSync(here('./pages/'))
  .flatMap((file) => [
    ...readFileSync(here(`./pages/${file}`), 'utf8').matchAll(/['`](\/(?!api\/)[^'`?\s]*)/g),
  ])
  .map(([, address = '']) => address.replace(/\$\{[^}]*\}/g, '*').replace(/^\/|\/$/g, ''))
  .map((address) => (address === '' ? [] : address.split('/')));

const isWalked = (route: readonly string[]): boolean => walked.some((address) => isAt(route, address));

test.each(routes.filter((name) => !isFrame(name, routes)))('the walk opens the page %s', (name) => {
  expect(isWalked(addressOf(name)), `/${addressOf(name).join('/')} is in no list of ops/e2e/pages/`).toBe(
    true,
  );
});

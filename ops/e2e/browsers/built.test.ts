import { readdirSync, readFileSync } from 'node:fs';
import postcss from 'postcss';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { OLDEST_BROWSERS } from '#web/oldest-browsers.ts';
import { newerScript, newerStyle } from './newer-features.ts';

const dist = new URL('../../../web/dist/', import.meta.url);
const files = readdirSync(dist, { recursive: true }) as string[];
const built = (extension: string): [name: string, text: string][] =>
  files
    .filter((name) => name.endsWith(extension))
    .map((name) => [name, readFileSync(new URL(name, dist), 'utf8')]);

/** Added by `web/src/app/polyfills.ts`. */
const ADDED = ['URL.canParse', 'isWellFormed()', 'toReversed()', 'toSorted()', 'toSpliced()'];
/** Used only where the browser has it. */
const OPTIONAL = [
  'BarcodeDetector',
  'Error.captureStackTrace',
  'EyeDropper',
  // The editor of articles, after a look whether it is there.
  'Intl.Segmenter',
  'caretPositionFromPoint()',
  'caretRangeFromPoint()',
  'segment()',
  // The sheet of the system, where there is one.
  'share()',
  'trustedTypes',
  // Of the phones that have no other media source.
  'ManagedMediaSource',
  // Messages of the system, after a look whether they are there.
  'Notification',
  'Notification.permission',
  'Notification.requestPermission',
  // Passkeys at the account field; there is a button, too.
  'PublicKeyCredential.isConditionalMediationAvailable',
  'OffscreenCanvas',
  'TouchEvent',
  'getTextInfo()',
  'startViewTransition()',
  'vibrate()',
];
/** Methods of libraries, and ours, that have the name of a newer one. */
const SAME_NAME = [
  'command()',
  'config()',
  'isValid()',
  'parseHTML()',
  'resize()',
  'toArray()',
  'use()',
  'watch()',
  'when()',
];

/** Methods of these are called on elements and answers, which the source does not name. */
const COMMON =
  /^(HTML\w*Element|Element|Node|Document|Event|EventTarget|Request|Response|Blob|Animation|Navigator|FormData)$/;
const { language, browser } = newerScript;
const globals = new Set([...language.globals, ...browser.globals]);
const owned = new Set([...language.members, ...browser.members].map(([owner, name]) => `${owner}.${name}`));
const methods = new Set(
  [...language.members, ...browser.members.filter(([owner]) => COMMON.test(owner))]
    .map(([, name]) => name)
    .filter((name) => !language.known.has(name) && !browser.known.has(name)),
);

interface Node {
  type: string;
  [part: string]: unknown;
}
const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'type' in part;
const nameOf = (part: unknown): string =>
  isNode(part) && part.type === 'Identifier' ? String(part.name) : '';

/** Newer globals, functions of named owners, methods by their name, and syntax. */
function newerIn(node: Node, found: Set<string>): void {
  const { type, object, property, callee, regex } = node;
  if (type === 'Identifier' && globals.has(nameOf(node))) found.add(nameOf(node));
  if (type === 'StaticBlock') found.add('static block');
  if (regex && /\(\?<[=!]/.test((regex as { pattern: string }).pattern)) found.add('lookbehind');
  if (regex && (regex as { flags: string }).flags.includes('v')) found.add('regular expression with v');
  if (type === 'MemberExpression' && node.computed === false) {
    const name = nameOf(property);
    const place = `${nameOf(object)}.${name}`;
    if (owned.has(place)) found.add(place);
    if (/^(window|globalThis|self)$/.test(nameOf(object)) && globals.has(name)) found.add(name);
  }
  if (type === 'CallExpression' && isNode(callee) && callee.type === 'MemberExpression') {
    const name = nameOf(callee.property);
    if (methods.has(name) && !owned.has(`${nameOf(callee.object)}.${name}`)) found.add(`${name}()`);
  }
  for (const [key, part] of Object.entries(node)) {
    // A name after a dot, or before a colon, is no global.
    const isName = (key === 'property' || key === 'key') && node.computed === false;
    for (const one of isName ? [] : [part].flat()) if (isNode(one)) newerIn(one, found);
  }
}

test('scripts use nothing newer than the oldest browsers, except what is added or optional', () => {
  const found = new Set<string>();
  for (const [, text] of built('.js')) newerIn(parseAst(text) as unknown as Node, found);
  expect([...found].toSorted()).toEqual([...ADDED, ...OPTIONAL, ...SAME_NAME].toSorted());
});

/** Without them a page looks plainer, and works. */
const PLAINER = [
  '@container',
  '@page',
  'backdrop-filter',
  'container',
  'container-type',
  'forced-color-adjust',
  'mask-image',
  'overscroll-behavior',
  'overscroll-behavior-x',
  'resize',
  'scrollbar-gutter',
  'scrollbar-width',
  'size',
  'text-align-last',
  'text-box-edge',
  'text-box-trim',
  'text-wrap',
  'translate',
  'user-select',
];

test('style sheets use newer words only where an older browser has another rule', () => {
  const found = new Set<string>();
  const VALUE = new RegExp(`(?<![\\w-])(?:${newerStyle.functions.join('|')})(?=\\()`, 'g');
  const UNIT = new RegExp(`(?<=\\d)(?:${newerStyle.units.join('|')})\\b`, 'g');
  for (const [, text] of built('.css')) {
    const root = postcss.parse(text);
    root.walkDecls(({ prop, value, parent }) => {
      const guard = parent?.parent;
      if (guard?.type === 'atrule' && (guard as postcss.AtRule).name === 'supports') return;
      for (const word of [prop].filter((name) => newerStyle.properties.includes(name))) found.add(word);
      for (const [word] of [...value.matchAll(VALUE), ...value.matchAll(UNIT)]) found.add(word);
    });
    root.walkAtRules(({ name }) => {
      if (newerStyle.atRules.includes(name)) found.add(`@${name}`);
    });
  }
  expect([...found].toSorted()).toEqual(PLAINER.toSorted());
});

test('the page and the README name the oldest browsers', () => {
  const { chrome, firefox, safari, ios } = OLDEST_BROWSERS;
  expect(safari).toBe(ios);
  const named = `Safari and iOS ${safari}, Chrome ${chrome}, Firefox ${firefox}`;
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const [[, page = ''] = []] = built('index.html');
  expect([readme.includes(named), page.includes(named)]).toEqual([true, true]);
  expect(page).toContain(`Safari 与 iOS ${safari}、Chrome ${chrome}、Firefox ${firefox}`);
});

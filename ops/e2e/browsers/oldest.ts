import type { BrowserContext } from 'playwright-core';
import postcss from 'postcss';
import { newerScript, newerStyle } from './newer-features.ts';

const { language, browser } = newerScript;
/** The tests' own checks of pages use it. built.test.ts shows that the pages do not. */
const OF_TESTS = 'checkVisibility';
const NEWER = {
  globals: [...language.globals, ...browser.globals],
  members: [...language.members, ...browser.members].filter(([, name]) => name !== OF_TESTS),
};

/** Runs inside the page, before its scripts. */
function removeNewer({ globals, members }: typeof NEWER): void {
  const typedArray: unknown = Object.getPrototypeOf(Int8Array);
  const ownerOf = (path: string): unknown =>
    path === 'TypedArray'
      ? typedArray
      : path === 'Window'
        ? window
        : path
            .split('.')
            .reduce<unknown>((at, name) => (at ? Reflect.get(Object(at), name) : undefined), window);
  for (const [path, name, place] of members) {
    const owner = ownerOf(path);
    const holder =
      path === 'Window' || !owner || place === 'owner' ? owner : Reflect.get(Object(owner), 'prototype');
    if (holder) Reflect.deleteProperty(Object(holder), name);
  }
  for (const name of globals) Reflect.deleteProperty(window, name);
}

const { atRules, properties, selectors, functions, units } = newerStyle;
const oneOf = (names: readonly string[]): string => `(?:${names.join('|')})`;
const PROPERTY = new RegExp(`^${oneOf(properties)}$`);
const TESTED = new RegExp(`(?<=\\(\\s*)${oneOf(properties)}(?=\\s*:)`, 'g');
const SELECTOR = new RegExp(`(?<=[^:\\\\]::?|^::?)${oneOf(selectors)}(?![\\w-])`, 'g');
const VALUE = new RegExp(`(?<![\\w-])${oneOf(functions)}(?=\\()|(?<=\\d)${oneOf(units)}\\b`, 'g');

/** A word that no browser knows. */
const unknown = (word: string): string => `x-${word}`;
const older = (text: string, words: RegExp): string => text.replace(words, unknown);

/** A style sheet in which newer words have unknown names: the browser treats them as an older one would. */
function olderStyle(css: string): string {
  const root = postcss.parse(css);
  root.walkRules((rule) => {
    rule.selector = older(rule.selector, SELECTOR);
  });
  root.walkAtRules((rule) => {
    rule.params = older(older(rule.params, TESTED), VALUE);
    if (atRules.includes(rule.name)) rule.name = unknown(rule.name);
  });
  root.walkDecls((one) => {
    one.prop = older(one.prop, PROPERTY);
    one.value = older(one.value, VALUE);
  });
  return root.toString();
}

/** Takes from a browser all that is newer than the oldest ones: functions of scripts, words of style sheets. */
export async function makeOldest(context: BrowserContext): Promise<void> {
  await context.addInitScript(removeNewer, NEWER);
  await context.route('**/assets/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: olderStyle(await response.text()) });
  });
}

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findChromium, launchChromium, NO_CHROMIUM } from './chromium.ts';
import { visit } from './visitor.ts';
import { walk } from './walk.ts';

const executable = findChromium();
let browser: Browser | undefined;

beforeAll(async () => {
  if (executable !== undefined) browser = await launchChromium(executable);
});
afterAll(() => browser?.close());
beforeEach(({ skip }) => skip(executable === undefined, NO_CHROMIUM));

/**
 * What every page of ours has: a switch of languages, a theme that follows the system's, and a program that puts another
 * page in the place of this one when the history goes there.
 */
const FRAME = `
  <header><button lang="zh-CN">中</button><button lang="en-US">E</button></header>
  <main></main>
  <script>
    const root = document.documentElement;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => root.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
    dark.addEventListener('change', follow);
    follow();
    for (const one of document.querySelectorAll('button[lang]')) {
      one.addEventListener('click', () => root.setAttribute('lang', one.lang));
    }
    const show = () => {
      const page = document.querySelector('template[id="' + location.pathname + '"]') ?? document.createElement('template');
      const section = document.createElement('section');
      section.append(document.importNode(page.content, true));
      document.querySelector('main').replaceChildren(section);
    };
    const push = history.pushState.bind(history);
    history.pushState = (...to) => { push(...to); show(); };
    show();
  </script>`;

/** What the walk says of such pages, one after another, and how often the program was loaded for that. */
async function walkedOver(...insides: string[]): Promise<{ found: string[]; loads: number }> {
  if (browser === undefined) throw new Error('there is no browser');
  const visitor = await visit(browser, 'http://walked.test', { language: 'zh-CN' });
  const pages = ['one', 'two', 'three'].slice(0, insides.length).map((name) => ({ name, path: `/${name}` }));
  const templates = insides.map(
    (inside, at) => `<template id="${pages[at]?.path}"><h1>Page</h1>${inside}</template>`,
  );
  let loads = 0;
  await visitor.context.route('**/*', (route) => {
    if (!route.request().isNavigationRequest()) return route.fulfill({ status: 404 });
    loads += 1;
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="zh-CN"><title>Page</title>
        <body style="margin: 0">${templates.join('')}${FRAME}`,
    });
  });
  const found = await walk(visitor, pages);
  await visitor.context.close();
  return { found: found.map((line) => line.replaceAll(/\s+/g, ' ')), loads };
}

test('nothing is said of pages that nothing is wrong with, and the program is loaded once for them', async () => {
  expect(await walkedOver('<p>calm</p>', '<p>calm</p>', '<p>calm</p>')).toEqual({ found: [], loads: 1 });
});

/** One fault for each width, language and theme, and each seen nowhere else. */
const FAULTS = `
  div { width: 10px; height: 1px }
  @media (width: 360px) { div { width: 361px } }
  @media (width: 869px) { div { width: 872px } }
  @media (width: 1000px) { div { width: 1004px } }
  b { display: none }
  @media (width: 390px) { div { width: 392px } .small { display: block } }
  @media (width: 1440px) { div { width: 1445px } .large { display: block } }
  .chinese, .english { overflow: hidden; white-space: nowrap }
  :lang(zh-CN) .chinese, :lang(en-US) .english { width: 9px }
  i { background: #fff; color: #000; transition: color 5s }
  [data-mantine-color-scheme='light'] .light, [data-mantine-color-scheme='dark'] .dark { color: #ddd }`;
const FAULTY = `
  <div></div><b class="small" role="button" tabindex="0"></b><b class="large" role="button" tabindex="0"></b>
  <p class="chinese">chinese</p><p class="english">english</p>
  <i class="light">pale</i> <i class="dark">dim</i> <img src="/nothing.png" alt="nothing">
  <script>console.error('oh'); setTimeout(() => { throw new Error('no') })</script>`;

test('a fault at one width, in one language or theme alone is found there', async () => {
  const faulty = `<style>${FAULTS}</style>${FAULTY}`;
  const { found } = await walkedOver(faulty, faulty);
  const widths = [360, 390, 869, 1000, 1440];
  const cut = (language: string, word: string) => widths.map((at) => `${language} ${at}: cut: “${word}”`);
  const ofBoth = [
    ...['zh-CN', 'en-US'].flatMap((language) => widths.map((at, by) => `${language} ${at}: ${by + 1}`)),
    ...cut('zh-CN', 'chinese'),
    ...cut('en-US', 'english'),
    ...[390, 1440].flatMap((at) =>
      ['light', 'dark'].map((theme) => `zh-CN ${at}: ${theme} color-contrast: .${theme}`),
    ),
    'zh-CN 390: dark aria-command-name: .small',
    'zh-CN 1440: light aria-command-name: .large',
    'console: oh',
    'error: no',
    '404: http://walked.test/nothing.png',
    // The browser's own word for it.
    'console: Failed to load resource: the server responded with a status of 404 (Not Found)',
  ];
  // The second page is begun at the other end: other width, language and theme.
  expect(found.map((line) => line.replace(/ (in p\.|Fix |px wider).*$/, '')).toSorted()).toEqual(
    ['one', 'two'].flatMap((name) => ofBoth.map((fault) => `${name} ${fault}`)).toSorted(),
  );
});

/** Outside the page, where nothing takes it away. */
const LEFT = `<script>document.body.insertAdjacentHTML('beforeend', '<aside style="width: 1500px">left</aside>')</script>`;

test('what a page leaves behind is not said of the next, which is looked at again by itself', async () => {
  const { found, loads } = await walkedOver(LEFT, '<p>calm</p>');
  const of = (name: string) => found.filter((line) => line.startsWith(name)).toSorted();
  expect(of('one')).toHaveLength(10);
  expect(of('two')).toEqual(of('one').map((line) => line.replace('one', 'two after one:')));
  expect(loads).toBe(2);
});

test('a fault that only the way to a page brings about is said of that way', async () => {
  const { found } = await walkedOver(
    '<script>window.kept = 1</script><p>calm</p>',
    `<script>if (window.kept) console.error('kept')</script><p>calm</p>`,
  );
  expect(found).toEqual(['two after one: console: kept']);
});

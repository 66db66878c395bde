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

/** What every page of ours has: a switch of languages, and a theme that follows the system's. */
const FRAME = `
  <header><button lang="zh-CN">中</button><button lang="en-US">E</button></header>
  <script>
    const root = document.documentElement;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => root.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
    dark.addEventListener('change', follow);
    follow();
    for (const one of document.querySelectorAll('button[lang]')) {
      one.addEventListener('click', () => root.setAttribute('lang', one.lang));
    }
  </script>`;

/** What the walk says of such a page with this in it. */
async function walked(inside: string, style = ''): Promise<string[]> {
  if (browser === undefined) throw new Error('there is no browser');
  const visitor = await visit(browser, 'http://walked.test', { language: 'zh-CN' });
  await visitor.context.route('**/*', (route) =>
    route.request().url().endsWith('/page')
      ? route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><html lang="zh-CN"><title>Page</title><style>${style}</style>
            <body style="margin: 0">${FRAME}<main><h1>Page</h1>${inside}</main></body></html>`,
        })
      : route.fulfill({ status: 404 }),
  );
  const found = await walk(visitor, [
    { name: 'one', path: '/page' },
    { name: 'two', path: '/page' },
  ]);
  await visitor.context.close();
  return found.map((line) => line.replaceAll(/\s+/g, ' '));
}

test('nothing is said of a page that nothing is wrong with', async () => {
  expect(await walked('<p>calm</p>')).toEqual([]);
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
  const found = (await walked(FAULTY, FAULTS)).map((line) => line.replace(/ (in p\.|Fix |px wider).*$/, ''));
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
  expect(found.toSorted()).toEqual(
    ['one', 'two'].flatMap((name) => ofBoth.map((fault) => `${name} ${fault}`)).toSorted(),
  );
});

import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { writePage } from './page-html.ts';

const TEMPLATE = `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta name="description" content="Fanwatt" />
    <title>Fanwatt</title>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`;

/** The page of a creator, item or post with such words, as a browser reads it. */
function pageWith(text: string) {
  const html = writePage(TEMPLATE, {
    language: 'en-US',
    address: 'https://fanwatt.example/p/1',
    words: { title: text, description: text, picture: '', heading: text, text },
    files: [],
    answers: { '/api/one': { text } },
  });
  const { document } = new JSDOM(html).window;
  const card = (name: string) =>
    document.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content');
  return {
    html,
    document,
    title: document.title,
    card,
    heading: document.querySelector('#painted h1')?.textContent ?? '',
    answers: JSON.parse(document.querySelector('#page-answers')?.textContent ?? '{}'),
  };
}

test.each([
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '"><img src=x onerror=alert(1)>',
  `' onload='alert(1)`,
  '</title><svg onload=alert(1)>',
  '&lt;b&gt; &amp; $& $1 $`',
  '\\u003c/script>',
])('%s is text everywhere', (text) => {
  const { document, title, card, heading, answers } = pageWith(text);
  expect([title, card('title'), card('description'), heading]).toEqual([
    `${text} · Fanwatt`,
    text,
    text,
    text,
  ]);
  expect(answers).toEqual({ '/api/one': { text } });
  expect(document.querySelectorAll('script, img, svg, [onload], [onerror]')).toHaveLength(1);
});

test('directions, controls and what has no width become spaces; letters that need a joiner keep it', () => {
  const { title, card, heading } = pageWith('\u202eMei\u202c\u2066\u0000 \u200bpaints\ufeff👨‍👩‍👧\u200f');
  expect(title).toBe('Mei paints 👨‍👩‍👧 · Fanwatt');
  expect([card('title'), heading]).toEqual(['Mei paints 👨‍👩‍👧', 'Mei paints 👨‍👩‍👧']);
});

test.each(['x', '狐', '🦊', '<', '\n', '\u202e', 'x\n', ' x'])(
  '10,000 times %j is a short page with the whole data',
  (one) => {
    const text = one.repeat(10_000);
    const { html, document, title, answers } = pageWith(text);
    const { length: dataLength } = JSON.stringify(answers).replaceAll('<', '\\u003c');
    expect(html.length - dataLength).toBeLessThan(12_000);
    expect([...title].length).toBeLessThan(140);
    expect(document.querySelectorAll('#painted br').length).toBeLessThan(2);
    expect(answers).toEqual({ '/api/one': { text } });
    expect(html.isWellFormed()).toBe(true);
  },
);

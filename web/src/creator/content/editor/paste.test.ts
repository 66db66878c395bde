import { readFileSync } from 'node:fs';
import { getSchema } from '@tiptap/core';
import { DOMParser as NodeParser } from '@tiptap/pm/model';
import { JSDOM } from 'jsdom';
import { beforeAll, expect, test, vi } from 'vitest';
import { articleExtensions } from './extensions.ts';
import { cleanPaste } from './paste.ts';

const { window } = new JSDOM('');
beforeAll(() => {
  vi.stubGlobal('DOMParser', window.DOMParser);
  return () => vi.unstubAllGlobals();
});

const schema = getSchema(
  articleExtensions({
    placeholder: () => '',
    insertsFor: () => [],
    onMenu: () => undefined,
    onKey: () => false,
    onChosen: () => undefined,
  }),
);

interface Part {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: Part[];
}
const SIGNS: Record<string, string> = { bold: '*', italic: '/', code: '`' };

/** One line: `h2(…) p(a *bold* word) ul(li(p(…)))`. */
function outline({ type, text = '', attrs, marks = [], content = [] }: Part): string {
  const inner = content
    .map(outline)
    .join(type === 'paragraph' || type === 'heading' || type === 'codeBlock' ? '' : ' ');
  if (type === 'text')
    return marks.reduce((out, { type: mark, attrs: of }) => {
      const sign = SIGNS[mark] ?? '_';
      return mark === 'link' ? `[${out}](${of?.href})` : `${sign}${out}${sign}`;
    }, text);
  const names: Record<string, string> = {
    paragraph: 'p',
    heading: `h${attrs?.level}`,
    bulletList: 'ul',
    orderedList: 'ol',
    listItem: 'li',
    blockquote: 'quote',
    codeBlock: 'code',
  };
  return `${names[type] ?? type}(${inner})`;
}

function pasted(html: string): { blocks: string[]; removed: number } {
  const cleaned = cleanPaste(html);
  const { body } = new window.DOMParser().parseFromString(cleaned.html, 'text/html');
  const doc: Part = NodeParser.fromSchema(schema).parse(body).toJSON();
  return { blocks: (doc.content ?? []).map(outline), removed: cleaned.removed };
}
const file = (name: string): string => readFileSync(new URL(`testing/${name}.txt`, import.meta.url), 'utf8');

test('Word: headings, nested lists and marks stay; its styles, empty lines and pictures do not', () => {
  expect(pasted(file('word'))).toEqual({
    blocks: [
      'h2(2026年的光影课)',
      'h3(先画暗部)',
      'p(光影分*三层*， 见[这一页](https://example.com/light)，/慢慢来/。)',
      'ul(li(p(铅笔) ul(li(p(2B)))) li(p(橡皮)))',
      'p(步骤：)',
      'ol(li(p(起稿)) li(p(上色)))',
      'p(颜料 | 用量)',
      'p(钴蓝 | 少)',
    ],
    removed: 1,
  });
});

test('WeChat: sections become paragraphs; cards, line numbers, players and pictures do not come along', () => {
  expect(pasted(file('wechat'))).toEqual({
    blocks: [
      'h2(夜里的海)',
      'p(风从*北边*来，*很轻。*)',
      'quote(p(海不说话。))',
      'code(const tide = 1;\ntide + 1;)',
      'ul(li(p(灯塔)) li(p(小船)))',
      'p(阅读原文，[上一篇](http://mp.weixin.qq.com/s?__biz=1&mid=2))',
    ],
    removed: 1,
  });
});

test('Notion: its HTML, and blocks copied from the page', () => {
  expect(pasted(file('notion'))).toEqual({
    blocks: [
      'h2(Brushes)',
      'p(Keep /three/ of them, and [one more](https://www.notion.so/brush). `size: 4`)',
      'h3(What to buy)',
      'ul(li(p(Round brush) ul(li(p(small)))) li(p(Flat brush)))',
      'ul(li(p(☑ Paper)))',
      'h2(Later)',
      'p(Some *more* words)',
      'ol(li(p(Draw)) li(p(Paint)))',
    ],
    removed: 2,
  });
});

test.each([
  ['<a href="javascript:alert(1)">a</a>', 'p(a)'],
  ['<a href=" data:text/html,x">a</a>', 'p(a)'],
  ['<a href="mailto:a@b.cn">a</a>', 'p([a](mailto:a@b.cn))'],
  ['<p onclick="alert(1)">a</p><svg onload="alert(1)"><text>b</text></svg>', 'p(a)'],
  ['<h4>a</h4><h6>b</h6>', 'h2(a),h3(b)'],
  ['<p>a\u200bb&nbsp;c<br></p>', 'p(ab c)'],
])('%s', (html, expected) => {
  expect(pasted(html).blocks.join()).toBe(expected);
});

test('deep nesting is flattened', () => {
  const deep = `${'<div>'.repeat(500)}x${'</div>'.repeat(500)}`;
  expect(pasted(deep).blocks).toEqual(['p(x)']);
});

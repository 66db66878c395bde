import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quickest } from '#events/testing/quickest.ts';
import type { RichDoc } from './rich-nodes.ts';
import { filesIn, lengthOf, plainTextOf, richTextProblem, teaserOf } from './rich-text.ts';

type Json = { type: string; [key: string]: unknown };
const text = (words: string, ...marks: Json[]): Json => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
});
const block = (type: string, content: unknown[], attrs?: object): Json => ({
  type,
  content,
  ...(attrs && { attrs }),
});
const leaf = (type: string, attrs: object): Json => ({ type, attrs });
const paragraph = (words: string): Json => block('paragraph', [text(words)]);
const docOf = (...content: unknown[]): Json => block('doc', content);
const LINE: Json = { type: 'paywall' };
const problemOf = (value: unknown) => richTextProblem(JSON.stringify(value));
const asDoc = (value: Json): RichDoc => {
  expect(problemOf(value)).toBe(null);
  return value as unknown as RichDoc; // richTextProblem let it through
};

/** Any document without a line; each of its words is `tag` with a number. */
function blocks(tag: string): fc.Arbitrary<Json[]> {
  const word = fc.nat(99).map((n) => `${tag}${n}!`);
  const { block: inner } = fc.letrec<{ block: Json }>((tie) => ({
    block: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      word.map(paragraph),
      word.map((one) => block('heading', [text(one, { type: 'bold' })], { level: 2 })),
      word.map((one) => block('codeBlock', [text(one)])),
      word.map((one) => leaf('image', { file_id: one.slice(0, -1), alt: one, caption: one })),
      word.map((one) => leaf('embed', { url: `https://example.com/${one}`, title: one, picture: '' })),
      fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((inside) => block('blockquote', inside)),
      fc
        .array(tie('block'), { minLength: 1, maxLength: 3 })
        .map((inside) => block('bulletList', [block('listItem', inside)])),
    ),
  }));
  return fc.array(inner, { minLength: 1, maxLength: 5 });
}
/** Words of a value that begin with the tag: any text of any field. */
const wordsOf = (value: unknown, tag: string): string[] =>
  [...JSON.stringify(value).matchAll(new RegExp(`${tag}\\d+`, 'g'))].map(([one]) => one);

describe('a document', () => {
  test('has all words in its plain text, and none from behind the line in its teaser', () => {
    fc.assert(
      fc.property(blocks('open'), blocks('paid'), (before, behind) => {
        const doc = asDoc(docOf(...before, LINE, ...behind));
        const teaser = teaserOf(doc);
        expect(wordsOf(teaser, 'paid')).toEqual([]);
        expect(wordsOf(teaser.doc, 'open')).toEqual(wordsOf(before, 'open'));
        const plain = plainTextOf(doc);
        expect(new Set(wordsOf(plain, 'paid'))).toEqual(new Set(wordsOf(behind, 'paid')));
        expect(new Set(wordsOf(teaser.text, 'open'))).toEqual(new Set(wordsOf(before, 'open')));
        expect(plain.startsWith(teaser.text)).toBe(true);
        const files = [...before, ...behind].flatMap((one) => wordsOf(one, '"file_id":"(?:open|paid)'));
        expect(filesIn(doc).map(({ file_id }) => file_id)).toEqual([
          ...new Set(files.map((one) => one.slice('"file_id":"'.length))),
        ]);
      }),
    );
  });

  test('without a line has no teaser, nor has one that begins with it', () => {
    for (const doc of [docOf(paragraph('One')), docOf(LINE, paragraph('One'))])
      expect(teaserOf(asDoc(doc))).toEqual({ doc: { type: 'doc', content: [] }, text: '' });
  });

  test('is refused exactly where a plain count of nodes and levels is above the limits', () => {
    const deep = (levels: number): Json =>
      levels === 1 ? paragraph('a') : block('blockquote', [deep(levels - 1)]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 6_000 }), (levels, more) => {
        const doc = docOf(deep(levels), ...Array.from({ length: more }, () => ({ type: 'horizontalRule' })));
        // The document, its blocks and the text.
        const key = levels + 2 > 20 ? 'too_deep' : levels + 2 + more > 5_000 ? 'too_many' : undefined;
        expect(problemOf(doc)?.key).toBe(key);
      }),
      { numRuns: 60 },
    );
  });

  test('is read as text with its form: lists, breaks, quotes, captions', () => {
    const item = (words: string) => block('listItem', [paragraph(words)]);
    const doc = asDoc(
      docOf(
        block('paragraph', [text('One'), { type: 'hardBreak' }, text('two')]),
        { type: 'paragraph' },
        block('orderedList', [item('a'), item('b')], { start: 3, type: null }),
        leaf('image', { file_id: 'f', alt: 'alt', caption: 'Sea' }),
        leaf('gallery', { file_ids: ['f', 'g'] }),
        leaf('productCard', { plan_id: 'p', sku_id: '' }),
      ),
    );
    expect(plainTextOf(doc)).toBe('One\ntwo\n\n3. a\n4. b\n\nSea');
    expect(filesIn(doc).map(({ file_id }) => file_id)).toEqual(['f', 'g']);
    expect(lengthOf('')).toEqual({ characters: 0, minutes: 0 });
    expect(lengthOf('说 ok')).toEqual({ characters: 3, minutes: 1 });
    expect(lengthOf('说'.repeat(801)).minutes).toBe(3);
    expect(lengthOf('word '.repeat(440)).minutes).toBe(2);
  });
});

describe('refused', () => {
  const linked = (href: unknown) => docOf(block('paragraph', [text('a', { type: 'link', attrs: { href } })]));

  test('links to other places than pages and mail', () => {
    for (const href of ['https://example.com/a?b#c', 'http://例子.测试/', 'mailto:a@example.com?subject=b'])
      expect([href, problemOf(linked(href))]).toEqual([href, null]);
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://example.com/a',
      '//example.com',
      '/setting',
      'https:example.com',
      'https://exa\u202Emple.com',
      'https://example.com/\u0000',
      'mailto:a',
      'mailto:\u0007a@b',
      `https://example.com/${'a'.repeat(2_000)}`,
      '',
    ])
      expect([href, problemOf(linked(href))]).toEqual([href, { key: 'not_a_link' }]);
    for (const url of ['javascript:alert(1)', 'mailto:a@example.com', 'data:image/png;base64,AA'])
      expect(problemOf(docOf(leaf('embed', { url })))).toEqual({ key: 'not_a_link' });
  });

  test('scripts in every attribute, unknown attributes, nodes and marks', () => {
    const script = 'javascript:alert(1)';
    for (const node of [
      leaf('image', { file_id: script }),
      leaf('image', { file_id: 'f', src: script }),
      leaf('gallery', { file_ids: ['f', script] }),
      leaf('audio', { file_id: script }),
      leaf('video', { file_id: 'f', poster: script }),
      leaf('attachment', { file_id: script }),
      leaf('productCard', { plan_id: script, sku_id: '' }),
      leaf('productCard', { plan_id: 'p', sku_id: script }),
      leaf('embed', { url: 'https://example.com', picture: script }),
      leaf('iframe', { src: 'https://example.com' }),
      block('heading', [text('a')], { level: script }),
      block('heading', [text('a')], { level: 1 }),
      block('codeBlock', [text('a')], { language: script }),
      block('orderedList', [block('listItem', [paragraph('a')])], { start: script }),
      block('paragraph', [text('a')], { style: script }),
      block('paragraph', [text('a', { type: 'link', attrs: { href: 'https://a.test', onclick: script } })]),
      block('paragraph', [text('a', { type: 'link', attrs: { href: 'https://a.test', target: script } })]),
      block('paragraph', [text('a', { type: 'link', attrs: { href: 'https://a.test', rel: script } })]),
      block('paragraph', [text('a', { type: 'script' })]),
      block('blockquote', [LINE]),
      { ...paragraph('a'), onclick: script },
      text('a'),
    ])
      expect([node, problemOf(docOf(node))]).toEqual([node, { key: 'malformed' }]);
    for (const value of [null, 1, [], {}, paragraph('a'), docOf(), 'doc'])
      expect(problemOf(value)).toEqual({ key: 'malformed' });
    expect(richTextProblem('{"type":"doc"')).toEqual({ key: 'malformed' });
    expect(problemOf(docOf(paragraph('a\u0000')))).toEqual({ key: 'malformed' });
  });

  test('a second line, and too many files or cards', () => {
    expect(problemOf(docOf(LINE, paragraph('a'), LINE))).toEqual({ key: 'one_paywall' });
    const many = (count: number, of: (n: number) => Json) =>
      docOf(...Array.from({ length: count }, (_, n) => of(n)));
    const image = (n: number) => leaf('image', { file_id: `f${n}` });
    expect(problemOf(many(60, image))).toBe(null);
    expect(problemOf(many(61, image))).toEqual({ key: 'too_many_images', max: '60' });
    const card = () => leaf('embed', { url: 'https://example.com' });
    expect(problemOf(many(20, card))).toBe(null);
    expect(problemOf(many(21, card))).toEqual({ key: 'too_many_inserts', max: '20' });
    expect(problemOf(many(21, (n) => leaf('audio', { file_id: `f${n}` })))).toMatchObject({
      key: 'too_many_inserts',
    });
  });

  test('bombs of depth, count and size, at once', async () => {
    const bombs: [string, string][] = [
      ['['.repeat(400_000), 'too_deep'],
      ['{"content":['.repeat(30_000), 'too_deep'],
      [`[${'{},'.repeat(130_000)}{}]`, 'too_many'],
      [`{"type":"doc","content":[${'{"type":"paragraph"},'.repeat(19_000)}{}]}`, 'too_many'],
      ['"'.repeat(409_601), 'too_large'],
      [JSON.stringify(docOf(paragraph('说'.repeat(140_000)))), 'too_large'],
      [`"${'\\"['.repeat(100_000)}"`, 'malformed'],
    ];
    for (const [bomb, key] of bombs) {
      const measure = async () => {
        const began = performance.now();
        expect(richTextProblem(bomb)).toMatchObject({ key });
        return performance.now() - began;
      };
      expect(await quickest(250, measure)).toBeLessThan(250);
    }
  });
});

import { expect, test } from 'vitest';
import { docIn, openText, richText } from './rich-node.ts';

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const rich = (...content: object[]) => JSON.stringify({ type: 'doc', content });

test('the open part of a document ends at the line of the paywall; without a line nothing is open', () => {
  const walled = rich(paragraph('open'), { type: 'paywall' }, paragraph('gated'));
  expect(openText(walled)).toBe('open');
  expect(richText(walled)).toBe('open\ngated');
  expect(openText(rich(paragraph('gated')))).toBe('');
});

test.each(['', 'null', '[]', '{', '"doc"', '{"type":"paragraph"}'])('%j is no document', (text) => {
  expect(docIn(text)).toBeUndefined();
  expect(richText(text)).toBe('');
});

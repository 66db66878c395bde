import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  begunMention,
  type Draft,
  edited,
  mentionParts,
  NOTHING,
  sentText,
  withMention,
} from './mentions.ts';

const ann = { user_id: 'a1', name: 'Ann' };
const double = { user_id: 'b2', name: 'Ann' };

/** Writes `@` and chooses a person, at the end of a text. */
function choose(draft: Draft, person: typeof ann): Draft {
  const typed = edited(draft, `${draft.text}@`);
  return withMention(typed, { at: draft.text.length, search: '' }, person);
}

describe('a draft', () => {
  it('sends people by their ids, also two of the same name, and keeps a name that was only typed', () => {
    const both = choose(choose(edited(NOTHING, '@Ann '), ann), double);
    expect(both.text).toBe('@Ann @Ann @Ann ');
    expect(sentText(both)).toBe('@Ann <@a1> <@b2> ');
    expect(mentionParts(both).map(({ text, user_id }) => [text, user_id])).toEqual([
      ['@Ann ', undefined],
      ['@Ann', 'a1'],
      [' ', undefined],
      ['@Ann', 'b2'],
      [' ', undefined],
    ]);
  });

  it.each([
    ['before it', 'Hi @Ann ', 'Hi <@a1> '],
    ['after it', '@Ann, hi', '<@a1>, hi'],
    ['directly after it', '@Annx ', '<@a1>x '],
    ['its name', '@Axnn ', '@Axnn '],
    ['a part of it away', '@An ', '@An '],
    ['all of it away', '', ''],
  ])('edited %s', (_, text, sent) => {
    expect(sentText(edited(choose(NOTHING, ann), text))).toBe(sent);
  });

  it('after any edits has mentions that are whole, and in their order', () => {
    const edit = fc.record({
      from: fc.nat(30),
      cut: fc.nat(4),
      text: fc.string({ maxLength: 4 }),
      who: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        let draft: Draft = NOTHING;
        for (const { from, cut, text, who } of edits) {
          const at = Math.min(from, draft.text.length);
          if (who) draft = choose(draft, ann);
          else draft = edited(draft, draft.text.slice(0, at) + text + draft.text.slice(at + cut));
          let end = 0;
          for (const { offset, length } of draft.mentions) {
            expect(offset).toBeGreaterThanOrEqual(end);
            expect(draft.text.slice(offset, offset + length)).toBe('@Ann');
            end = offset + length;
          }
          expect(
            mentionParts(draft)
              .map((part) => part.text)
              .join(''),
          ).toBe(draft.text);
        }
      }),
    );
  });
});

test.each([
  ['@', 1, ''],
  ['谢谢@小', 4, '小'],
  ['谢谢＠小满', 4, '小'],
  ['Hi @An', 6, 'An'],
  ['Hi @An', 4, ''],
  ['Hi @An', 3, undefined],
  ['Hi @An ', 7, undefined],
  ['mail me@an', 10, undefined],
  ['', 0, undefined],
])('%j at %i begins %j', (text, caret, search) => {
  expect(begunMention({ text, mentions: [] }, caret)?.search).toBe(search);
});

test('somebody who is chosen already is not begun again', () => {
  expect(begunMention(choose(NOTHING, ann), 4)).toBeNull();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { folded } from '#services/contract/fields/typed.ts';
import { startTestAccounts } from './testing/test-accounts.ts';

const people = fixture(startTestAccounts);

/** What the database makes of these texts. */
async function foldedInDatabase(texts: readonly string[]): Promise<string[]> {
  const { rows } = await people.database.pool.query<{ folded: string }>(
    `SELECT accounts.folded(text) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS given (text, nth) ORDER BY nth`,
    [texts],
  );
  return rows.map(({ folded: one }) => one);
}
const hex = (text: string): string =>
  Array.from(text, (letter) => letter.codePointAt(0)?.toString(16).padStart(4, '0')).join(' ');

/** Scripts whose letters have case, accents, width or forms, and the signs that are common to all. */
const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Thai',
  'Hangul',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Han',
  'Common',
  'Inherited',
];
const lettersOf = (script: string): string[] => {
  const its = new RegExp(`^\\p{Script=${script}}$`, 'u');
  const letters: string[] = [];
  for (let point = 1; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const letter = String.fromCodePoint(point);
    if (its.test(letter)) letters.push(letter);
  }
  return letters;
};

/** Letters that both know: the database can have an older version of Unicode. */
async function knownToBoth(letters: readonly string[]): Promise<string[]> {
  const { rows } = await people.database.pool.query<{ letter: string }>(
    `SELECT letter FROM unnest($1::text[]) WITH ORDINALITY AS given (letter, nth)
      WHERE unicode_assigned(letter) ORDER BY nth`,
    [letters],
  );
  return rows.map(({ letter }) => letter);
}

test.each(SCRIPTS)('every letter of %s is folded as in the database', async (script) => {
  const letters = await knownToBoth(lettersOf(script));
  expect(letters.length).toBeGreaterThan(20);
  const there = await foldedInDatabase(letters);
  const differing = letters.flatMap((letter, n) =>
    folded(letter) === there[n] ? [] : [`${hex(letter)}: ${hex(folded(letter))}, ${hex(there[n] ?? '')}`],
  );
  expect(differing).toEqual([]);
});

test('so are texts of many letters', async () => {
  const known = await knownToBoth(SCRIPTS.flatMap(lettersOf));
  const letter = fc.nat(known.length - 1).map((nth) => known[nth] ?? '');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: letter, maxLength: 30 }), { maxLength: 100 }),
      async (texts) => {
        expect(texts.map(folded)).toEqual(await foldedInDatabase(texts));
      },
    ),
    { numRuns: 30 },
  );
});

test.each([
  ['ＡＢＣ', 'abc'],
  ['Zoé', 'zoe'],
  ['O’Neill', 'oneill'],
  ["O'Neill", 'oneill'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['İstanbul', 'istanbul'],
  ['ﬁne', 'fine'],
  ['한글', '한글'.normalize('NFKD')],
  ['ガ', 'ガ'.normalize('NFKD')],
])('%s is compared as %s', (text, as) => {
  expect(folded(text)).toBe(as);
});

import { createHash } from 'node:crypto';

/**
 * Terms of texts, as 32-bit numbers: each two neighbouring characters, and each three where none of them is Chinese,
 * Japanese or Korean. (Trigrams of PostgreSQL have no Chinese characters in our locale.) Different characters can have
 * the same number: a term leads to texts, which are then compared.
 */

/** The first code point of which two characters are rare enough. */
const EAST_ASIAN = 0x2e80;
/** Terms of a search that the index is asked for. */
const MAX_TERMS = 12;
const BLANK = 0x20;
const BREAK = 0x0a;

function termOf(characters: readonly number[]): number {
  let term = characters.length;
  for (const character of characters) {
    term = Math.imul(term ^ character, 0x9e3779b1);
    term ^= term >>> 15;
  }
  return term | 0;
}

const isBlank = (character: number | undefined): boolean => character === BLANK || character === BREAK;

/** @param allPairs also pairs that are a part of three characters with a term */
function termsIn(text: string, allPairs: boolean): number[] {
  const terms = new Set<number>();
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const isShort = characters.map((one) => one < EAST_ASIAN && !isBlank(one));
  const hasThree = (at: number): boolean => (isShort[at] && isShort[at + 1] && isShort[at + 2]) === true;
  for (let at = 0; at + 1 < characters.length; at += 1) {
    if (isBlank(characters[at]) || isBlank(characters[at + 1])) continue;
    if (allPairs || !(hasThree(at) || hasThree(at - 1))) terms.add(termOf(characters.slice(at, at + 2)));
    if (hasThree(at)) terms.add(termOf(characters.slice(at, at + 3)));
  }
  return [...terms];
}

/** All terms of a text. @param text as it is searched, with its fields in lines */
export const termsOf = (text: string): number[] => termsIn(text, true);

/** Terms of every text that has these words, at most twelve, from all parts of the words. */
export function termsOfWords(words: readonly string[]): number[] {
  const terms = [...new Set(words.flatMap((word) => termsIn(word, false)))];
  const step = Math.ceil(terms.length / MAX_TERMS);
  return terms.filter((_, nth) => nth % step === 0);
}

/** What is mixed into the terms of a creator's locked texts: a search for other people does not touch them. */
export const saltOf = (creator_id: string): number =>
  createHash('sha256').update(creator_id).digest().readInt32BE();

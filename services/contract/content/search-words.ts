import { folded } from '../fields/typed.ts';

/** What people search for, and where it is in a text. The server finds by the same words that pages mark. */

/** Characters of a search. */
export const MAX_SEARCH = 100;
/** Characters of the shortest word that texts of posts are searched for. */
const MIN_WORD = 2;
/** Words of a search; further ones are a part of the last. */
const MAX_WORDS = 5;
/** Characters of an excerpt, and of it before the first hit. */
const EXCERPT = 100;
const BEFORE_HIT = 24;

const lengthOf = (word: string): number => Array.from(word).length;

/** A text as it is searched: in one width and case, without accents, blanks are one blank. */
export const searchable = (text: string): string => folded(text).replace(/\s+/gu, ' ').trim();

/** The words of a search in this form, each once. A hit has all of them. */
export function wordsOf(search: string): string[] {
  const all = [...new Set(searchable(search).split(' '))].filter((word) => word !== '');
  return all.length > MAX_WORDS ? [...all.slice(0, MAX_WORDS - 1), all.slice(MAX_WORDS - 1).join(' ')] : all;
}

/** Whether texts of posts can be searched for these words: one of them is long enough. */
export const isLongEnough = (words: readonly string[]): boolean =>
  words.some((word) => word.split(' ').some((part) => lengthOf(part) >= MIN_WORD));

/** One character in this form. Most are Chinese or ASCII. */
function foldedCharacter(character: string): string {
  if (character >= '\u4e00' && character <= '\u9fff') return character;
  return /^\s$/u.test(character) ? ' ' : folded(character);
}

/** A text in this form, with the index in the text of each of its UTF-16 units. */
function foldedWithPlaces(text: string): { plain: string; places: number[] } {
  const places: number[] = [];
  let [plain, place] = ['', 0];
  for (const character of text) {
    const one = foldedCharacter(character);
    for (let unit = 0; unit < one.length; unit += 1) places.push(place);
    plain += one;
    place += character.length;
  }
  places.push(text.length);
  return { plain, places };
}

interface TextPart {
  text: string;
  isHit: boolean;
}

/** The text in parts: those that are one of the words, and those between. */
export function markedParts(text: string, words: readonly string[]): TextPart[] {
  const { plain, places } = foldedWithPlaces(text);
  const hits: [from: number, to: number][] = [];
  for (const word of words)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length))
      hits.push([places[at] ?? 0, places[at + word.length] ?? text.length]);
  hits.sort(([one], [other]) => one - other);
  const parts: TextPart[] = [];
  let done = 0;
  for (const [from, to] of hits) {
    if (to <= done) continue;
    if (from > done) parts.push({ text: text.slice(done, from), isHit: false });
    parts.push({ text: text.slice(Math.max(from, done), to), isHit: true });
    done = to;
  }
  if (done < text.length) parts.push({ text: text.slice(done), isHit: false });
  return parts;
}

/** Where the first of the words is, by characters; −1 without one. */
function firstHit(text: string, words: readonly string[]): number {
  const { plain, places } = foldedWithPlaces(text);
  const found = words.map((word) => plain.indexOf(word)).filter((at) => at >= 0);
  if (found.length === 0) return -1;
  return Array.from(text.slice(0, places[Math.min(...found)])).length;
}

/** About 100 characters of the first text with a hit, around it; otherwise the beginning of the first text with words. */
export function excerptOf(texts: readonly string[], words: readonly string[]): string {
  const lines = texts.map((text) => text.replace(/\s+/gu, ' ').trim()).filter((text) => text !== '');
  const hits = lines.map((line) => firstHit(line, words));
  const nth = Math.max(
    0,
    hits.findIndex((hit) => hit >= 0),
  );
  const characters = Array.from(lines[nth] ?? '');
  const from = Math.max(0, Math.min((hits[nth] ?? 0) - BEFORE_HIT, characters.length - EXCERPT));
  const cut = characters.slice(from, from + EXCERPT).join('');
  return `${from > 0 ? '…' : ''}${cut}${from + EXCERPT < characters.length ? '…' : ''}`;
}

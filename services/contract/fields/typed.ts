/** How text that people type is read, before it is checked, stored or compared. */

/** Characters that fonts draw as nothing: zero-width blanks and joiners, soft hyphens, fillers. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** A character that leaves a mark on a page. Fillers and the empty braille pattern are letters and symbols to Unicode. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Whether a text is not blank. */
export const hasVisible = (text: string): boolean => VISIBLE.test(text);

/** Of a name or title: line breaks and tabs become a blank. */
export const oneLine = (text: string): string => text.replace(BREAKS, ' ');

/** Of an address or number: one width, without characters that nobody sees; outer blanks left out. */
export const plainTyped = (text: string): string => text.normalize('NFKC').replace(UNSEEN, '').trim();

/** Accents, and characters that nobody sees or that keyboards write in several ways. As in `accounts.folded`. */
const UNCOMPARED = /[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff'`\u00b4\u2018\u2019\u02bc]/g;

/**
 * A name or code as it is compared: in one width and case, without accents and apostrophes. The database's
 * `accounts.folded` gives the same; it folds each letter alone, so that a final sigma is a sigma.
 */
export const folded = (text: string): string =>
  Array.from(text.normalize('NFKD').replace(UNCOMPARED, ''), (letter) => letter.toLowerCase()).join('');

/** What is searched: also a number that a spreadsheet wrote with an apostrophe, or that is written in groups. */
export function searched(text: string): string {
  const plain = plainTyped(text).replace(/^['\u2018\u2019](?=\d)/, '');
  return /^[\d\s]+$/.test(plain) ? plain.replace(/\s/g, '') : plain;
}

/**
 * A phone number without blanks, brackets and dashes; 00 before the country is +. A mainland mobile number has +86
 * only where it was typed.
 */
export const typedPhone = (text: string): string =>
  plainTyped(text)
    .replace(/[\s()\p{Pd}]/gu, '')
    .replace(/^00/, '+');

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

/** Longer texts are no phone numbers. */
const MAX_PHONE = 60;
/** An extension at the end, as people write it: `ext. 12`, `x12`, `#12`, `转 12`, `分机 12`. */
const WORDED = /^(.*?)[\s,;]*(?:extension|ext\.?|x|#|转|轉|分机|分機)\s*:?\s*(\d{1,8})$/iu;
/** A landline number in groups, with its extension as the third: `0755-12345678-801`. */
const THIRD_GROUP = /^(0\d{2,3}\p{Pd}\d{7,8})\p{Pd}(\d{1,6})$/u;
/** How an extension is stored. */
const STORED_EXTENSION = / ext\. \d+$/;

/** The phone number of a recipient: the same, with its extension as in `+85223456789 ext. 12`. */
export function typedReceiverPhone(text: string): string {
  const plain = plainTyped(text);
  if (plain.length > MAX_PHONE) return typedPhone(plain);
  const [, number = '', extension] = THIRD_GROUP.exec(plain) ?? WORDED.exec(plain) ?? [];
  return extension === undefined ? typedPhone(plain) : `${typedPhone(number)} ext. ${extension}`;
}

/** The number without its extension. */
export const withoutExtension = (phone: string): string => phone.replace(STORED_EXTENSION, '');

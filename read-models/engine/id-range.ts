/** Shorter texts are the whole id. */
const MIN_PREFIX_LENGTH = 6;

/** Sorts after every continuation of an id: ids are compared by bytes. */
const AFTER_ALL = '\u{10ffff}';

/** Ids that are the text or, from 6 characters on, begin with it: one range of an index, also in a stored plan. */
export const idRange = (text: string): { first: string; last: string } => ({
  first: text,
  last: text.length < MIN_PREFIX_LENGTH ? text : text + AFTER_ALL,
});

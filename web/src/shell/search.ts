/** Parsers for values in the address after `?`: limited, and undefined for invalid ones. */
type Raw = Readonly<Record<string, unknown>>;

/** The state of a page in the address, and its changes. */
export interface SearchState<Search> {
  search: Search;
  onSearch: (chosen: Search) => void;
}

const MAX_LENGTH = 2000;

/** Text, also when it looks like a number. */
export function textIn(search: Raw, name: string): string | undefined {
  const value = search[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_LENGTH) : undefined;
}

const MAX_CUSTOM_ORDER_ID = 80;
const MAX_AFFILIATE_CODE = 60;
/** A text that an order cannot keep is left out, so that no link stops an order. */
function orderTextIn(search: Raw, name: string, most: number): string | undefined {
  const text = textIn(search, name);
  return text !== undefined && text.length <= most && /^\P{C}+$/u.test(text) ? text : undefined;
}

/** What a creator's program calls a purchase. */
export const customOrderIn = (search: Raw): string | undefined =>
  orderTextIn(search, 'custom_order_id', MAX_CUSTOM_ORDER_ID);
/** The code of a partner's link. */
export const affiliateIn = (search: Raw): string | undefined =>
  orderTextIn(search, 'affiliate_code', MAX_AFFILIATE_CODE);

/** A whole number from `min` to `max`. */
export function wholeIn(search: Raw, name: string, min: number, max: number): number | undefined {
  const text = search[name];
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  return Number.isInteger(value) && value >= min && value <= max ? value : undefined;
}

export function oneOf<const Choice extends string>(
  search: Raw,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === search[name]);
}

export const pageIn = (search: Raw, name = 'page'): number | undefined => wholeIn(search, name, 1, 100_000);
/** For pages that keep nothing but the page of their list. */
export const pageSearch = (search: Raw): { page?: number | undefined } => ({ page: pageIn(search) });
export type PageSearch = ReturnType<typeof pageSearch>;

const textLike =
  (form: RegExp) =>
  (search: Raw, name: string): string | undefined => {
    const text = textIn(search, name);
    return text !== undefined && form.test(text) ? text : undefined;
  };
/** `YYYY-MM` */
export const monthIn = textLike(/^\d{4}-(0[1-9]|1[0-2])$/);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** `YYYY-MM-DD` */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
export const dayIn = (search: Raw, name: string): string | undefined => {
  const day = textIn(search, name);
  return isDay(day) ? day : undefined;
};

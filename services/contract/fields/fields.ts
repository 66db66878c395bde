import { z } from 'zod';
import { MAX_YUAN } from './amounts.ts';
import { HIDDEN } from './hidden-characters.ts';
import { hasVisible, oneLine, plainTyped, searched } from './typed.ts';

/** Fields that many calls share, with their limits; the web validates with the same schemas. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL cannot store NUL
const NO_NUL = /^[^\u0000]*$/;
const NO_HIDDEN = new RegExp(`^[^\\u0000${HIDDEN}]*$`);

const textWith = (pattern: RegExp, max: number, min: number) =>
  z
    .string()
    .min(min)
    // A longer text is not read any further: a megabyte would take a third of a second.
    .max(max, { abort: true })
    .regex(pattern, { message: 'hidden_characters', abort: true })
    .refine((value) => value.isWellFormed(), { message: 'malformed', abort: true })
    .refine((value) => min === 0 || value === '' || hasVisible(value), { message: 'required' })
    .overwrite((value) => (hasVisible(value) ? value : ''));

/**
 * Names and other short texts of at most `max` characters, without control characters for the text direction and
 * without lone surrogates; with a least length, it must have a visible character. What has none is empty.
 */
export const text = (max: number, min = 0) => textWith(NO_HIDDEN, max, min);
/** Names and titles: the same in one line, so that line breaks and tabs become a blank. */
export const line = (max: number, min = 0) => z.string().overwrite(oneLine).pipe(text(max, min));
/** What is searched for in a list. */
export const searchText = (max: number) => text(max).overwrite(searched);
/** Words that names and texts are searched for: numbers with a blank between them stay two words. */
export const searchWords = (max: number) => text(max).overwrite(plainTyped);
/** The same, required, with one sentence for what is missing or blank. */
export const requiredLine = (max: number, message: string) =>
  z
    .string({ error: message })
    .overwrite((value) => oneLine(value).trim())
    .refine(hasVisible, { message, abort: true })
    .pipe(text(max));
/** Descriptions, whole files and passwords: the same, but text in two directions may hold its controls. */
export const longText = (max: number, min = 0) => textWith(NO_NUL, max, min);

/** A public id: 32 hex digits, or an id that an imported or derived thing has. */
export const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[0-9A-Za-z_-]+$/);

/** Ids joined by commas; empty places are left out. */
export const ids = (max: number) =>
  z
    .string()
    .max(max * 65)
    .regex(/^[0-9A-Za-z_,-]*$/)
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .pipe(z.array(id).max(max));

export const outTradeNo = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[0-9A-Za-z._:/#-]+$/);

/** Money in: a string or number with at most two decimals, 0.01 to 1,000,000.00 yuan. */
export const moneyInput = z
  .union([z.string(), z.number()])
  .transform((value) => String(value))
  .refine(
    (value) => /^\d{1,7}(\.\d{1,2})?$/.test(value) && Number(value) >= 0.01 && Number(value) <= MAX_YUAN,
    {
      message: 'out_of_range',
    },
  );

/** Money out: yuan with two decimals, `"30.00"`; may be negative in figures. */
export const money = z.string().regex(/^-?\d+\.\d{2}$/);

/** A switch as clients send it: true/false, 1/0 or "1"/"0". */
export const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.literal('0'), z.literal('1')])
  .transform((value) => value === true || value === 1 || value === '1');

/** A whole number, also as digits in a query string. */
export const whole = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,12}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max));

/** Calendars before and after mean nothing here, and the database does not know all of them. */
const isOurYear = (day: string): boolean => day >= '1970' && day < '2200';

/** `YYYY-MM-DD` in the business calendar, 1970 to 2199. */
export const businessDay = z.iso.date().refine(isOurYear, { message: 'out_of_range' });
/** `YYYY-MM`, the same. */
export const businessMonth = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .refine(isOurYear, { message: 'out_of_range' });

/** A numeric code of the API, by its names in `events/status.ts`. */
export const code = <Code extends number>(names: Readonly<Record<string, Code>>) =>
  z.union(Object.values(names).map((one) => z.literal(one)));

/** Unix seconds. */
export const seconds = z.number().int();

export const page = whole(1, 100_000).default(1);
export const perPage = whole(1, 100).default(20);
/** Waits up to 2 s until the read model has reached this log position. */
export const minPosition = whole(0, Number.MAX_SAFE_INTEGER).optional();

/**
 * Of a list that grows at its front: `total_count` of its first page. The later pages then begin where they began when
 * that page was read, and have that `total_count`, whatever has arrived since.
 */
export const knownCount = whole(0, Number.MAX_SAFE_INTEGER).optional();

/** Of a list whose rows do not arrive at the front. */
export const paging = { page, per_page: perPage, min_position: minPosition };
export const orderedPages = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ page, per_page: perPage, ...fields, min_position: minPosition });
/** Of a list with the newest rows first. */
export const newestPages = { page, per_page: perPage, known_count: knownCount };
/** The query of such a list: a page and its filters. */
export const paged = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ ...newestPages, ...fields, min_position: minPosition });

export const asOf = z.object({ position: z.number().int(), time: seconds });

/** The list's counts in each page. */
export const counted = { has_more: z.boolean(), total_count: z.number().int(), as_of: asOf };

export const list = <Item extends z.ZodType>(item: Item) =>
  z.object({
    list: z.array(item),
    has_more: z.boolean(),
    total_count: z.number().int(),
    as_of: asOf.optional(),
  });

/** The key of a request: the same key is the same order or change (else `client_order_key` in an order's body). */
export const orderHeaders = z.looseObject({ 'idempotency-key': text(100, 1).optional() });

/** Of calls that answer only that they are done. */
export const nothing = z.object({});

/** Every answer: `ec` 200 or a refusal's code, `em` in the caller's language. */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.object({ ec: z.number().int(), em: z.string(), data });

/** `YYYY-MM-DD`: a version of terms of use and privacy policy. */
export const termsVersion = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

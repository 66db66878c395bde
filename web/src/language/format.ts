import type { Language } from './language.ts';
import { businessZone, isElsewhere } from './zone.ts';

/** Money as the wire has it: yuan with two decimals, `"30.00"`. */
type Yuan = string;

type AnyFormat = Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat;
const cache = new Map<string, AnyFormat>();

function cachedFormat<Format extends AnyFormat>(key: string, make: () => Format): Format {
  const known = cache.get(key);
  // The key has kind and language, so a cached value was made by the same `make`.
  if (known !== undefined) return known as Format;
  const made = make();
  cache.set(key, made);
  return made;
}

/** A fen of a hundred million yuan: no tick is rounded to its neighbour. */
const FINEST_TICK = 10;

/** A true minus, as wide as a plus: of a hyphen one sees less. */
const signed = (written: string): string => written.replace('-', '−');

export const LATIN_START = /^[\p{Script=Latin}\d]/u;
export const LATIN_END = /[\p{Script=Latin}\d]$/u;

const CURRENCY = { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' } as const;

const DAY_OF_YEAR = { month: 'short', day: 'numeric' } as const;
const DAY = { year: 'numeric', ...DAY_OF_YEAR } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/**
 * Every way a number or time is written, in one language. Times are Unix seconds, written in the business zone; the
 * zone is named where a clock of this browser shows another time.
 */
export function formatsOf(language: Language, timeZone = businessZone()) {
  const number = (name: string, options: Intl.NumberFormatOptions) =>
    cachedFormat(`${language}:${name}`, () => new Intl.NumberFormat(language, options));
  const date = (name: string, options: Intl.DateTimeFormatOptions) =>
    cachedFormat(
      `${language}:${timeZone}:${name}`,
      () => new Intl.DateTimeFormat(language, { hourCycle: 'h23', timeZone, ...options }),
    );
  const clock = (name: string, options: Intl.DateTimeFormatOptions, seconds: number): string => {
    const kind = options.year === undefined ? name : `${name}-year`;
    const text = date(kind, options).format(seconds * 1000);
    if (!isElsewhere(seconds, timeZone)) return text;
    const parts = date('offset', { timeZoneName: 'shortOffset' }).formatToParts(seconds * 1000);
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
    return language === 'zh-CN' ? `${text}（${offset}）` : `${text} ${offset}`;
  };
  const year = date('year', { year: 'numeric' });
  /** With the year only if it is another one. */
  const dayFrom = (now: number, seconds: number) =>
    year.format(seconds * 1000) === year.format(now * 1000) ? DAY_OF_YEAR : DAY;
  return {
    /** `¥1,234.50`, `−¥1,234.50` */
    money: (yuan: Yuan): string => signed(number('money', CURRENCY).format(Number(yuan))),
    /** At an axis, short but exact: `¥1.95万`, `¥1.95K`; Chinese whole below ten thousand, `¥1,950`. Of yuan. */
    moneyTick: (yuan: number): string =>
      signed(
        number('money-tick', {
          ...CURRENCY,
          notation: 'compact',
          minimumFractionDigits: 0,
          maximumFractionDigits: FINEST_TICK,
          useGrouping: 'always',
        }).format(yuan),
      ),
    number: (value: number): string => signed(number('number', {}).format(value)),
    /** `+12.5%`, `−3%`, of a share (0.125) */
    change: (share: number): string =>
      signed(
        number('change', { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
          share,
        ),
      ),
    percent: (share: number): string =>
      number('percent', { style: 'percent', maximumFractionDigits: 1 }).format(share),
    date: (seconds: number): string => date('date', { dateStyle: 'medium' }).format(seconds * 1000),
    /** `20:14:05` */
    time: (seconds: number): string => clock('time', { ...CLOCK, second: '2-digit' }, seconds),
    dateTime: (seconds: number): string => clock('date-time', { ...DAY, ...CLOCK }, seconds),
    /** In a file, which spreadsheets know as a time: `2026-10-02 21:39` in the business zone. */
    fileTime: (seconds: number): string =>
      cachedFormat(
        `${timeZone}:file-time`,
        () =>
          new Intl.DateTimeFormat('sv-SE', {
            timeZone,
            dateStyle: 'short',
            timeStyle: 'short',
            hourCycle: 'h23',
          }),
      ).format(seconds * 1000),
    /** Without the year if it is this year's; not broken at its spaces. */
    shortTime: (seconds: number): string =>
      clock('short-time', { ...dayFrom(Date.now() / 1000, seconds), ...CLOCK }, seconds).replaceAll(
        ' ',
        '\u00a0',
      ),
    /** The time of an event to attend, with the day of the week: `12月4日周五 14:00`; of another year with it. */
    occasion: (seconds: number, now = Date.now() / 1000): string =>
      clock('occasion', { weekday: 'short', ...dayFrom(now, seconds), ...CLOCK }, seconds),
    /** 甲、乙 or A, B: without an “and” before the last. */
    words: (words: readonly string[]): string => words.join(language === 'zh-CN' ? '、' : ', '),
    /** How long something is past at a time: `3天前`, `3 days ago`; hours and minutes below a day. */
    ago: (seconds: number, now: number): string => {
      const past = Math.max(0, Math.floor((now - seconds) / 60));
      const [count, unit] =
        past < 60
          ? ([past, 'minute'] as const)
          : past < 48 * 60
            ? ([Math.floor(past / 60), 'hour'] as const)
            : ([Math.floor(past / 1440), 'day'] as const);
      return cachedFormat(
        `${language}:ago`,
        () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
      ).format(-count, unit);
    },
    /** `甲、乙和丙`, `A, B and C`; Chinese with a space between 和 and Latin text. */
    list: (words: readonly string[]): string =>
      new Intl.ListFormat(language, { style: 'long', type: 'conjunction' })
        .formatToParts(words)
        .map(({ value }, at, { [at - 1]: before, [at + 1]: after }) =>
          value === '和'
            ? `${LATIN_END.test(before?.value ?? '') ? ' ' : ''}和${LATIN_START.test(after?.value ?? '') ? ' ' : ''}`
            : value,
        )
        .join(''),
    /** A business day `YYYY-MM-DD`, short: `11月20日`, `Nov 20`. */
    day: (day: string): string =>
      date('day', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`)),
    /** A business day with its year: `2026年11月20日`, `Nov 20, 2026`. */
    fullDay: (day: string): string =>
      date('full-day', { ...DAY, timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`)),
    /** A business month `YYYY-MM`: `2026年11月`, `Nov 2026`. */
    month: (month: string): string =>
      date('month', { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
        Date.parse(`${month}-01T00:00:00Z`),
      ),
  };
}

export type Formats = ReturnType<typeof formatsOf>;

/** A remaining time as `14:05` or `1:02:03`; never below zero. */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const two = (part: number): string => String(part).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}

/** The latest year that the server accepts. */
const LAST_YEAR = 2099;
const FIRST_YEAR = 1900;

/** Digits, the signs and words that people put between them, and the `T` of ISO 8601. */
const DATE = /^[\d\s/.:,，年月日时分号点T-]+$/;
/** The same without anything between: `202610022139`. */
const BARE = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d))?$/;

/**
 * Reads a day, or a day with a time, as people write it: `2026-10-02 21:39`, `2026/10/2 9:05`, `2026年10月2日`, also in
 * full-width characters. With `withTime` a day alone begins at 00:00.
 * @returns `2026-10-02`, or `2026-10-02T21:39` with a time; undefined when the text is no such date
 */
export function writtenDate(text: string, withTime: boolean): string | undefined {
  const plain = text.normalize('NFKC').trim();
  if (!DATE.test(plain)) return undefined;
  const parts =
    BARE.exec(plain)
      ?.slice(1)
      .filter((part) => part !== undefined) ??
    plain.match(/\d+/g) ??
    [];
  if (parts.length !== 3 && !(withTime && parts.length === 5)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number);
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const same =
    year === date.getUTCFullYear() &&
    month === date.getUTCMonth() + 1 &&
    day === date.getUTCDate() &&
    hour === date.getUTCHours() &&
    minute === date.getUTCMinutes();
  if (!same || year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  return date.toISOString().slice(0, withTime ? 16 : 10);
}

/** Numbers of Chinese resident identity cards: 18 characters (GB 11643). The web checks with the same rule. */

const SHAPE = /^[1-9]\d{5}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/;
/** Weights of the first 17 digits and the check characters by remainder, as the standard has them. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = '10X98765432';
const FIRST_YEAR = 1800;

/** The check character of the first 17 digits. */
export function checkCharacter(digits: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return CHECKS.charAt(sum % CHECKS.length);
}

/** Milliseconds at which a day begins in UTC; NaN for a day that no calendar has. */
function dayStart(year: string, month: string, day: string): number {
  const start = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // `Date.UTC` accepts the 31st of February as a day of March.
  return new Date(start).toISOString().startsWith(`${year}-${month}-${day}`) ? start : Number.NaN;
}

/**
 * The number in its stored form: half-width, without blanks, X in upper case. Undefined if it is invalid: wrong
 * length, a birth date that does not exist or is after `now` (milliseconds), or a wrong check character.
 */
export function residentId(text: string, now: number): string | undefined {
  const number = text.normalize('NFKC').replace(/\s/g, '').toUpperCase();
  const [, year, month, day] = SHAPE.exec(number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const born = dayStart(year, month, day);
  if (Number(year) < FIRST_YEAR || !(born <= now)) return undefined;
  return checkCharacter(number) === number.charAt(17) ? number : undefined;
}

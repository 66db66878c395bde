import { withoutExtension } from '#services/contract/fields/typed.ts';

/** Digits of a phone by which its owner is known to a carrier. */
const KNOWN_DIGITS = 4;

/** The last four digits of a phone, without its extension. */
export const lastDigits = (phone: string): string =>
  withoutExtension(phone).replace(/\D/g, '').slice(-KNOWN_DIGITS);

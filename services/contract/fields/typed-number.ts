import { plainTyped } from './typed.ts';

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?=\.|$)/;
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,6})?$/;

/**
 * A number as people write it, of any width, with blanks, and with commas between thousands.
 * @returns undefined if it is none: 1,0 and 1.2.3
 */
export function typedNumber(text: string): number | undefined {
  const plain = plainTyped(text).replace(/\s/g, '');
  const digits = GROUPED.test(plain) ? plain.replaceAll(',', '') : plain;
  return NUMBER.test(digits) ? Number(digits) : undefined;
}

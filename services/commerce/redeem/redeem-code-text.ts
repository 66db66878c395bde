import { createHmac, randomBytes } from 'node:crypto';

/** Crockford's digits: no I, L, O or U, which are misread. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BYTES = 10;
const LENGTH = (BYTES * 8) / 5;
const GROUP = 4;
const WHOLE = new RegExp(`^[${DIGITS}]{${LENGTH}}$`);

/** A fresh code in its one form: 16 digits, 80 random bits. */
export function newCode(): string {
  let bits = BigInt(`0x${randomBytes(BYTES).toString('hex')}`);
  let code = '';
  for (let place = 0; place < LENGTH; place += 1) {
    code = `${DIGITS[Number(bits & 31n)]}${code}`;
    bits >>= 5n;
  }
  return code;
}

/** As shown: `7K3Q-M0XZ-…`. */
export const shownCode = (code: string): string =>
  code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? code;

/**
 * A typed code in normal form: ignores case, width, blanks and dashes; O counts as 0, I and L as 1.
 * Undefined if it cannot be a code.
 */
export function codeTyped(text: string): string | undefined {
  const plain = text.normalize('NFKC').toUpperCase();
  const code = plain
    .replace(/[\s\p{Pd}_.·]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return WHOLE.test(code) ? code : undefined;
}

/** Id of a code's stream: 32 hex digits, a keyed hash that cannot be reversed. */
export type CodeId = (code: string) => string;

/** @param key a secret of 32 bytes */
export const codeIdWith =
  (key: Buffer): CodeId =>
  (code) =>
    createHmac('sha256', key).update(code).digest('hex').slice(0, 32);

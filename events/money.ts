import { z } from 'zod';

/**
 * Money is an integer count of the currency's minor unit (fen for CNY), never a float.
 * On the wire it is a string with two decimals: `"30.00"`.
 */
export const fen = z.int().brand<'fen'>();
export type Fen = z.infer<typeof fen>;

export const currency = z.literal('CNY');
export type Currency = z.infer<typeof currency>;
export const DEFAULT_CURRENCY: Currency = 'CNY';

/** The largest amount that any input may name: 1,000,000.00. */
export const MAX_INPUT = 100_000_000 as Fen;

/** An integer of fen; throws on anything else, since a fraction of a fen is a bug and never a refusal. */
export function fenOf(value: number): Fen {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of fen: ${value}`);
  return value as Fen;
}

export const ZERO = fenOf(0);

export function sum(parts: Iterable<Fen>): Fen {
  let total = 0;
  for (const part of parts) total += part;
  return fenOf(total);
}

export const times = (amount: Fen, count: number): Fen => fenOf(amount * count);

/** `amount × numerator ÷ denominator`, rounded half up (away from zero for negatives), in exact integer arithmetic. */
export function proportion(amount: Fen, numerator: number, denominator: number): Fen {
  const product = BigInt(amount) * BigInt(numerator);
  const divisor = BigInt(denominator);
  const negative = product < 0n !== divisor < 0n;
  const dividend = product < 0n ? -product : product;
  const size = divisor < 0n ? -divisor : divisor;
  const rounded = (dividend * 2n + size) / (size * 2n);
  return fenOf(Number(negative ? -rounded : rounded));
}

/** Fen to the wire's form: 3000 → `"30.00"`, −5 → `"-0.05"`. */
export function toWire(amount: Fen): string {
  const absolute = Math.abs(amount);
  const text = `${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
  return amount < 0 ? `-${text}` : text;
}

const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/;

/**
 * Reads a string or number with at most two decimals. Returns undefined for anything else (signs,
 * exponents, blanks, a third decimal); bounds are the caller's to check.
 */
export function fromWire(value: unknown): Fen | undefined {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== 'string' || !AMOUNT.test(text)) return undefined;
  const [whole = '0', decimals = ''] = text.split('.');
  return fenOf(Number(whole) * 100 + Number(decimals.padEnd(2, '0')));
}

/** `¥1,234.50` or `−¥1,234.50`, in every language. @param amount as on the wire */
export function writtenMoney(amount: string): string {
  const [whole = '0', decimals = '00'] = amount.replace('-', '').split('.');
  return `${amount.startsWith('-') ? '−' : ''}¥${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}

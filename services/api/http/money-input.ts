import { type Fen, fromWire } from '#events/money.ts';

/** Fen of an amount that the contract's `moneyInput` has let through. Throws on any other: a route forgot its schema. */
export function fenOfInput(text: string): Fen {
  const fen = fromWire(text);
  if (fen === undefined) throw new Error('an amount reached a route without its schema');
  return fen;
}

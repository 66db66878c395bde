import { type Fen, fenOf, fromWire, toWire } from '#events/money.ts';

/** Fen of an amount that the contract's `moneyInput` has let through. Throws on any other: a route forgot its schema. */
export function fenOfInput(text: string): Fen {
  const fen = fromWire(text);
  if (fen === undefined) throw new Error('an amount reached a route without its schema');
  return fen;
}

/** Fen from a read model to the wire's form. */
export const wire = (fen: number): string => toWire(fenOf(fen));

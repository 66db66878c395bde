import type { AvailableMove } from '#read-models/books/ledger/trace.ts';

/** The part of a month's money that a withdrawal paid out, or that compensated a month's loss. */
export interface Carried {
  month: string;
  by: { kind: AvailableMove['kind']; ref: string };
  /** fen, above zero */
  amount: number;
}

/**
 * Which withdrawals carried which month's money, first in, first out: money settled first is paid first. Money is
 * fungible; this is a convention (docs/domain/books.md, Tracing), not an observation.
 * @param moves of one creator's available money, in order
 */
export function carriedOf(moves: readonly AvailableMove[]): Carried[] {
  const came = moves.filter(({ amount }) => amount > 0).map((move) => ({ ...move, left: move.amount }));
  const carried: Carried[] = [];
  let at = 0;
  for (const { kind, ref, amount } of moves.filter((move) => move.amount < 0)) {
    let wanted = -amount;
    for (let from = came[at]; wanted > 0 && from; from = came[at]) {
      const taken = Math.min(wanted, from.left);
      carried.push({ month: from.ref, by: { kind, ref }, amount: taken });
      from.left -= taken;
      wanted -= taken;
      if (from.left === 0) at += 1;
    }
  }
  return carried;
}

import type { AvailableMove } from '#read-models/books/ledger/trace.ts';

/** So much of a month's money is reckoned to have gone out by a withdrawal, or to have made up for a month's loss. */
export interface Carried {
  month: string;
  by: { kind: AvailableMove['kind']; ref: string };
  /** fen, above zero */
  amount: number;
}

/**
 * Which withdrawals carried which month's money, first in, first out: what was settled first goes out first. Money
 * has no marks; this is a way of reckoning (docs/domain.md, Tracing), not something that was observed.
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

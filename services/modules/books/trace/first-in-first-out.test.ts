import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AvailableMove } from '#read-models/books/ledger/trace.ts';
import { carriedOf } from './first-in-first-out.ts';

const month = (ref: string, amount: number): AvailableMove => ({ kind: 'month', ref, position: 0, amount });
const out = (ref: string, amount: number): AvailableMove => ({
  kind: 'withdrawal',
  ref,
  position: 0,
  amount: -amount,
});
const moved = (...moves: AvailableMove[]) =>
  carriedOf(moves).map(({ month: from, by, amount }) => `${from}→${by.ref} ${amount}`);

describe('first in, first out', () => {
  it.each([
    ['one month by two withdrawals', [month('01', 100), out('a', 60), out('b', 30)], ['01→a 60', '01→b 30']],
    [
      'one withdrawal over two months',
      [month('01', 50), month('02', 50), out('a', 70)],
      ['01→a 50', '02→a 20'],
    ],
    [
      'a loss takes from what came first',
      [month('01', 50), month('02', -20), out('a', 30)],
      ['01→02 20', '01→a 30'],
    ],
    [
      'a loss before there is anything',
      [month('01', -20), month('02', 50), out('a', 30)],
      ['02→01 20', '02→a 30'],
    ],
    ['nothing went out', [month('01', 50)], []],
    ['more went out than came', [month('01', 5), out('a', 9)], ['01→a 5']],
  ] as const)('%s', (_what, moves, expected) => {
    expect(moved(...moves)).toEqual(expected);
  });

  it('never carries more than came in or was paid out, and leaves no rest on both sides', () => {
    const moves = fc.array(
      fc.integer({ min: -1000, max: 1000 }).filter((amount) => amount !== 0),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(moves, (amounts) => {
        const inflows = amounts.map((amount, at) =>
          amount > 0 ? month(`m${at}`, amount) : out(`w${at}`, -amount),
        );
        const carried = carriedOf(inflows);
        const sumBy = (name: (one: (typeof carried)[number]) => string) => {
          const sums = new Map<string, number>();
          for (const one of carried) sums.set(name(one), (sums.get(name(one)) ?? 0) + one.amount);
          return sums;
        };
        const [from, to] = [sumBy((one) => one.month), sumBy((one) => one.by.ref)];
        for (const { ref, amount } of inflows) {
          expect((amount > 0 ? from : to).get(ref) ?? 0).toBeLessThanOrEqual(Math.abs(amount));
        }
        const total = (sign: number) =>
          inflows.reduce((sum, { amount }) => sum + Math.max(amount * sign, 0), 0);
        expect(carried.reduce((sum, { amount }) => sum + amount, 0)).toBe(Math.min(total(1), total(-1)));
        expect(carried.every(({ amount }) => amount > 0)).toBe(true);
      }),
    );
  });
});

import { expect } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { balanceStream } from '#events/stream-names.ts';
import type { Command, Decision } from '../engine/command.ts';
import { availableAt, heldForRefunds, type PendingSeen } from '../withdrawals/balance.ts';
import { openAffiliateShops, PARTNERS } from './affiliate-shops.ts';
import { BooksOfLog } from './books-of-log.ts';
import type { Decide } from './deciding.ts';
import { memoryCommitter } from './memory-committer.ts';
import { PlainCommissions } from './plain-commissions.ts';
import { NOON } from './scenario.ts';

/** Codes, orders by them, and everybody's money: decided by the real deciders, and said by the plain model. */
export class AffiliateHistory {
  readonly memory = memoryCommitter(NOON);
  readonly model = new PlainCommissions();
  readonly books = new BooksOfLog();
  /** What the history came to. */
  readonly cases = new Set<string>();
  /** What everybody's pending was read as after each step. */
  readonly read: ReadonlyMap<UserId, PendingSeen>[] = [];
  /** The open one. */
  month = '2026-05';
  readonly #decide: Decide;

  constructor(decide: Decide) {
    this.#decide = decide;
    this.memory.given(openAffiliateShops());
  }

  /** Twice in a row: what is done again changes nothing, or is refused. */
  try<Result>(command: Command<Result>): Decision<Result> {
    const first = this.#decide(this.memory, command);
    const before = this.memory.log.length;
    this.#decide(this.memory, command);
    expect(this.memory.log.length).toBe(before);
    this.books.readOn(this.memory);
    return first;
  }

  /** Notes what everybody's pending is read as now. */
  note(): void {
    this.read.push(new Map(PARTNERS.map((user) => [user, this.books.seen(user)])));
  }

  /** Everybody's balances are what the model says, and together with the fees all that was paid and not given back. */
  holds(): void {
    let everybodys = 0;
    for (const user of PARTNERS) {
      const { pending, charged, out } = this.model.moneyOf(user);
      const state = this.memory.stateOf('balance', balanceStream(user));
      expect(this.books.owed(user, 'pending')).toBe(pending);
      expect(state.refunds_charged).toBe(charged);
      expect(availableAt(state, this.memory.now)).toBe(this.model.available(user, this.memory.now));
      expect(heldForRefunds(state, this.books.seen(user))).toBe(Math.max(0 - pending, 0));
      expect(this.books.owed(user, 'paying')).toBe(out);
      for (const part of ['pending', 'available', 'paying'] as const)
        everybodys += this.books.owed(user, part);
    }
    const paid = this.model.orders.filter(({ phase }) => phase === 'paid');
    let [kept, fees] = [0, 0];
    for (const order of paid) {
      const back = order.refunds.reduce((sum, one) => sum + one, 0);
      kept += order.total - back;
      fees += PlainCommissions.left(order, 1, back) + PlainCommissions.left(order, 5, back);
    }
    expect(everybodys).toBe(kept - fees);
  }
}

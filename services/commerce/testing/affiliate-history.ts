import { equal } from 'node:assert/strict';
import type { UserId } from '#events/ids.ts';
import { balanceStream } from '#events/stream-names.ts';
import { leftOf } from '#ops/audit/plain-books.mjs';
import type { Command, Decision } from '../engine/command.ts';
import { availableAt, balanceKind, heldForRefunds, type PendingSnapshot } from '../withdrawals/balance.ts';
import { openAffiliateShops, PARTNERS } from './affiliate-shops.ts';
import { BooksOfLog } from './books-of-log.ts';
import { type Decide, withoutEffectTwice } from './histories.ts';
import { memoryCommitter } from './memory-committer.ts';
import { PlainCommissions } from './plain-commissions.ts';
import { NOON } from './scenario.ts';

/** Codes, orders and balances: decided by the real deciders, and computed by the plain model. */
export class AffiliateHistory {
  readonly memory = memoryCommitter(NOON);
  readonly model = new PlainCommissions();
  readonly books = new BooksOfLog();
  /** The cases covered by the history. */
  readonly cases: Set<string>;
  /** The pending income read after each step. */
  readonly read: ReadonlyMap<UserId, PendingSnapshot>[] = [];
  /** The open one. */
  month = '2026-05';
  readonly #decide: Decide;

  constructor(decide: Decide, cases: Set<string>) {
    this.#decide = decide;
    this.cases = cases;
    this.memory.given(openAffiliateShops());
  }

  try<Result>(command: Command<Result>): Decision<Result> {
    const first = withoutEffectTwice(this.memory, command, this.#decide);
    this.books.readOn(this.memory);
    return first;
  }

  /** Records the present pending income of all. */
  note(): void {
    this.read.push(new Map(PARTNERS.map((user) => [user, this.books.seen(user)])));
  }

  /** All balances equal the model, and with the fees they add up to payments less refunds. */
  holds(): void {
    let everybodys = 0;
    for (const user of PARTNERS) {
      const { pending, charged, out } = this.model.moneyOf(user);
      const state = this.memory.stateOf(balanceKind, balanceStream(user));
      equal(this.books.owed(user, 'pending'), pending);
      equal(state.refunds_charged, charged);
      equal(availableAt(state, this.memory.now), this.model.available(user, this.memory.now));
      equal(heldForRefunds(state, this.books.seen(user)), Math.max(0 - pending, 0));
      equal(this.books.owed(user, 'paying'), out);
      for (const part of ['pending', 'available', 'paying'] as const)
        everybodys += this.books.owed(user, part);
    }
    const paid = this.model.orders.filter(({ phase }) => phase === 'paid');
    let [remaining, fees] = [0, 0];
    for (const order of paid) {
      const back = order.refunds.reduce((sum, one) => sum + one, 0);
      remaining += order.total - back;
      fees += leftOf(order.total, 1, back) + leftOf(order.total, 5, back);
    }
    equal(everybodys, remaining - fees);
  }
}

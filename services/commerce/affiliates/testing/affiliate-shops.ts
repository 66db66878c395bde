import { equal } from 'node:assert/strict';
import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { balanceStream } from '#events/stream-names.ts';
import { leftOf } from '#ops/audit/plain-books.mjs';
import type { Command, Decided, Decision } from '../../engine/command.ts';
import { type Conditions, World } from '../../testing/history.ts';
import { CREATOR, given, goods, LI, offered, STRANGER, sku, WANG } from '../../testing/scenario.ts';
import { availableAt, balanceKind, heldForRefunds, type PendingSnapshot } from '../../withdrawals/balance.ts';
import { BooksOfLog } from './books-of-log.ts';
import { PlainCommissions } from './plain-commissions.ts';

/** Two sellers, who can be each other's partner, and one who only recommends. */
export const SELLERS: readonly UserId[] = [CREATOR, STRANGER];
export const PARTNERS: readonly UserId[] = [...SELLERS, 'creator-podcast' as UserId];
/** Buyers: fans, and partners too. */
export const BUYERS: readonly UserId[] = [LI, WANG, ...PARTNERS];

/** As codes are opened, and as people type them. */
export const CODES = ['Coffee-10', 'podcast', 'MILK_7', 'SPRING'] as const;
export const NO_CODE = 'none-such';
export const TYPED: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => code.toUpperCase(),
  (code) => ` ${code.toLowerCase()} `,
];

/** Each plan with its price in fen: at which fees and commission are rounded this way and that, or to nothing. */
export const PLANS: Readonly<Record<UserId, Readonly<Record<string, number>>>> = {
  [CREATOR]: { scarf: 1_999, badge: 50, stamp: 1 },
  [STRANGER]: { cup: 777, straw: 3 },
};

const openShops = (): Decided[] =>
  SELLERS.flatMap((creator_id) =>
    Object.entries(PLANS[creator_id] ?? {}).flatMap(([name, fen]) => {
      const price = fenOf(fen);
      const only = sku(`sku-${name}` as SkuId, { price });
      return offered(name as PlanId, { ...goods, name, price }, [[only, null]], { creator_id });
    }),
  );

/** What is drawn for a step. */
export interface Draw {
  who: number;
  what: number;
  /** Of something: a rate, an amount. */
  much: number;
}

/** Codes, orders and balances: decided by the real deciders, and computed by the plain model. */
export class AffiliateShops extends World<PlainCommissions> {
  readonly books = new BooksOfLog();
  /** The pending income read after each step. */
  readonly read: ReadonlyMap<UserId, PendingSnapshot>[] = [];
  /** The open one. */
  month = '2026-05';

  constructor(conditions: Conditions) {
    super(conditions, given(openShops()), new PlainCommissions());
  }

  override decideTwice<Result>(command: Command<Result>): Decision<Result> {
    const first = super.decideTwice(command);
    this.books.readOn(this.memory);
    return first;
  }

  /** Records the present pending income of all. */
  note(): void {
    this.read.push(new Map(PARTNERS.map((user) => [user, this.books.seen(user)])));
  }

  /** All balances equal the model, and with the fees they add up to payments less refunds. */
  check(): void {
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

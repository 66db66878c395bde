import {
  cartNumber,
  chargeIdOf,
  type OutTradeNo,
  orderOfCart,
  type PlanId,
  type SkuId,
} from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { DAY_MS } from '#events/time.ts';
import { placeCart } from '../cart/place-cart.ts';
import type { Command, Decision } from '../engine/command.ts';
import { expireMembership } from '../memberships/expire-membership.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { orderKind } from '../orders/order.ts';
import { type PlaceOrder, placeOrder } from '../orders/place-order.ts';
import { takePayment } from '../payments/take-payment.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { fillReplies } from '../replies/fill-replies.ts';
import { editBundleStock } from '../stock/edit-bundle-stock.ts';
import { editSkuStock } from '../stock/edit-sku-stock.ts';
import { type Decide, pick } from './histories.ts';
import { memoryCommitter } from './memory-committer.ts';
import { CODES, FANS, openMixedShop, PLANS } from './mixed-shop.ts';
import { buying, CREATOR, NOON, TTL } from './scenario.ts';

interface Placed {
  numbers: OutTradeNo[];
  charge: string;
}

/** A choice of the shop's offers, by three numbers. */
function wish(what: number, count: number, extra: number): Partial<PlaceOrder> {
  const name = pick(Object.keys(PLANS), what);
  const plan_id = name as PlanId;
  const line = (sku: string, units = 1 + (count % 3)) => ({ sku_id: sku as SkuId, count: units });
  const colours = ['red', 'blue', 'green'];
  const colour = pick(colours, extra);
  const code = pick(Object.entries(CODES), extra);
  switch (name) {
    case 'goods':
      if (count % 5 === 0) {
        const [code_id, { plan_id: of, sku_id }] = code;
        const redeem = { code_id, redeem_id: `of-${code_id}` };
        const lines = sku_id === null ? [] : [line(sku_id, 1)];
        return { plan_id: of as PlanId, lines, month: 1, redeem, py_type: '3' };
      }
      return { plan_id, lines: [line(colour)] };
    case 'pair':
      return {
        plan_id,
        lines: [line(colour, 1), line(pick(colours, extra + 1), 1)],
        bundle_count: 1 + (count % 2),
      };
    case 'keys':
      return { plan_id, lines: [line('key')] };
    case 'show': {
      const seats = line('seat');
      const holders = Array.from({ length: seats.count }, (_, n) => ({
        sku_id: seats.sku_id,
        holder_ref: `h${n}`,
      }));
      return { plan_id, lines: [seats], holders };
    }
    default:
      return {
        plan_id,
        lines: [],
        month: 1 + (count % 4),
        further_months: count % 3,
        begin_at_end: count % 5 === 1,
      };
  }
}

/** Kinds of steps in a history. */
export const KINDS_OF_TURNS = 11;
export type Turn = readonly [doing: number, number, number, number];

/** A shop with everything, lived through turn by turn. */
export class History {
  readonly memory = memoryCommitter(NOON);
  readonly placed: Placed[] = [];
  readonly #decide: Decide;
  readonly #seen: Set<string>;
  #made = 0;

  /** @param seen gets each refusal that commands meet */
  constructor(decide: Decide, seen: Set<string>) {
    this.#decide = decide;
    this.#seen = seen;
    this.memory.given(openMixedShop());
  }

  #submit<Result>(command: Command<Result>): Decision<Result> {
    const decision = this.#decide(this.memory, command);
    if (!decision.accepted) this.#seen.add(`${command.name}:${decision.refusal.code}`);
    return decision;
  }

  #place(fan: number, what: number, count: number): void {
    this.#made += 1;
    const user_id = pick(FANS, fan);
    const number = `order-${this.#made}` as OutTradeNo;
    const input = buying({ out_trade_no: number, user_id, ...wish(what, count, fan + what) });
    const decision = this.#submit(placeOrder(input));
    if (decision.accepted) this.placed.push({ numbers: [number], charge: chargeIdOf(number, 1) });
  }

  #cart(fan: number, what: number, count: number): void {
    this.#made += 1;
    const user_id = pick(FANS, fan);
    const cart_order_no = cartNumber(user_id, String(this.#made));
    const orders = [0, 1, 2].map((n) =>
      buying({
        out_trade_no: orderOfCart(cart_order_no, n),
        cart_order_no,
        user_id,
        ...wish(what + n * (1 + count), count + n, fan + n),
      }),
    );
    const decision = this.#submit(
      placeCart({ cart_order_no, user_id, orders, provider: 'sandbox', request_hash: 'h', ttl_seconds: TTL }),
    );
    if (!decision.accepted) return;
    const numbers = orders.map(({ out_trade_no }) => out_trade_no);
    this.placed.push({ numbers, charge: chargeIdOf(cart_order_no, 1) });
  }

  #orderOf(number: OutTradeNo) {
    return this.memory.stateOf(orderKind, orderStream(number));
  }

  #pay({ numbers, charge }: Placed, short: boolean): void {
    const amount = numbers.reduce((sum, number) => {
      const order = this.#orderOf(number);
      return order.phase === 'none' ? sum : sum + order.placed.total_amount;
    }, 0);
    if (amount === 0) return;
    const command = takePayment({
      charge_id: charge as ReturnType<typeof chargeIdOf>,
      amount: fenOf(amount - (short ? 1 : 0)),
      provider: 'sandbox',
    });
    if (command) this.#submit(command);
  }

  #refund(number: OutTradeNo, part: number): void {
    const order = this.#orderOf(number);
    if (order.phase !== 'paid') return;
    const by = { kind: 'creator' as const, user_id: CREATOR };
    const blank = { units: [], ticket_ids: [] };
    // Now and then one that is void already.
    const ticket = order.placed.tickets[part % Math.max(order.placed.tickets.length, 1)];
    const what =
      part % 3 === 0
        ? blank
        : ticket !== undefined
          ? { ...blank, ticket_ids: [ticket.ticket_id] }
          : part % 3 === 1 && order.placed.lines[0] && order.placed.bundle_count === 0
            ? { ...blank, units: [{ sku_id: order.placed.lines[0].sku_id, count: 1 }] }
            : { ...blank, amount: fenOf(1) };
    // Requested twice with different ids, as in two windows.
    for (const window of part % 4 === 1 ? ['a', 'b'] : ['a']) {
      const refund_id = `r${this.memory.log.length}${window}`;
      this.#submit(refundOrder({ out_trade_no: number, by, refund_id, reason: '', ...what }));
    }
  }

  /** The seller changes the stock, by value or difference; below held and sold units it is refused. */
  #stock(what: number, by: number, set: number): void {
    const change = set % 2 === 0 ? { set: set % 9 } : { by: (by % 7) - 3 };
    const sku_id = ['red', 'blue', 'seat'][what % 4] as SkuId | undefined;
    const plan_id = 'pair' as PlanId;
    if (sku_id === undefined) this.#submit(editBundleStock({ creator_id: CREATOR, plan_id, change }));
    else this.#submit(editSkuStock({ creator_id: CREATOR, sku_id, change }));
  }

  take([doing, a, b, c]: Turn): void {
    const some = this.placed[a % Math.max(this.placed.length, 1)];
    const number = some?.numbers[b % some.numbers.length];
    const pool_id = a % 2 === 0 ? 'key' : 'gold';
    switch (doing % KINDS_OF_TURNS) {
      case 0:
      case 1:
      case 2:
        this.#place(a, b, c);
        return;
      case 3:
        this.#cart(a, b, c);
        return;
      case 4:
      case 5:
        if (some) this.#pay(some, c % 8 === 0);
        return;
      case 6: {
        if (number === undefined) return;
        const by =
          c % 2 === 0 ? ({ kind: 'expiry' } as const) : ({ kind: 'user', user_id: CREATOR } as const);
        this.#submit(cancelOrder({ out_trade_no: number, by }));
        return;
      }
      case 7:
        if (number !== undefined) this.#refund(number, c);
        return;
      case 8: {
        const fill = { creator_id: CREATOR, pool_id, fill_id: `f${this.memory.log.length}` };
        this.#submit(fillReplies({ ...fill, count: 1 + (b % 3), overwrite: c % 4 === 0 }));
        return;
      }
      case 9:
        this.#stock(a, b, c);
        return;
      default:
        this.memory.now += pick([1, TTL * 1000, DAY_MS, 20 * DAY_MS, 45 * DAY_MS], b);
        if (c % 2 === 0) this.#submit(expireMembership({ creator_id: CREATOR, user_id: pick(FANS, a) }));
    }
  }
}

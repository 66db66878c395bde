import fc from 'fast-check';
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
import { orderKind } from '../orders/order.ts';
import type { PlaceOrder } from '../orders/place-order.ts';
import { takePayment } from '../payments/take-payment.ts';
import { fillReplies } from '../replies/fill-replies.ts';
import { editBundleStock } from '../stock/edit-bundle-stock.ts';
import { editSkuStock } from '../stock/edit-sku-stock.ts';
import { type Conditions, type History, pick, step, World } from './history.ts';
import { CODES, FANS, openMixedShop, PLANS } from './mixed-shop.ts';
import { MixedTally } from './mixed-tally.ts';
import { cancellation, expiry, numbered, order, refund } from './orders.ts';
import { buying, CREATOR, given, TTL } from './scenario.ts';

/** An order, or the orders of a cart, with its charge. */
interface Placed {
  numbers: OutTradeNo[];
  charge: ReturnType<typeof chargeIdOf>;
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
    case 'pair': {
      const lines = [line(colour, 1), line(pick(colours, extra + 1), 1)];
      return { plan_id, lines, bundle_count: 1 + (count % 2) };
    }
    case 'keys':
      return { plan_id, lines: [line('key')] };
    case 'show': {
      const seats = line('seat');
      const holder = (n: number) => ({ sku_id: seats.sku_id, holder_ref: `h${n}` });
      return { plan_id, lines: [seats], holders: Array.from({ length: seats.count }, (_, n) => holder(n)) };
    }
    default: {
      const months = { month: 1 + (count % 4), further_months: count % 3, begin_at_end: count % 5 === 1 };
      return { plan_id, lines: [], ...months };
    }
  }
}

/** A shop that sells everything, and its orders and carts. */
class MixedShop extends World<MixedTally> {
  readonly placed: Placed[] = [];
  /** Attempts to order, accepted or not. */
  attempts = 0;

  constructor(conditions: Conditions) {
    super(conditions, given(openMixedShop()), new MixedTally());
  }

  /** Notes each refusal. */
  submit<Result>(command: Command<Result>): Decision<Result> {
    const decision = this.decide(command);
    if (!decision.accepted) this.seen.add(`${command.name}:${decision.refusal.code}`);
    return decision;
  }

  some(which: number): Placed | undefined {
    return this.placed.length === 0 ? undefined : pick(this.placed, which);
  }

  numberOf({ which, part }: { which: number; part: number }): OutTradeNo | undefined {
    const some = this.some(which);
    return some && pick(some.numbers, part);
  }

  orderOf(number: OutTradeNo) {
    return this.memory.stateOf(orderKind, orderStream(number));
  }
}

const few = fc.nat(40);
const oneIn = (n: number) => fc.nat(n - 1).map((drawn) => drawn === n - 1);
const wishes = fc.record({ fan: few, what: few, count: few });

const place = step(3, wishes, (shop: MixedShop, { fan, what, count }) => {
  shop.attempts += 1;
  const out_trade_no = numbered(shop.attempts);
  const choice = wish(what, count, fan + what);
  const decision = shop.submit(order({ out_trade_no, user_id: pick(FANS, fan), ...choice }));
  if (decision.accepted) shop.placed.push({ numbers: [out_trade_no], charge: chargeIdOf(out_trade_no, 1) });
});

const cart = step(1, wishes, (shop: MixedShop, { fan, what, count }) => {
  shop.attempts += 1;
  const user_id = pick(FANS, fan);
  const cart_order_no = cartNumber(user_id, String(shop.attempts));
  const orders = [0, 1, 2].map((n) => {
    const out_trade_no = orderOfCart(cart_order_no, n);
    const choice = wish(what + n * (1 + count), count + n, fan + n);
    return buying({ out_trade_no, cart_order_no, user_id, ...choice });
  });
  const whose = { cart_order_no, user_id, provider: 'sandbox', request_hash: 'h', ttl_seconds: TTL };
  if (!shop.submit(placeCart({ ...whose, orders })).accepted) return;
  const numbers = orders.map(({ out_trade_no }) => out_trade_no);
  shop.placed.push({ numbers, charge: chargeIdOf(cart_order_no, 1) });
});

const pay = step(2, fc.record({ which: few, short: oneIn(8) }), (shop: MixedShop, { which, short }) => {
  const some = shop.some(which);
  const amount = (some?.numbers ?? []).reduce((sum, number) => {
    const state = shop.orderOf(number);
    return state.phase === 'none' ? sum : sum + state.placed.total_amount;
  }, 0);
  if (!some || amount === 0) return;
  const charge_id = some.charge;
  const command = takePayment({ charge_id, amount: fenOf(amount - (short ? 1 : 0)), provider: 'sandbox' });
  if (command) shop.submit(command);
});

const cancels = fc.record({ which: few, part: few, expired: fc.boolean() });
const cancel = step(1, cancels, (shop: MixedShop, { expired, ...which }) => {
  const number = shop.numberOf(which);
  if (number !== undefined) shop.submit(expired ? expiry(number) : cancellation(number, CREATOR));
});

const refunds = fc.record({ which: few, part: few, share: few });
const giveBack = step(1, refunds, (shop: MixedShop, { share, ...which }) => {
  const number = shop.numberOf(which);
  const state = number && shop.orderOf(number);
  if (!number || state?.phase !== 'paid') return;
  const { tickets, lines, bundle_count } = state.placed;
  // Now and then one that is void already.
  const ticket = tickets[share % Math.max(tickets.length, 1)];
  const unit = share % 3 === 1 && lines[0] && bundle_count === 0 ? lines[0].sku_id : undefined;
  const part = ticket
    ? { ticket_ids: [ticket.ticket_id] }
    : unit
      ? { units: [{ sku_id: unit, count: 1 }] }
      : { amount: 1 };
  const what = share % 3 === 0 ? {} : part;
  // Requested twice with different ids, as in two windows.
  for (const window of share % 4 === 1 ? ['a', 'b'] : ['a']) {
    const refund_id = `r${shop.memory.log.length}${window}`;
    shop.submit(refund({ out_trade_no: number, refund_id, ...what }));
  }
});

const fills = fc.record({
  pool_id: fc.constantFrom('key', 'gold'),
  count: fc.integer({ min: 1, max: 3 }),
  overwrite: oneIn(4),
});
const fill = step(1, fills, (shop: MixedShop, lines) => {
  shop.submit(fillReplies({ creator_id: CREATOR, fill_id: `f${shop.memory.log.length}`, ...lines }));
});

/** The seller changes the stock, by value or difference; below held and sold units it is refused. */
const stocks = fc.record({
  sku_id: fc.constantFrom(...(['red', 'blue', 'seat', null] as (SkuId | null)[])),
  change: fc.oneof(
    fc.record({ set: fc.integer({ min: 0, max: 8 }) }),
    fc.record({ by: fc.integer({ min: -3, max: 3 }) }),
  ),
});
const restock = step(1, stocks, (shop: MixedShop, { sku_id, change }) => {
  const plan_id = 'pair' as PlanId;
  if (sku_id === null) shop.submit(editBundleStock({ creator_id: CREATOR, plan_id, change }));
  else shop.submit(editSkuStock({ creator_id: CREATOR, sku_id, change }));
});

const waits = fc.record({
  by: fc.constantFrom(1, TTL * 1000, DAY_MS, 20 * DAY_MS, 45 * DAY_MS),
  /** Whose membership is ended when it is over. */
  fan: fc.option(few, { freq: 2 }),
});
const wait = step(1, waits, (shop: MixedShop, { by, fan }) => {
  shop.memory.now += by;
  if (fan !== null) shop.submit(expireMembership({ creator_id: CREATOR, user_id: pick(FANS, fan) }));
});

export const mixedHistory: History<MixedShop> = {
  begin: (conditions) => new MixedShop(conditions),
  steps: { place, cart, pay, cancel, refund: giveBack, fill, restock, wait },
  length: { minLength: 10, maxLength: 90, size: 'max' },
  holds({ memory, model }) {
    model.readOn(memory);
    model.check(memory);
  },
};

/** One fan who only buys memberships: pays once or again, cancels, is refunded whole, and waits. */
export const membershipHistory: History<MixedShop> = {
  ...mixedHistory,
  steps: {
    place: {
      ...place,
      weight: 5,
      input: fc.record({ fan: fc.constant(0), what: fc.constantFrom(4, 5, 6), count: few }),
    },
    pay: { ...pay, weight: 5 },
    cancel,
    refund: { ...giveBack, weight: 2, input: fc.record({ which: few, part: few, share: fc.constant(0) }) },
    wait: { ...wait, weight: 3 },
  },
  length: { maxLength: 60, size: 'max' },
  end({ memory, seen }) {
    for (const { event } of memory.log) {
      if (event.type === 'MembershipUpgraded' && event.data.months > 0) seen.add('upgrade with months');
      if (event.type === 'OrderPlaced' && event.data.membership?.after) seen.add('planned');
      if (event.type === 'MembershipRevoked' && event.data.next) seen.add('planned moves up');
    }
  },
};

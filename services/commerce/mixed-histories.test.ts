import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
import { cancelOrder } from './cancel-order.ts';
import type { Command, Decision } from './command.ts';
import { expireMembership } from './expire-membership.ts';
import { fillReplies } from './fill-replies.ts';
import { placeCart } from './place-cart.ts';
import { type PlaceOrder, placeOrder } from './place-order.ts';
import { refundOrder } from './refund-order.ts';
import { takePayment } from './take-payment.ts';
import { type MemoryCommitter, memoryCommitter } from './testing/memory-committer.ts';
import { CODES, FANS, openMixedShop, PLANS } from './testing/mixed-shop.ts';
import { checkMixedShop } from './testing/mixed-tally.ts';
import { buying, CREATOR, NOON, TTL } from './testing/past.ts';

type Decide = <Result>(memory: MemoryCommitter, command: Command<Result>) => Decision<Result>;

interface Placed {
  numbers: OutTradeNo[];
  charge: string;
}

/** What a wish for something of the shop says, by three numbers. */
function wish(what: number, count: number, extra: number): Partial<PlaceOrder> {
  const name = Object.keys(PLANS)[what % Object.keys(PLANS).length]!;
  const plan_id = name as PlanId;
  const line = (sku: string, units = 1 + (count % 3)) => ({ sku_id: sku as SkuId, count: units });
  const colours = ['red', 'blue', 'green'];
  const colour = colours[extra % 3]!;
  const code = Object.entries(CODES)[extra % 2]!;
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
        lines: [line(colour, 1), line(colours[(extra + 1) % 3]!, 1)],
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
      return { plan_id, lines: [], month: 1 + (count % 4) };
  }
}

type Turn = readonly [doing: number, number, number, number];

class History {
  readonly memory = memoryCommitter(NOON);
  readonly placed: Placed[] = [];
  readonly turns = new Set<string>();
  readonly #decide: Decide;
  #made = 0;

  constructor(decide: Decide) {
    this.#decide = decide;
    this.memory.given(openMixedShop());
  }

  #submit<Result>(command: Command<Result>): Decision<Result> {
    const decision = this.#decide(this.memory, command);
    if (!decision.accepted) this.turns.add(`${command.name}:${decision.refusal.code}`);
    return decision;
  }

  #place(fan: number, what: number, count: number): void {
    this.#made += 1;
    const user_id = FANS[fan % FANS.length]!;
    const number = `order-${this.#made}` as OutTradeNo;
    const input = buying({ out_trade_no: number, user_id, ...wish(what, count, fan + what) });
    const decision = this.#submit(placeOrder(input));
    if (decision.accepted) this.placed.push({ numbers: [number], charge: chargeIdOf(number, 1) });
  }

  #cart(fan: number, what: number, count: number): void {
    this.#made += 1;
    const user_id = FANS[fan % FANS.length]!;
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
    return this.memory.stateOf('order', orderStream(number));
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
    const open = order.placed.tickets.filter(({ ticket_id }) => !order.void_tickets.includes(ticket_id));
    const what =
      part % 3 === 0
        ? blank
        : open.length > 0
          ? { ...blank, ticket_ids: [open[0]!.ticket_id] }
          : part % 3 === 1 && order.placed.lines[0] && order.placed.bundle_count === 0
            ? { ...blank, units: [{ sku_id: order.placed.lines[0].sku_id, count: 1 }] }
            : { ...blank, amount: fenOf(1) };
    const refund_id = `r${this.memory.log.length}`;
    this.#submit(refundOrder({ out_trade_no: number, by, refund_id, reason: '', ...what }));
  }

  take([doing, a, b, c]: Turn): void {
    const some = this.placed[a % Math.max(this.placed.length, 1)];
    const number = some?.numbers[b % some.numbers.length];
    const pool_id = a % 2 === 0 ? 'key' : 'gold';
    switch (doing % 10) {
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
      default:
        this.memory.now += [1, TTL * 1000, DAY_MS, 20 * DAY_MS, 45 * DAY_MS][b % 5]!;
        if (c % 2 === 0) this.#submit(expireMembership({ creator_id: CREATOR, user_id: FANS[a % 3]! }));
    }
  }
}

/** Explores, and says which turns the histories took. */
function explore(decide: Decide, numRuns: number): Set<string> {
  const turns = new Set<string>();
  const turn = fc.tuple(fc.nat(9), fc.nat(40), fc.nat(40), fc.nat(40));
  fc.assert(
    fc.property(fc.array(turn, { minLength: 10, maxLength: 90, size: 'max' }), (all) => {
      const history = new History(decide);
      for (const one of all) history.take(one);
      checkMixedShop(history.memory);
      for (const one of history.turns) turns.add(one);
      for (const { event } of history.memory.log) {
        turns.add(event.type);
        if (event.type === 'OrderPaid' && event.data.revived) turns.add('revived');
        if (event.type === 'LatePaymentReceived') turns.add(event.data.reason);
      }
    }),
    { numRuns },
  );
  return turns;
}

const honest: Decide = (memory, command) => memory.decide(command);

/** Lets a command see a state other than the true one: a guard taken out. */
function misled(change: (kind: string, state: object) => object): Decide {
  return (memory, command) =>
    memory.decide({
      ...command,
      decide: (states, now) =>
        command.decide(
          {
            ...states,
            get: (kind, stream) =>
              change(kind, states.get(kind, stream)) as ReturnType<typeof states.get<typeof kind>>,
          },
          now,
        ),
    });
}

describe('long random histories of a shop that sells everything', () => {
  it('keep every promise: stock, limits, bundles, codes, lines, tickets, memberships', () => {
    const turns = explore(honest, 300);
    // A property that never gets to the hard places proves nothing.
    const hard = [
      ...['revived', 'amount', 'stock', 'membership', 'paid_already'],
      ...['BundleReturned', 'StockReturned', 'TicketVoided', 'RepliesAwaited', 'RepliesForgone'],
      ...['RedeemCodeUsed', 'RedeemCodeReleased', 'MembershipUpgraded', 'MembershipRevoked', 'CartPaid'],
      ...['place_order:out_of_stock', 'place_order:purchase_limit_reached', 'place_order:redeem_code_used'],
      ...['place_order:downgrade_unsupported', 'place_cart:out_of_stock'],
    ].filter((one) => one !== 'paid_already');
    expect([...turns]).toEqual(expect.arrayContaining(hard));
  }, 60_000);

  const controls: [string, (kind: string, state: object) => object][] = [
    ['bundles', (kind, state) => (kind === 'bundle' ? { ...state, held: 0, sold: 0 } : state)],
    ['units', (kind, state) => (kind === 'stock' ? { ...state, held: 0, sold: 0 } : state)],
    ['codes', (kind, state) => (kind === 'redeem' ? { ...state, held: 0, used: 0 } : state)],
    ['memberships', (kind, state) => (kind === 'membership' ? { runs: [], expired: [] } : state)],
    ['what was bought', (kind, state) => (kind === 'allowance' ? { ...state, taken: [] } : state)],
  ];
  it.each(controls)(
    'negative control: blind to %s they go wrong, and this test sees it',
    (_what, change) => {
      expect(() => explore(misled(change), 200)).toThrow();
    },
    60_000,
  );

  it('negative control: blind to lines that were given they give them again, and the fold stops it', () => {
    const blind = misled((kind, state) => (kind === 'replies' ? { ...state, next: 0 } : state));
    expect(() => explore(blind, 200)).toThrow();
  }, 60_000);
});

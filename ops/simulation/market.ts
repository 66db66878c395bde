import {
  type CartOrderNo,
  cartNumber,
  chargeIdOf,
  derivedHexId,
  type OutTradeNo,
  orderNumber,
  orderOfCart,
  type PlanId,
  type UserId,
} from '#events/ids.ts';
import { DEFAULT_CURRENCY, type Fen, fenOf } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import { choiceOf } from '#ops/demo/buying.ts';
import type { DemoCreator } from '#ops/demo/content/creator.ts';
import { creatorId, fanId } from '#ops/demo/people.ts';
import type { Random } from '#ops/demo/random.ts';
import { wantOf } from '#ops/demo/story.ts';
import { placeCart } from '#services/commerce/cart/place-cart.ts';
import type { Outcome } from '#services/commerce/engine/command.ts';
import { cancelOrder } from '#services/commerce/orders/cancel-order.ts';
import { type PlaceOrder, placeOrder } from '#services/commerce/orders/place-order.ts';
import { takePayment } from '#services/commerce/payments/take-payment.ts';
import type { Counts } from './counts.ts';
import { codeOf } from './partners.ts';
import type { World } from './world.ts';

const TTL_SECONDS = 900;
const LATE_MS: Millis = 400 * 86_400_000;
/** Notices are sent explicitly, and lost ones are found by queries. */
const LOST = { delay_ms: 0, copies: 1, lost: true };

/** One in this many orders uses its creator's affiliate code. */
const BY_CODE = 3;

/** The result of an order, drawn before it is placed. */
type Fate = 'paid' | 'notice_lost' | 'paid_twice' | 'left' | 'paid_late' | 'given_up' | 'paid_after_all';
const FATES: readonly (readonly [Fate, number])[] = [
  ['paid', 880],
  ['notice_lost', 25],
  ['paid_twice', 8],
  ['left', 30],
  ['paid_late', 20],
  ['given_up', 25],
  ['paid_after_all', 12],
];

interface Drawn {
  orders: PlaceOrder[];
  /** Several orders are paid together. */
  cart: CartOrderNo | null;
  user_id: UserId;
  fate: Fate;
}

/** An order with its charge. */
interface Placed {
  number: OutTradeNo | CartOrderNo;
  orders: readonly { out_trade_no: OutTradeNo; creator_id: UserId; total_amount: Fen }[];
  total: Fen;
  user_id: UserId;
  fate: Fate;
}

/** A paid order, for refunds. */
export interface Sold {
  out_trade_no: OutTradeNo;
  creator_id: UserId;
  total_amount: Fen;
}

/** Fans who buy from creators. @param fans their number */
export function openMarket(
  { committer, sandbox }: World,
  creators: readonly DemoCreator[],
  { random, fans, counts }: { random: Random; fans: number; counts: Counts },
) {
  let drawn = 0;
  let late: Placed[] = [];

  function choose(creator: DemoCreator): Pick<PlaceOrder, 'plan_id' | 'lines' | 'custom'> {
    if (!random.chance(0.02)) return choiceOf({ creator, want: wantOf(random, creator) });
    const custom = { creator_id: creatorId(creator), amount: fenOf(random.whole(500, 20_000)) };
    return { plan_id: '' as PlanId, lines: [], custom };
  }

  function draw(): Drawn {
    drawn += 1;
    const user_id = fanId(random.whole(1, fans));
    const together = random.chance(0.05) ? random.whole(2, 3) : 1;
    const cart = together > 1 ? cartNumber(user_id, `simulated ${drawn}`) : null;
    const orders = Array.from({ length: together }, (_, n): PlaceOrder => {
      const creator = random.weighted(creators, ({ fame }) => fame);
      const key = `simulated ${drawn} ${n}`;
      return {
        ...choose(creator),
        ...(cart === null && drawn % BY_CODE === 0 && { affiliate_code: codeOf(creator) }),
        out_trade_no: cart ? orderOfCart(cart, n) : orderNumber(user_id, key),
        user_id,
        py_type: 'apy',
        provider: sandbox.name,
        remark_ref: null,
        custom_order_id: '',
        request_hash: derivedHexId(key),
        ttl_seconds: TTL_SECONDS,
        cart_order_no: cart,
      };
    });
    const [fate] = random.weighted(FATES, ([, weight]) => weight);
    return { orders, cart, user_id, fate };
  }

  function refused(outcome: Outcome<unknown>): boolean {
    if (outcome.accepted) return false;
    counts.add(`not sold: ${outcome.refusal.code}`);
    return true;
  }

  async function place({ orders, cart, user_id, fate }: Drawn): Promise<Placed | undefined> {
    const whose = { user_id, provider: sandbox.name, ttl_seconds: TTL_SECONDS };
    if (cart) {
      const request_hash = derivedHexId(cart);
      const outcome = await committer.submit(
        placeCart({ cart_order_no: cart, orders, request_hash, ...whose }),
      );
      if (refused(outcome) || !outcome.accepted) return undefined;
      const { orders: placed, total_amount } = outcome.result.cart;
      counts.add('orders', placed.length);
      return { number: cart, orders: placed, total: total_amount, user_id, fate };
    }
    const [order] = orders;
    if (!order) return undefined;
    const outcome = await committer.submit(placeOrder(order));
    if (refused(outcome) || !outcome.accepted) return undefined;
    const { out_trade_no, creator_id, total_amount, affiliate } = outcome.result.order.placed;
    counts.add('orders');
    if (affiliate !== null) counts.add('orders by a code');
    const one = { out_trade_no, creator_id, total_amount };
    return { number: out_trade_no, orders: [one], total: total_amount, user_id, fate };
  }

  /**
   * The payer pays at the provider.
   * @param attempt 2: a second time, by mistake
   */
  async function pay({ number, total }: Placed, attempt = 1): Promise<void> {
    const charge_id = chargeIdOf(number, attempt);
    const expires_at = Date.now() + LATE_MS;
    const currency = DEFAULT_CURRENCY;
    await sandbox.createCharge({ charge_id, out_trade_no: number, amount: total, currency, expires_at });
    await sandbox.pay({ charge_id, outcome: 'success', transport: LOST });
  }

  /** The notice or the query of the payment. */
  async function tell({ number, total }: Placed, attempt = 1): Promise<void> {
    const charge_id = chargeIdOf(number, attempt);
    const command = takePayment({ charge_id, amount: total, provider: sandbox.name });
    if (!command) throw new Error(`no charge of ours: ${charge_id}`);
    const outcome = await committer.submit(command);
    if (!outcome.accepted) throw new Error(`money of ${charge_id} was refused: ${outcome.refusal.code}`);
    counts.add(`money ${outcome.result.outcome}`);
  }

  async function giveUp({ orders, user_id }: Placed): Promise<void> {
    for (const { out_trade_no } of orders) {
      await committer.submit(cancelOrder({ out_trade_no, by: { kind: 'user', user_id } }));
    }
    counts.add('given up');
  }

  /** @returns what can be refunded */
  async function live(placed: Placed): Promise<Sold[]> {
    const { fate, orders } = placed;
    switch (fate) {
      case 'left':
        return [];
      case 'paid_late':
        late.push(placed);
        return [];
      case 'given_up':
        await giveUp(placed);
        return [];
      case 'paid_after_all':
        await giveUp(placed);
        await pay(placed);
        await tell(placed);
        return [];
      case 'notice_lost':
        await pay(placed);
        counts.add('notices lost');
        return [];
      case 'paid_twice':
        await pay(placed);
        await pay(placed, 2);
        await Promise.all([tell(placed), tell(placed, 2)]);
        return [...orders];
      case 'paid':
        await pay(placed);
        // Notices can arrive twice, concurrently.
        await Promise.all(placed.total % 7 === 0 ? [tell(placed), tell(placed)] : [tell(placed)]);
        return [...orders];
      default:
        return fate satisfies never;
    }
  }

  return {
    /**
     * Many fans act concurrently: they order, pay, cancel, or pay too late.
     * @returns the payments
     */
    async trade(buyers: number): Promise<Sold[]> {
      const wanted = Array.from({ length: buyers }, draw);
      const placed = await Promise.all(wanted.map(place));
      const sold = await Promise.all(placed.filter((one) => one !== undefined).map(live));
      return sold.flat();
    },
    /** Fans who had left return and pay. */
    async payLate(): Promise<void> {
      const back = late;
      late = [];
      await Promise.all(
        back.map(async (one) => {
          await pay(one);
          await tell(one);
        }),
      );
    },
  };
}

import { agreementReader } from './agreement-reader.ts';
import type {
  CartFacts,
  Fault,
  LogCheck,
  LogFacts,
  OrderFacts,
  RawEvent,
  WithdrawalFacts,
} from './log-facts.ts';
import { added, netOf } from './sums.ts';

/** Held and sold units with a bound. */
interface Bounded {
  bound: number | null;
  held: number;
  sold: number;
}

type Handler = (event: RawEvent) => void;

/** @param limits by plan: units that one fan may have of it */
export function logReader(limits: ReadonlyMap<string, number>) {
  const orders = new Map<string, OrderFacts>();
  const carts = new Map<string, CartFacts>();
  /** By cart: the revisions of its entries. */
  const claims = new Map<string, Map<string, number>>();
  const withdrawals = new Map<string, WithdrawalFacts>();
  const stocks = new Map<string, Set<number | null>>();
  const faults: LogFacts['faults'] = {
    positions: [],
    stock: [],
    limits: [],
    codes: [],
    refunds: [],
    'money out': [],
    agreements: [],
  };
  const versions = new Map<string, number>();
  const bounded = new Map<string, Bounded>();
  /** By order and the kind of units: held units and bought units. */
  const heldBy = new Map<string, number>();
  const soldTo = new Map<string, number>();
  const taken = new Map<string, { of: string; units: number }>();
  const units = new Map<string, number>();
  const available = new Map<string, number>();
  /** By creator: income that is not settled. Its seller, by order. */
  const pending = new Map<string, number>();
  const sellers = new Map<string, string>();
  const unique = new Set<string>();
  let last = 0;

  const fault: Fault = (check, { position }, text) =>
    void faults[check].push(`position ${position}: ${text}`);
  const { agreements, handlers: ofAgreements } = agreementReader(orders, fault);

  /** In the log they come before or after the cart. */
  const claimsOf = (cart_order_no: string): Map<string, number> => {
    const known = claims.get(cart_order_no) ?? new Map<string, number>();
    claims.set(cart_order_no, known);
    return known;
  };

  const once = (check: LogCheck, event: RawEvent, what: string): void => {
    if (unique.has(what)) fault(check, event, `${what} for the second time`);
    unique.add(what);
  };

  const orderOf = (event: RawEvent): OrderFacts | undefined => {
    const found = orders.get(event.data.out_trade_no);
    if (!found)
      fault('refunds', event, `${event.type} of order ${event.data.out_trade_no}, which was not placed`);
    return found;
  };

  /** Held and sold units never exceed the limit; an order returns only its own units. */
  function moved(check: 'stock' | 'codes', of: string, held: number, sold: number): Handler {
    return (event) => {
      const state = bounded.get(of) ?? { bound: null, held: 0, sold: 0 };
      bounded.set(of, state);
      state.held += held;
      state.sold += sold;
      const whose = `${event.data.out_trade_no} ${of}`;
      const [holds, has] = [added(heldBy, whose, held), added(soldTo, whose, sold)];
      if (holds < 0 || has < 0) fault(check, event, `order ${whose}: gives back what it does not have`);
      inBound(check, of, event);
    };
  }

  function inBound(check: 'stock' | 'codes', of: string, event: RawEvent): void {
    const { bound, held, sold } = bounded.get(of) ?? { bound: null, held: 0, sold: 0 };
    if (check === 'stock')
      stocks.set(of, (stocks.get(of) ?? new Set()).add(bound === null ? null : bound - held - sold));
    if (bound !== null && held + sold > bound)
      fault(check, event, `${of}: ${held} held and ${sold} sold of ${bound}`);
  }

  const move =
    (check: 'stock' | 'codes', id: 'sku_id' | 'plan_id' | 'code_id', held: number, sold: number): Handler =>
    (event) => {
      const count = event.data.count ?? 1;
      moved(check, event.data[id], held * count, sold * count)(event);
    };

  const setBound =
    (id: 'sku_id' | 'plan_id'): Handler =>
    (event) => {
      const { [id]: of, stock } = event.data;
      bounded.set(of, { ...(bounded.get(of) ?? { held: 0, sold: 0 }), bound: stock });
      inBound('stock', of, event);
    };

  function spend(event: RawEvent, amount: number): void {
    const left = added(available, event.data.user_id, -amount);
    if (left < 0) fault('money out', event, `${event.data.user_id} takes ${-left} more than there is`);
  }

  const requestedAmount = ({ data }: RawEvent): number => withdrawals.get(data.withdrawal_id)?.amount ?? 0;

  const HANDLERS: Readonly<Record<string, Handler>> = {
    ...ofAgreements,
    StockSet: setBound('sku_id'),
    StockHeld: move('stock', 'sku_id', 1, 0),
    StockSold: move('stock', 'sku_id', -1, 1),
    StockReleased: move('stock', 'sku_id', -1, 0),
    StockReturned: move('stock', 'sku_id', 0, -1),
    BundleStockSet: setBound('plan_id'),
    BundleHeld: move('stock', 'plan_id', 1, 0),
    BundleSold: move('stock', 'plan_id', -1, 1),
    BundleReleased: move('stock', 'plan_id', -1, 0),
    BundleReturned: move('stock', 'plan_id', 0, -1),
    RedeemCodeIssued: ({ data }) => void bounded.set(data.code_id, { bound: data.uses, held: 0, sold: 0 }),
    RedeemCodeHeld: move('codes', 'code_id', 1, 0),
    RedeemCodeUsed: move('codes', 'code_id', -1, 1),
    RedeemCodeReleased: (event) => {
      const { code_id, used } = event.data;
      moved('codes', code_id, used ? 0 : -1, used ? -1 : 0)(event);
    },
    AllowanceTaken(event) {
      const { plan_id, user_id, out_trade_no } = event.data;
      const of = `${user_id} ${plan_id}`;
      taken.set(out_trade_no, { of, units: event.data.units });
      const most = limits.get(plan_id);
      const has = added(units, of, event.data.units);
      if (most !== undefined && has > most) fault('limits', event, `${of}: ${has} units of ${most}`);
    },
    AllowanceReturned(event) {
      const back = taken.get(event.data.out_trade_no);
      if (!back)
        return fault('limits', event, `order ${event.data.out_trade_no} gives back what it did not take`);
      taken.delete(event.data.out_trade_no);
      added(units, back.of, -back.units);
    },
    OrderPlaced(event) {
      const { out_trade_no, user_id, total_amount: total, redeem, lines, bundle_count: bundles } = event.data;
      once('refunds', event, `order ${out_trade_no} is placed`);
      sellers.set(out_trade_no, event.data.creator_id);
      orders.set(out_trade_no, {
        out_trade_no,
        user_id,
        total,
        bundles,
        redeemed: redeem !== null,
        lines: lines.map(({ sku_id, count }: OrderFacts['lines'][number]) => ({ sku_id, count })),
        paid: [],
        cancelled: [],
        isPaid: false,
        refunds: [],
        late: [],
        returned: [],
      });
    },
    CartPlaced(event) {
      const { cart_order_no, user_id, total_amount: total, orders: parts } = event.data;
      once('refunds', event, `cart ${cart_order_no} is placed`);
      const numbers = parts.map(({ out_trade_no }: OrderFacts) => out_trade_no);
      carts.set(cart_order_no, { user_id, total, orders: numbers, revisions: claimsOf(cart_order_no) });
    },
    CartEntryOrdered({ data: { cart_order_no, cart_id, revision } }) {
      claimsOf(cart_order_no).set(cart_id, revision);
    },
    OrderPaid(event) {
      const order = orderOf(event);
      const { charge_id, amount } = event.data;
      if (!order) return;
      if (order.isPaid) fault('refunds', event, `order ${order.out_trade_no} is paid for the second time`);
      if (amount !== order.total)
        fault('refunds', event, `order ${order.out_trade_no} of ${order.total} is paid with ${amount}`);
      if (charge_id !== null) once('refunds', event, `charge ${charge_id} of ${order.out_trade_no} is taken`);
      order.paid.push(charge_id);
      order.isPaid = true;
      added(pending, sellers.get(order.out_trade_no) ?? '', netOf(amount));
    },
    OrderCancelled(event) {
      const order = orderOf(event);
      if (!order) return;
      if (order.isPaid && event.data.reason !== 'overtaken')
        fault('refunds', event, `order ${order.out_trade_no} is cancelled, but was paid`);
      order.cancelled.push(event.data.reason);
      order.isPaid = false;
    },
    OrderRefunded(event) {
      const order = orderOf(event);
      const { refund_id, amount, by } = event.data;
      if (!order) return;
      once('refunds', event, `refund ${refund_id} of order ${order.out_trade_no}`);
      order.refunds.push({ refund_id, amount, by });
      const sum = order.refunds.reduce((all, one) => all + one.amount, 0);
      if (!order.isPaid || sum > order.total)
        fault(
          'refunds',
          event,
          `order ${order.out_trade_no}: ${sum} refunded of ${order.isPaid ? order.total : 0}`,
        );
    },
    RefundSent: (event) => once('refunds', event, `refund ${event.data.provider_refund_id} is sent`),
    LatePaymentReceived(event) {
      const { charge_id, out_trade_no } = event.data;
      once('refunds', event, `charge ${charge_id} of ${out_trade_no} is taken`);
      orderOf(event)?.late.push(charge_id);
    },
    LatePaymentReturned(event) {
      once('refunds', event, `charge ${event.data.charge_id} of ${event.data.out_trade_no} is returned`);
      orderOf(event)?.returned.push(event.data.charge_id);
    },
    IncomeSettled({ data: { user_id, net } }) {
      added(available, user_id, net);
      added(pending, user_id, -net);
    },
    RefundCharged: ({ data }) => void added(pending, data.user_id, -data.net),
    WithdrawalRequested(event) {
      const { withdrawal_id, user_id, amount } = event.data;
      once('money out', event, `withdrawal ${withdrawal_id} is requested`);
      withdrawals.set(withdrawal_id, { user_id, amount, approved: [], rejected: 0, retried: 0 });
      spend(event, amount);
    },
    WithdrawalApproved(event) {
      const { user_id, withdrawal_id, by } = event.data;
      withdrawals.get(withdrawal_id)?.approved.push(by);
      const left = (available.get(user_id) ?? 0) + (pending.get(user_id) ?? 0);
      if (left < 0) fault('money out', event, `withdrawal ${withdrawal_id} is approved, ${-left} is missing`);
    },
    WithdrawalRejected(event) {
      const withdrawal = withdrawals.get(event.data.withdrawal_id);
      if (!withdrawal) return;
      once('money out', event, `withdrawal ${event.data.withdrawal_id} is rejected`);
      withdrawal.rejected += 1;
      added(available, withdrawal.user_id, withdrawal.amount);
    },
    WithdrawalRetried(event) {
      const withdrawal = withdrawals.get(event.data.withdrawal_id);
      if (withdrawal) withdrawal.retried += 1;
      spend(event, requestedAmount(event));
    },
    PayoutFailed(event) {
      once('money out', event, `payout ${event.data.payout_id} fails`);
      added(available, event.data.user_id, requestedAmount(event));
    },
    PayoutSucceeded(event) {
      const { withdrawal_id, payout_id } = event.data;
      once('money out', event, `withdrawal ${withdrawal_id} is paid`);
      if (unique.has(`payout ${payout_id} fails`))
        fault('money out', event, `payout ${payout_id} failed before`);
    },
  };

  /** At the end, without running work: held and bought units of orders equal their purchases. */
  function atRest(): void {
    const missing = (text: string): void => void faults.stock.push(`at the end: ${text}`);
    for (const [whose, held] of heldBy) if (held !== 0) missing(`order ${whose} still holds ${held}`);
    for (const { out_trade_no, lines, isPaid, refunds } of orders.values()) {
      for (const { sku_id, count } of lines) {
        const has = soldTo.get(`${out_trade_no} ${sku_id}`) ?? 0;
        // Units of a refunded order may have returned to stock.
        const well = isPaid ? has === count || (refunds.length > 0 && has < count) : has === 0;
        if (!well) missing(`order ${out_trade_no} has ${has} of ${sku_id}, it bought ${isPaid ? count : 0}`);
      }
    }
  }

  return {
    /** One event, in the order of the log. */
    take(event: RawEvent): void {
      const { position, stream, version, type } = event;
      if (position !== last + 1) fault('positions', event, `follows on ${last}`);
      last = position;
      const before = versions.get(stream) ?? -1;
      if (version !== before + 1)
        fault('positions', event, `version ${version} of ${stream} follows on ${before}`);
      versions.set(stream, version);
      HANDLERS[type]?.(event);
    },
    facts(): LogFacts {
      atRest();
      return { events: last, orders, carts, withdrawals, agreements, stocks, faults };
    },
  };
}

import type { Action, Entry } from './journal.ts';
import type { LogFacts, OrderFacts } from './log-facts.ts';

/** `"12.30"` in fen. */
function fenOf(wire: unknown): number {
  const [, sign = '', whole = '', cents = ''] = /^(-?)(\d+)\.(\d\d)$/.exec(String(wire)) ?? [];
  return whole === '' ? Number.NaN : Number(`${sign}${whole}${cents}`);
}

const numberOfCharge = (charge: unknown): string => String(charge).split('_')[1] ?? '';

/** The requested units of an input: lines, or bundles. */
function sameContent({ lines, bundles, redeemed }: OrderFacts, { action, input }: Entry): boolean {
  if (action === 'redeem') return redeemed;
  if (input.bundle_count !== undefined) return bundles === input.bundle_count;
  return JSON.stringify(lines) === JSON.stringify(input.sku ?? []);
}

/**
 * Compares the clients' answers with the log. Every acknowledged answer must be in the log, once and unchanged; every
 * event caused by people must have a request. The journal is settled: unknown outcomes have been requested again.
 */
export function journalFaults(
  entries: readonly Entry[],
  { orders, carts, withdrawals, agreements, stocks }: LogFacts,
): string[] {
  const faults: string[] = [];
  /** Orders that the worker placed and had charged. */
  const renewals = new Set([...agreements.values()].flatMap(({ placed: numbers }) => numbers));
  const entriesOf = (action: Action): Entry[] =>
    entries.filter((entry) => entry.action === action && entry.outcome === 'acknowledged');
  /** Requests that may have had an effect: all that were not refused each time. */
  const possible = (action: Action): Entry[] =>
    entries.filter((entry) => entry.action === action && entry.outcome !== 'refused');

  /** Orders, by buyer and key: one number for each. */
  function placed(): void {
    const numbers = new Map<string, string>();
    const keys = new Map<string, string>();
    for (const entry of [...entriesOf('order'), ...entriesOf('redeem')]) {
      const number = String(entry.data.out_trade_no);
      const key = `${entry.by} ${entry.key}`;
      const order = orders.get(number);
      if (!order) {
        faults.push(`order ${number} was acknowledged, and is not in the log`);
        continue;
      }
      if ((numbers.get(key) ?? number) !== number)
        faults.push(`${key}: orders ${numbers.get(key)} and ${number}`);
      if ((keys.get(number) ?? key) !== key) faults.push(`order ${number} has two keys`);
      numbers.set(key, number);
      keys.set(number, key);
      const same = order.user_id === entry.by && order.total === fenOf(entry.data.total_amount);
      if (!same || !sameContent(order, entry))
        faults.push(`order ${number} differs from the acknowledged one`);
    }
    const inCarts = ordered();
    for (const number of orders.keys()) {
      if (!keys.has(number) && !inCarts.has(number) && !renewals.has(number))
        faults.push(`order ${number} is in the log without an acknowledgement`);
    }
  }

  /** Carts: one for each key, and one for each revision of an entry. @returns their orders */
  function ordered(): Set<string> {
    const inCarts = new Set<string>();
    const numbers = new Map<string, string>();
    for (const { by, key, input, data } of entriesOf('cart')) {
      const number = String(data.cart_order_no);
      const cart = carts.get(number);
      if (!cart) faults.push(`cart ${number} was acknowledged, and is not in the log`);
      else if (cart.user_id !== by || cart.total !== fenOf(data.total_amount))
        faults.push(`cart ${number} differs from the acknowledged one`);
      const entries = (input.entries as { cart_id: string }[]).flatMap(({ cart_id }) => {
        const revision = cart?.revisions.get(cart_id);
        if (cart && revision === undefined) faults.push(`cart ${number} lacks entry ${cart_id}`);
        return revision === undefined ? [] : `entry ${cart_id} revision ${revision}`;
      });
      for (const one of [`${by} ${key}`, ...entries]) {
        if ((numbers.get(one) ?? number) !== number)
          faults.push(`${one}: carts ${numbers.get(one)} and ${number}`);
        numbers.set(one, number);
      }
      for (const order of cart?.orders ?? []) inCarts.add(order);
    }
    return inCarts;
  }

  const ordersOfCharge = (charge: string): string[] => {
    const number = numberOfCharge(charge);
    return carts.get(number)?.orders ?? [number];
  };

  /** The provider's received money is in an order, or was returned. */
  function paid(): void {
    const charges = new Set(
      entriesOf('pay')
        .filter(({ data }) => data.status === 'paid')
        .map(({ input }) => String(input.charge_id)),
    );
    for (const charge of charges) {
      const taken = ordersOfCharge(charge).every((number) => {
        const order = orders.get(number);
        return order?.paid.includes(charge) || order?.returned.includes(charge);
      });
      if (!taken) faults.push(`charge ${charge} was paid, and is neither in its order nor returned`);
    }
    for (const { out_trade_no, paid: taken, late, returned } of orders.values()) {
      for (const charge of [...taken, ...late]) {
        if (charge !== null && !charges.has(charge) && !renewals.has(out_trade_no))
          faults.push(`charge ${charge} is in the log without a payment`);
      }
      for (const charge of late) {
        if (!returned.includes(charge))
          faults.push(`order ${out_trade_no}: late charge ${charge} did not go back`);
      }
    }
  }

  function cancelled(): void {
    const named = (input: Entry['input']): string[] =>
      input.cart_order_no === undefined
        ? [String(input.out_trade_no)]
        : (carts.get(String(input.cart_order_no))?.orders ?? []);
    for (const { input, data } of entriesOf('cancel')) {
      for (const number of named(input)) {
        if (data.status === 3 && !orders.get(number)?.cancelled.length)
          faults.push(`order ${number} was said to be cancelled, and is not`);
      }
    }
    const requested = new Set(possible('cancel').flatMap(({ input }) => named(input)));
    // Two processes can decide one request. One cancels, a payment revives the order, and then the other refuses.
    const refused = entries.filter(({ action, outcome }) => action === 'cancel' && outcome === 'refused');
    const overtaken = new Set(refused.flatMap(({ input }) => named(input)));
    for (const order of orders.values()) {
      const { out_trade_no: number, isPaid } = order;
      if (isPaid && overtaken.has(number)) continue;
      if (order.cancelled.includes('fan') && !requested.has(number))
        faults.push(`order ${order.out_trade_no} is cancelled, and its fan did not ask`);
    }
  }

  /** Agreements: each with an order that agreed to it; ended if, and only if, their fan ended them. */
  function agreed(): void {
    const consents = new Set(
      entriesOf('order')
        .filter(({ input }) => input.agreement_amount !== undefined)
        .map(({ data }) => String(data.out_trade_no)),
    );
    const named = ({ by, input }: Entry): string => `${by} ${input.plan_id}`;
    const requested = new Set(possible('end_agreement').map(named));
    for (const [of, { made, ended }] of agreements) {
      for (const number of made)
        if (!consents.has(number)) faults.push(`agreement of ${of} by order ${number} without consent`);
      if (ended.includes('fan') && !requested.has(of))
        faults.push(`agreement of ${of} is ended, and its fan did not ask`);
    }
    for (const of of new Set(entriesOf('end_agreement').map(named))) {
      if (!agreements.get(of)?.ended.length)
        faults.push(`agreement of ${of} was said to be ended, and is not`);
    }
  }

  /** Refunds by order: the log's equal the acknowledged ones, one for each key. */
  function refunded(): void {
    const amounts = new Map<string, Map<string, number>>();
    for (const { by, key, data } of entriesOf('refund')) {
      const number = String(data.out_trade_no);
      const of = amounts.get(number) ?? new Map<string, number>();
      const amount = fenOf(data.amount);
      const before = of.get(`${by} ${key}`) ?? amount;
      if (before !== amount)
        faults.push(`order ${number}: refund ${key} was acknowledged as ${before} and as ${amount}`);
      amounts.set(number, of.set(`${by} ${key}`, amount));
    }
    for (const number of new Set([...orders.keys(), ...amounts.keys()])) {
      const list = (values: Iterable<number>): string =>
        [...values].sort((one, other) => one - other).join(' + ');
      const acknowledged = list(amounts.get(number)?.values() ?? []);
      const written = list(orders.get(number)?.refunds.map(({ amount }) => amount) ?? []);
      if (acknowledged !== written)
        faults.push(
          `order ${number}: refunds ${written || 'none'} in the log, ${acknowledged || 'none'} acknowledged`,
        );
    }
  }

  function stocked(): void {
    for (const { input } of entriesOf('set_stock')) {
      const { sku_id, stock } = input;
      if (!stocks.get(String(sku_id))?.has(Number(stock)))
        faults.push(`stock ${stock} of ${sku_id} was acknowledged, and is not in the log`);
    }
  }

  function withdrawn(): void {
    const known = new Set<string>();
    for (const { by, input, data } of entriesOf('withdraw')) {
      const id = String(data.order_id);
      known.add(id);
      const one = withdrawals.get(id);
      if (one?.user_id !== by || one.amount !== fenOf(input.amount))
        faults.push(
          `withdrawal ${id} of ${input.amount} was acknowledged; in the log: ${one?.amount ?? 'nothing'}`,
        );
    }
    for (const id of withdrawals.keys()) {
      if (!known.has(id)) faults.push(`withdrawal ${id} is in the log without an acknowledgement`);
    }
    const reviewed = (action: 'approve' | 'reject' | 'retry') =>
      new Set(possible(action).map(({ input }) => input.id));
    const [approvals, rejections, retries] = [reviewed('approve'), reviewed('reject'), reviewed('retry')];
    for (const [id, { approved, rejected, retried }] of withdrawals) {
      if (approved.length > 0 && !approvals.has(id)) faults.push(`no approval of withdrawal ${id}`);
      if (rejected > 0 && !rejections.has(id)) faults.push(`no rejection of withdrawal ${id}`);
      if (retried > 0 && !retries.has(id)) faults.push(`no retry of withdrawal ${id}`);
    }
    for (const { data } of entriesOf('approve')) {
      const id = String(data.order_id);
      if (data.approved === true && !withdrawals.get(id)?.approved.length)
        faults.push(`withdrawal ${id} was said to be approved, and is not`);
    }
    for (const { data } of entriesOf('reject')) {
      const id = String(data.order_id);
      if (!withdrawals.get(id)?.rejected) faults.push(`withdrawal ${id} was said to be rejected, and is not`);
    }
    for (const { data } of entriesOf('retry')) {
      const id = String(data.order_id);
      if (!withdrawals.get(id)?.retried) faults.push(`withdrawal ${id} was said to be retried, and is not`);
    }
  }

  for (const check of [placed, paid, cancelled, agreed, refunded, stocked, withdrawn]) check();
  return faults;
}

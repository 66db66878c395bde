import { leftOf } from '#ops/audit/plain-books.mjs';

/** The present terms of a code. */
export interface PlainCode {
  creator: string;
  /** As it was written. */
  text: string;
  partner: string;
  /** Whole percent. */
  rate: number;
  /** None: everything. */
  plans: readonly string[];
  active: boolean;
  note: string;
  closed: boolean;
}

export interface PlainOrder {
  number: string;
  creator: string;
  /** Fen. */
  total: number;
  /** The terms at the time of the order. */
  by: { partner: string; text: string; rate: number } | null;
  phase: 'pending' | 'cancelled' | 'paid';
  /** Fen, one after the other. */
  refunds: number[];
}

/** A person's money in fen: pending, and each settled month with the time when it can be withdrawn. */
interface PlainMoney {
  pending: number;
  charged: number;
  months: { net: number; from: number }[];
  out: number;
}

/** The 1st of the month after, 10:00 in Shanghai, which is 2:00 UTC. */
const availableFrom = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  // Months of dates count from 0: this is the next one.
  return Date.UTC(year, number, 1, 2);
};

/** Codes, orders and balances after docs/domain/affiliates.md, without code of the deciders, fees or books. */
export class PlainCommissions {
  readonly codes = new Map<string, PlainCode>();
  readonly orders: PlainOrder[] = [];
  readonly #money = new Map<string, PlainMoney>();

  moneyOf(user: string): PlainMoney {
    const found = this.#money.get(user) ?? { pending: 0, charged: 0, months: [], out: 0 };
    this.#money.set(user, found);
    return found;
  }

  codeOf(creator: string, text: string): PlainCode | undefined {
    return this.codes.get(`${creator} ${text.trim().toLowerCase()}`);
  }

  save(code: PlainCode): void {
    this.codes.set(`${code.creator} ${code.text.toLowerCase()}`, code);
  }

  /**
   * The subject of a code, or why it does not apply.
   * @param plan empty: a custom amount
   */
  carried(creator: string, text: string, plan: string, buyer: string): PlainOrder['by'] | string {
    const code = this.codeOf(creator, text);
    if (!code) return 'unknown code';
    if (code.closed) return 'closed code';
    if (!code.active) return 'paused code';
    if (code.partner === buyer) return 'own code';
    if (code.plans.length > 0 && !code.plans.includes(plan)) return plan === '' ? 'for plans' : 'other plan';
    const { partner, rate } = code;
    return { partner, rate, text: code.text };
  }

  /** Seller's and partner's part of the rest after this refund. */
  static parts(order: PlainOrder, refunded: number): { net: number; commission: number } {
    const left = (percent: number): number => leftOf(order.total, percent, refunded);
    const commission = left(order.by?.rate ?? 0);
    return { net: order.total - refunded - left(1) - left(5) - commission, commission };
  }

  pay(order: PlainOrder): void {
    order.phase = 'paid';
    const { net, commission } = PlainCommissions.parts(order, 0);
    this.moneyOf(order.creator).pending += net;
    if (order.by) this.moneyOf(order.by.partner).pending += commission;
  }

  /** @returns the amounts returned by both */
  refund(order: PlainOrder, amount: number): { net: number; commission: number } {
    const before = order.refunds.reduce((sum, one) => sum + one, 0);
    const [was, is] = [PlainCommissions.parts(order, before), PlainCommissions.parts(order, before + amount)];
    const back = { net: was.net - is.net, commission: was.commission - is.commission };
    order.refunds.push(amount);
    const give = (user: string, part: number): void => {
      const money = this.moneyOf(user);
      money.pending -= part;
      money.charged += part;
    };
    give(order.creator, back.net);
    if (order.by) give(order.by.partner, back.commission);
    return back;
  }

  settle(user: string, month: string): number {
    const money = this.moneyOf(user);
    const net = money.pending;
    money.pending = 0;
    money.months.push({ net, from: availableFrom(month) });
    return net;
  }

  /** A month with a loss counts immediately, others from their date on. */
  available(user: string, now: number): number {
    const { months, out } = this.moneyOf(user);
    return months.reduce((sum, { net, from }) => (net < 0 || from <= now ? sum + net : sum), 0) - out;
  }

  /** Negative pending income holds back the same amount of available. */
  withdrawable(user: string, now: number): number {
    return Math.max(this.available(user, now) + Math.min(this.moneyOf(user).pending, 0), 0);
  }
}

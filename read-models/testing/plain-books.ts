import type { RecordedEvent } from '#events/envelope.ts';

/** The books recomputed from raw events by the table in docs/domain.md, without code of the ledger, fees or money. */
export interface PlainBooks {
  /** Debits are positive, by account; accounts with balance zero are included. */
  balances: Map<string, number>;
  /** Of a creator's pending, by user id and business month, while settlement takes nothing out. */
  earned: Map<string, number>;
}

const halfUp = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** The fee in percent of the rest of a total after refunds. */
function feeLeft(total: number, refunded: number, percent: number): number {
  if (total === 0) return 0;
  const fee = halfUp(total * percent, 100);
  return fee - halfUp(fee * refunded, total);
}

/** The counter-account of a statement line, apart from its fee; other kinds move nothing. */
const statedInto: Readonly<Record<string, string>> = {
  payout: 'assets:bank',
  transfer: 'assets:bank',
  dispute: 'expenses:chargeback',
};

/** Shanghai has kept UTC+8 without a change since 1991. */
const plainMonth = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 7);

interface Known {
  creator: string;
  provider: string;
  total: number;
  refunded: number;
  partner: string;
  rate: number;
}

/** The books through a position; all of them when none is given. */
export function plainBooks(events: readonly RecordedEvent[], through = Number.POSITIVE_INFINITY): PlainBooks {
  const orders = new Map<string, Known>();
  const withdrawals = new Map<string, number>();
  const balances = new Map<string, number>();
  const earned = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, amount: number): void => {
    to.set(key, (to.get(key) ?? 0) + amount);
  };
  const book = (account: string, amount: number): void => {
    if (amount !== 0) add(balances, account, amount);
  };
  const user = (id: string, part: string): string => `liabilities:user:${id}:${part}`;

  for (const { position, type, data: raw, metadata } of events) {
    if (position > through) break;
    if (metadata.imported) continue;
    // Raw events: each type's fields are taken as its name says.
    const data = raw as Record<string, string & number>;
    const order = orders.get(data.out_trade_no ?? '');
    const withdrawn = withdrawals.get(data.withdrawal_id ?? '') ?? 0;
    const id = String(data.user_id);
    if (type === 'OrderPlaced') {
      const placed = raw as { affiliate: { partner_id: string; rate_percent: number } | null };
      const [creator, provider] = [String(data.creator_id), String(data.provider)];
      orders.set(String(data.out_trade_no), {
        creator,
        provider,
        total: Number(data.total_amount),
        refunded: 0,
        partner: placed.affiliate?.partner_id ?? '',
        rate: placed.affiliate?.rate_percent ?? 0,
      });
    } else if (order && (type === 'OrderPaid' || type === 'OrderRefunded')) {
      const before = type === 'OrderPaid' ? undefined : order.refunded;
      if (before !== undefined) order.refunded += Number(data.amount);
      const parts = (percent: number): number =>
        before === undefined
          ? feeLeft(order.total, 0, percent)
          : feeLeft(order.total, order.refunded, percent) - feeLeft(order.total, before, percent);
      const amount = before === undefined ? order.total : -Number(data.amount);
      const [payment, service, affiliate] = [parts(1), parts(5), parts(order.rate)];
      const net = amount - payment - service - affiliate;
      book(`assets:psp:${order.provider}`, amount);
      book('income:payment-fee', -payment);
      book('income:service-fee', -service);
      book(user(order.creator, 'pending'), -net);
      book(user(order.partner, 'pending'), -affiliate);
      add(earned, `${order.creator} ${plainMonth(metadata.at)}`, net);
      add(earned, `${order.partner} ${plainMonth(metadata.at)}`, affiliate);
    } else if (order && type.startsWith('LatePayment')) {
      const amount = type === 'LatePaymentReceived' ? Number(data.amount) : -Number(data.amount);
      book(`assets:psp:${order.provider}`, amount);
      book('liabilities:late-payments', -amount);
    } else if (type === 'MonthSettled') {
      book(user(id, 'pending'), Number(data.net));
      book(user(id, 'available'), -Number(data.net));
    } else if (type === 'WithdrawalRequested' || type === 'WithdrawalRetried') {
      if (type === 'WithdrawalRequested') withdrawals.set(String(data.withdrawal_id), Number(data.amount));
      const amount = withdrawals.get(String(data.withdrawal_id)) ?? 0;
      book(user(id, 'available'), amount);
      book(user(id, 'paying'), -amount);
    } else if (type === 'WithdrawalRejected' || type === 'PayoutFailed') {
      book(user(id, 'paying'), withdrawn);
      book(user(id, 'available'), -withdrawn);
    } else if (type === 'PayoutSucceeded') {
      book(user(id, 'paying'), withdrawn);
      book('assets:bank', -withdrawn);
    } else if (type === 'PayoutDisputeClosed') {
      const { moves } = raw as { moves: string };
      if (moves === 'charged' || moves === 'paid') {
        book(user(id, moves === 'paid' ? 'paying' : 'available'), withdrawn);
        book('assets:bank', -withdrawn);
      } else if (moves === 'returned') {
        book('assets:bank', withdrawn);
        book(user(id, 'available'), -withdrawn);
      }
    } else if (type === 'StatementLineRecorded') {
      const [amount, fee, kind] = [Number(data.amount), Number(data.fee), String(data.kind)];
      const psp = `assets:psp:${data.provider}`;
      book('expenses:psp-fee', fee);
      book(psp, -fee);
      const where = statedInto[kind];
      if (where) {
        book(where, -amount);
        book(psp, amount);
      }
    } else if (type.startsWith('Difference')) {
      const amount = type === 'DifferenceResolved' ? Number(data.written_off) : -Number(data.written_back);
      book(statedInto[String(data.kind)] ?? `assets:psp:${data.provider}`, amount);
      book('expenses:statement-differences', -amount);
    }
  }
  return { balances, earned };
}

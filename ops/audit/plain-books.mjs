// The postings of each event, by the tables of docs/domain/README.md, without code of the ledger,
// fees, money or time. Errors there are not repeated here. The recomputation (plain-ledger.mjs) and the tests of the
// ledger both use this page.

/** The counter-account of a statement line, apart from its fee. */
const MOVED_BY_LINE = { payout: 'assets:bank', transfer: 'assets:bank', dispute: 'expenses:chargeback' };

/** amount × times ÷ by, half up; exact for any size. */
function share(amount, times, by) {
  const [n, d] = [BigInt(amount) * BigInt(times) * 2n + BigInt(by), BigInt(by) * 2n];
  return Number(n / d);
}

/** The rest of a part of `percent` of a total after refunds: zero after a full refund, in any split. */
export function leftOf(total, percent, refunded) {
  if (total === 0) return 0;
  const whole = share(total, percent, 100);
  return whole - share(whole, refunded, total);
}

/** The change of each part of an order by a payment or, negative, a refund. */
function change({ type, amount, total, back, rate }) {
  if (type === 'OrderPaid' || type === 'Commission') {
    const part = (percent) => share(amount, percent, 100);
    return { amount, payment_fee: part(1), service_fee: part(5), affiliate: part(rate) };
  }
  const part = (percent) => leftOf(total, percent, back + amount) - leftOf(total, percent, back);
  return { amount: 0 - amount, payment_fee: part(1), service_fee: part(5), affiliate: part(rate) };
}

const KINDS = {
  OrderPaid: 'order',
  OrderRefunded: 'refund',
  OrderDisputed: 'refund',
  Commission: 'commission',
  CommissionBack: 'commission_refund',
};

/** The line of a month made by a row; a partner's line is all commission. Undefined: no line. */
export function lineOf(row) {
  const kind = KINDS[row.type];
  if (kind === undefined || row.amount === 0) return undefined;
  const parts = change(row);
  const { amount, payment_fee, service_fee, affiliate } = parts;
  if (kind === 'order' || kind === 'refund')
    return { kind, ...parts, net: amount - payment_fee - service_fee - affiliate };
  if (affiliate === 0) return undefined;
  return { kind, amount: affiliate, payment_fee: 0, service_fee: 0, affiliate: 0, net: affiliate };
}

const own = ({ owner }, part) => `liabilities:user:${owner}:${part}`;
const psp = (provider) => `assets:psp:${provider}`;
const move = (from, to, amount) => [
  [from, amount],
  [to, 0 - amount],
];

const pending = (row, line) => [[own(row, 'pending'), 0 - line.net]];
/** A seller's line includes amounts without a user; the partner's share is a line of the partner. */
const soldBy = (money) => (row, line) => [
  ...pending(row, line),
  [money(row), line.amount],
  ['income:payment-fee', 0 - line.payment_fee],
  ['income:service-fee', 0 - line.service_fee],
];
const sale = soldBy(({ provider }) => psp(provider));
const goesOut = (row) => move(own(row, 'available'), own(row, 'paying'), row.asked);
const comesBack = (row) => move(own(row, 'paying'), own(row, 'available'), row.asked);
const writtenOff = ({ data: { provider, kind, written_off, written_back } }) =>
  move(MOVED_BY_LINE[kind] ?? psp(provider), 'expenses:statement-differences', written_off ?? -written_back);

const ENTRIES = {
  OrderPaid: sale,
  OrderRefunded: sale,
  // The payer's bank took the money; the line of the statement booked it as a loss.
  OrderDisputed: soldBy(() => 'expenses:chargeback'),
  Commission: pending,
  CommissionBack: pending,
  LatePaymentReceived: ({ provider, amount }) => move(psp(provider), 'liabilities:late-payments', amount),
  LatePaymentReturned: ({ provider, amount }) => move('liabilities:late-payments', psp(provider), amount),
  RefundFailed: ({ provider, amount }) => move(psp(provider), 'liabilities:failed-refunds', amount),
  FailedRefundPaid: ({ provider, amount, data: { paid_by } }) =>
    move('liabilities:failed-refunds', paid_by === 'provider' ? psp(provider) : 'assets:bank', amount),
  MonthSettled: (row) => move(own(row, 'pending'), own(row, 'available'), row.data.net),
  WithdrawalRequested: goesOut,
  WithdrawalRetried: goesOut,
  WithdrawalRejected: comesBack,
  PayoutFailed: comesBack,
  PayoutSucceeded: (row) => move(own(row, 'paying'), 'assets:bank', row.asked),
  PayoutDisputeClosed: (row) =>
    ({
      none: [],
      charged: move(own(row, 'available'), 'assets:bank', row.asked),
      paid: move(own(row, 'paying'), 'assets:bank', row.asked),
      returned: move('assets:bank', own(row, 'available'), row.asked),
    })[row.data.moves],
  StatementLineRecorded: ({ data: { provider, kind, amount, fee } }) => [
    ...(kind in MOVED_BY_LINE ? move(psp(provider), MOVED_BY_LINE[kind], amount) : []),
    ...move('expenses:psp-fee', psp(provider), fee),
  ],
  DifferenceResolved: writtenOff,
  DifferenceReopened: writtenOff,
};

/** Account and amount of each posting of a row with its line; a debit is above zero. */
export const entriesOf = (row, line) =>
  row.type in KINDS && line === undefined ? [] : (ENTRIES[row.type]?.(row, line) ?? []);

/** Rows of events in the order of the log, as plain-stream.mjs makes them by SQL; here each order is remembered. */
function rowsByLog() {
  const begun = new Map();
  return ({ position, type, data, metadata: { at, imported } }) => {
    if (imported) return [];
    const subject = data.out_trade_no ?? `${data.user_id} ${data.withdrawal_id}`;
    if (type === 'OrderPlaced') {
      const { creator_id: owner, provider, total_amount: total, affiliate } = data;
      const [partner, rate] = [affiliate?.partner_id, affiliate?.rate_percent ?? 0];
      begun.set(subject, { owner, provider, total, partner, rate, back: 0 });
    }
    if (type === 'WithdrawalRequested') begun.set(subject, { owner: data.user_id, asked: data.amount });
    const of = begun.get(subject) ?? { owner: data.user_id };
    if (data.out_trade_no !== undefined && of.total === undefined) return [];
    const { out_trade_no: number, refund_id, amount } = data;
    const kind = type === 'OrderRefunded' && data.by === 'dispute' ? 'OrderDisputed' : type;
    const row = { ...of, position, type: kind, at, number, refund_id, amount, data };
    if (type === 'OrderRefunded') of.back += amount;
    const partners = { OrderPaid: 'Commission', OrderRefunded: 'CommissionBack' }[type];
    if (of.partner === undefined || partners === undefined) return [row];
    return [row, { ...row, type: partners, owner: of.partner }];
  };
}

/** All accounts up to a position, and the lines of all months. */
export function plainBooks(events, through = Number.POSITIVE_INFINITY) {
  const balances = new Map();
  const lines = [];
  const rowsOf = rowsByLog();
  for (const event of events) {
    if (event.position > through) break;
    for (const row of rowsOf(event)) {
      const line = lineOf(row);
      for (const [account, amount] of entriesOf(row, line))
        balances.set(account, (balances.get(account) ?? 0) + amount);
      if (line !== undefined) lines.push({ owner: row.owner, at: row.at, ...line });
    }
  }
  return { balances, lines };
}

// The books worked out again from raw events, by the tables of docs/domain.md (Fees, Settlement, The books).
// It stands alone on purpose: no line of the ledger, of the fees, of money or of time is used here, so that what
// is wrong there cannot be wrong here in the same way.
import { createHash } from 'node:crypto';

/** What is read of the log. */
export const TYPES = [
  ...['OrderPlaced', 'OrderPaid', 'OrderRefunded', 'LatePaymentReceived', 'LatePaymentReturned'],
  ...['MonthSettled', 'IncomeSettled', 'WithdrawalRequested', 'WithdrawalRejected', 'WithdrawalRetried'],
  ...['PayoutSucceeded', 'PayoutFailed', 'PayoutDisputeClosed'],
  ...['StatementLineRecorded', 'DifferenceResolved', 'DifferenceReopened'],
];

/** What a line of a provider's statement moves besides its fee, between the provider and one of these. */
const MOVED_BY_LINE = { payout: 'assets:bank', transfer: 'assets:bank', dispute: 'expenses:chargeback' };

/** amount × times ÷ by, half up; exact however large. */
function share(amount, times, by) {
  const [n, d] = [BigInt(amount) * BigInt(times) * 2n + BigInt(by), BigInt(by) * 2n];
  return Number(n / d);
}

/** Business months of a time zone, remembered by the quarter of an hour. */
function monthsIn(zone) {
  const written = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' });
  const known = new Map();
  return (at) => {
    const quarter = Math.floor(at / 900_000);
    if (!known.has(quarter)) known.set(quarter, written.format(new Date(at)).slice(0, 7));
    return known.get(quarter);
  };
}

function monthAfter(month) {
  const [year, number] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

const NOTHING = { orders: 0, gross: 0, refunds: 0, payment_fee: 0, service_fee: 0, affiliate: 0, net: 0 };

function added(sums, line) {
  if (line.kind === 'order') {
    sums.orders += 1;
    sums.gross += line.amount;
  } else sums.refunds -= line.amount;
  for (const part of ['payment_fee', 'service_fee', 'affiliate', 'net']) sums[part] += line[part];
  return sums;
}

/** What a settlement has to say of lines in the order of the log. */
function evidenceOf(lines) {
  const hash = createHash('sha256');
  for (const { position, kind, number, refund, amount, payment_fee, service_fee, affiliate, net } of lines) {
    const fields = [position, kind, number, refund, amount, payment_fee, service_fee, affiliate, net];
    hash.update(`${fields.join('\t')}\n`);
  }
  return {
    ...lines.reduce(added, { ...NOTHING }),
    first_position: lines[0]?.position ?? 0,
    last_position: lines.at(-1)?.position ?? 0,
    lines_sha256: hash.digest('hex'),
  };
}

/** @param zone business time zone */
export function plainLedger(zone) {
  const monthOf = monthsIn(zone);
  const faults = [];
  const accounts = new Map();
  const orders = new Map();
  const withdrawals = new Map();
  /** By creator: lines of open months, what each settled month came to, and what of it was said to be available. */
  const creators = new Map();
  const all = { ...NOTHING };
  const settled = { ...NOTHING };
  let settlements = 0;

  const book = (account, amount) => {
    if (amount !== 0) accounts.set(account, (accounts.get(account) ?? 0) + amount);
  };
  const of = (user, part) => `liabilities:user:${user}:${part}`;
  const move = (user, from, to, amount) => {
    book(of(user, from), amount);
    book(of(user, to), -amount);
  };
  const creatorOf = (id) => {
    if (!creators.has(id)) {
      creators.set(id, { open: new Map(), closed: '', months: new Map(), incomes: new Map(), out: 0 });
    }
    return creators.get(id);
  };
  const keep = (creator, month, line) => {
    const lines = creator.open.get(month) ?? [];
    lines.push(line);
    creator.open.set(month, lines);
  };

  function line(position, at, kind, refund, order, parts) {
    const { number, creator: id, provider } = order;
    const creator = creatorOf(id);
    const affiliate = 0;
    const one = { position, kind, number, refund, affiliate, ...parts };
    const own = monthOf(at);
    // What comes for a month that is closed belongs to the first one after it that is open.
    keep(creator, own > creator.closed ? own : monthAfter(creator.closed), one);
    added(all, one);
    book(`assets:psp:${provider}`, parts.amount);
    book(of(id, 'pending'), -parts.net);
    book('income:payment-fee', -parts.payment_fee);
    book('income:service-fee', -parts.service_fee);
  }

  function paid(position, at, { amount }, order) {
    if (amount === 0) return;
    if (amount !== order.total) faults.push(`position ${position}: paid ${amount}, ordered ${order.total}`);
    const [payment_fee, service_fee] = [share(amount, 1, 100), share(amount, 5, 100)];
    const net = amount - payment_fee - service_fee;
    line(position, at, 'order', '', order, { amount, payment_fee, service_fee, net });
  }

  function refunded(position, at, { amount, refund_id }, order) {
    if (amount === 0) return;
    const { total, back } = order;
    order.back += amount;
    if (order.back > total) faults.push(`position ${position}: ${order.back} refunded of ${total}`);
    // By all that went back so far, so that a whole refund in parts takes back each part to the fen.
    const part = (percent) => {
      const fee = share(total, percent, 100);
      return share(fee, order.back, total) - share(fee, back, total);
    };
    const [payment, service] = [part(1), part(5)];
    const net = amount - payment - service;
    line(position, at, 'refund', refund_id, order, {
      ...{ amount: -amount, payment_fee: 0 - payment, service_fee: 0 - service, net: 0 - net },
    });
  }

  function monthSettled(position, said) {
    const { user_id, month } = said;
    const creator = creatorOf(user_id);
    const before = creator.open.get(month) ?? [];
    creator.open.delete(month);
    if (creator.months.has(month)) faults.push(`position ${position}: ${month} of ${user_id} settled twice`);
    if (month > creator.closed) creator.closed = month;
    const covered = (one) => one.position <= said.last_position;
    const lines = before.filter(covered).sort((one, other) => one.position - other.position);
    // What was written while the month was added up goes on to the next one.
    for (const one of before) if (!covered(one)) keep(creator, monthAfter(creator.closed), one);
    const found = evidenceOf(lines);
    for (const [figure, value] of Object.entries(found)) {
      if (said[figure] === value) continue;
      faults.push(`position ${position}: ${month} of ${user_id}: ${figure} ${said[figure]}, not ${value}`);
    }
    creator.months.set(month, { net: found.net, available_at: said.available_at });
    lines.reduce(added, settled);
    settlements += 1;
    move(user_id, 'pending', 'available', found.net);
  }

  function incomeSettled(position, { user_id, month, net, available_at }) {
    const { incomes } = creatorOf(user_id);
    if (incomes.has(month)) faults.push(`position ${position}: income of ${month} of ${user_id} came twice`);
    incomes.set(month, { net, available_at });
  }

  /** Money on its way out: never more than what is available by its date. */
  function goesOut(position, at, user_id, amount) {
    const creator = creatorOf(user_id);
    let available = -creator.out;
    for (const { net, available_at } of creator.incomes.values()) {
      if (net < 0 || available_at <= at) available += net;
    }
    if (amount > available)
      faults.push(`position ${position}: ${amount} taken of ${available} of ${user_id}`);
    creator.out += amount;
    move(user_id, 'available', 'paying', amount);
  }

  function comesBack(user_id, amount) {
    creatorOf(user_id).out -= amount;
    move(user_id, 'paying', 'available', amount);
  }

  /** What finance found out of a payout of which its provider said two things. */
  function disputeClosed(user_id, moves, amount) {
    if (moves === 'none') return;
    const creator = creatorOf(user_id);
    if (moves === 'returned') {
      creator.out -= amount;
      book('assets:bank', amount);
      book(of(user_id, 'available'), -amount);
      return;
    }
    // It was paid after all, whether or not the creator still has as much: available may go below zero.
    if (moves === 'charged') creator.out += amount;
    book(of(user_id, moves === 'charged' ? 'available' : 'paying'), amount);
    book('assets:bank', -amount);
  }

  /** What only the provider knows, and what of it was given up. */
  function stated(type, { provider, kind, amount, fee, written_off, written_back }) {
    const psp = `assets:psp:${provider}`;
    if (type !== 'StatementLineRecorded') {
      const given_up = type === 'DifferenceResolved' ? written_off : -written_back;
      book(MOVED_BY_LINE[kind] ?? psp, given_up);
      book('expenses:statement-differences', -given_up);
      return;
    }
    const other = MOVED_BY_LINE[kind];
    if (other !== undefined) {
      book(psp, amount);
      book(other, -amount);
    }
    book(psp, -fee);
    book('expenses:psp-fee', fee);
  }

  return {
    /** One event, in the order of the log. */
    take({ position, type, data, metadata }) {
      if (metadata.imported) return;
      if (type.startsWith('Statement') || type.startsWith('Difference')) {
        stated(type, data);
        return;
      }
      const { user_id, withdrawal_id } = data;
      if (type === 'OrderPlaced') {
        const { out_trade_no: number, creator_id: creator, provider, total_amount: total } = data;
        orders.set(number, { number, creator, provider, total, back: 0 });
        return;
      }
      if (type === 'WithdrawalRequested') withdrawals.set(`${user_id} ${withdrawal_id}`, data.amount);
      const order = orders.get(data.out_trade_no);
      const amount = withdrawals.get(`${user_id} ${withdrawal_id}`) ?? 0;
      if (type === 'MonthSettled') monthSettled(position, data);
      else if (type === 'IncomeSettled') incomeSettled(position, data);
      else if (type === 'WithdrawalRequested' || type === 'WithdrawalRetried')
        goesOut(position, metadata.at, user_id, amount);
      else if (type === 'WithdrawalRejected' || type === 'PayoutFailed') comesBack(user_id, amount);
      else if (type === 'PayoutDisputeClosed') disputeClosed(user_id, data.moves, amount);
      else if (type === 'PayoutSucceeded') {
        book(of(user_id, 'paying'), amount);
        book('assets:bank', -amount);
      } else if (order === undefined) return;
      else if (type === 'OrderPaid') paid(position, metadata.at, data, order);
      else if (type === 'OrderRefunded') refunded(position, metadata.at, data, order);
      else {
        const came = type === 'LatePaymentReceived' ? data.amount : -data.amount;
        book(`assets:psp:${order.provider}`, came);
        book('liabilities:late-payments', -came);
      }
    },
    /** What everything comes to: accounts with debits above zero, sums in fen, and what contradicts itself. */
    result() {
      const open = { ...NOTHING };
      for (const [id, creator] of creators) {
        for (const lines of creator.open.values()) lines.reduce(added, open);
        // Both are written at once, in any order.
        for (const month of new Set([...creator.months.keys(), ...creator.incomes.keys()])) {
          const [one, other] = [creator.months.get(month), creator.incomes.get(month)];
          const agree = one?.net === other?.net && one?.available_at === other?.available_at;
          if (!agree) faults.push(`income of ${month} of ${id} is not its settlement`);
        }
      }
      for (const [figure, value] of Object.entries(all)) {
        const sum = settled[figure] + open[figure];
        if (sum !== value)
          faults.push(`${figure}: ${sum} in settlements and open months, ${value} in orders`);
      }
      return { accounts, faults, all, settled, open, settlements, orders: orders.size };
    },
  };
}

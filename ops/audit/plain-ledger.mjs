// Recomputes the books from raw events, by the tables of docs/domain.md (Fees, Income, Books). It imports no code of
// the ledger, fees, money or time, so it does not share their errors. Events are sorted by creator
// (plain-stream.mjs), and a creator's lines are only sums and a hash: memory does not grow with orders or creators.
import { createHash } from 'node:crypto';

const MOST_FAULTS = 20;

/** The counter-account of a statement line, apart from its fee. */
const MOVED_BY_LINE = { payout: 'assets:bank', transfer: 'assets:bank', dispute: 'expenses:chargeback' };

/** amount × times ÷ by, half up; exact for any size. */
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

const NOTHING = {
  ...{ orders: 0, gross: 0, refunds: 0, payment_fee: 0, service_fee: 0, affiliate: 0 },
  ...{ commissions: 0, net: 0 },
};

function add(sums, { kind, amount, ...parts }) {
  if (kind === 'order') {
    sums.orders += 1;
    sums.gross += amount;
  } else if (kind === 'refund') sums.refunds -= amount;
  else sums.commissions += amount;
  for (const part of ['payment_fee', 'service_fee', 'affiliate', 'net']) sums[part] += parts[part];
}

function addAll(sums, others) {
  for (const figure of Object.keys(NOTHING)) sums[figure] += others[figure];
}

/** The sums of a settlement's lines, in log order. */
function openMonth() {
  const hash = createHash('sha256');
  const sums = { ...NOTHING };
  let [first, last] = [0, 0];
  return {
    sums,
    take(line) {
      const { position, kind, number, refund, amount, payment_fee, service_fee, affiliate, net } = line;
      const fields = [position, kind, number, refund, amount, payment_fee, service_fee, affiliate, net];
      hash.update(`${fields.join('\t')}\n`);
      first ||= position;
      last = position;
      add(sums, line);
    },
    evidence: () => ({
      ...{ ...sums, first_position: first, last_position: last },
      lines_sha256: hash.digest('hex'),
    }),
  };
}

/** @param zone business time zone */
export function plainLedger(zone) {
  const monthOf = monthsIn(zone);
  const faults = [];
  let faulty = 0;
  const all = { ...NOTHING };
  const settled = { ...NOTHING };
  const open = { ...NOTHING };
  let settlements = 0;
  let told = 0;
  let sum = 0;
  /** Accounts without an owner; then those of the present creator. */
  const shared = new Map();
  let own = new Map();
  let creator;

  const fault = (text) => {
    faulty += 1;
    if (faults.length < MOST_FAULTS) faults.push(text);
  };
  const add_to = (accounts, account, amount) => {
    if (amount !== 0) accounts.set(account, (accounts.get(account) ?? 0) + amount);
  };
  const book = (account, amount) => add_to(shared, account, amount);
  const bookOwn = (part, amount) => add_to(own, `liabilities:user:${creator.id}:${part}`, amount);
  const move = (from, to, amount) => {
    bookOwn(from, amount);
    bookOwn(to, -amount);
  };

  /** The month of a line: lines of a closed month, or of one being added up, move to the next. */
  function monthFor(at, position) {
    const { closed, announced } = creator;
    const its = monthOf(at);
    let month = its > closed ? its : monthAfter(closed);
    for (;;) {
      const coming = announced.find((one) => one.month === month);
      if (coming === undefined || position <= coming.last_position) return month;
      const by_then = announced.filter((one) => one.position <= coming.position).map((one) => one.month);
      month = monthAfter(by_then.sort().at(-1));
    }
  }

  function line(kind, refund, { position, at, number }, parts) {
    const one = { position, kind, number, refund, ...parts };
    const month = monthFor(at, position);
    if (!creator.open.has(month)) creator.open.set(month, openMonth());
    creator.open.get(month).take(one);
    add(all, one);
    bookOwn('pending', -parts.net);
  }

  /** The parts of a seller's line without an owner; the partner's part is processed with the partner. */
  function bookFees({ provider }, { amount, payment_fee, service_fee }) {
    book(`assets:psp:${provider}`, amount);
    book('income:payment-fee', -payment_fee);
    book('income:service-fee', -service_fee);
  }

  /**
   * The refunded part of a share in percent. It uses all refunds so far, so that a full refund in parts returns each
   * share exactly.
   */
  function backOf({ total, back, amount }, percent) {
    const whole = share(total, percent, 100);
    return share(whole, back + amount, total) - share(whole, back, total);
  }

  function paid(row) {
    const { position, amount, total } = row;
    if (amount === 0) return;
    if (amount !== total) fault(`position ${position}: paid ${amount}, ordered ${total}`);
    const [payment_fee, service_fee] = [share(amount, 1, 100), share(amount, 5, 100)];
    const affiliate = share(amount, row.rate, 100);
    const net = amount - payment_fee - service_fee - affiliate;
    const parts = { amount, payment_fee, service_fee, affiliate, net };
    line('order', '', row, parts);
    bookFees(row, parts);
  }

  /** @param row `back`: refunded before */
  function refunded(row) {
    const { position, amount, total, back, refund_id } = row;
    if (amount === 0) return;
    const now = back + amount;
    if (now > total) fault(`position ${position}: ${now} refunded of ${total}`);
    const [payment, service, affiliate] = [backOf(row, 1), backOf(row, 5), backOf(row, row.rate)];
    const net = amount - payment - service - affiliate;
    const parts = {
      ...{ amount: -amount, payment_fee: 0 - payment, service_fee: 0 - service },
      ...{ affiliate: 0 - affiliate, net: 0 - net },
    };
    line('refund', refund_id, row, parts);
    bookFees(row, parts);
  }

  /** A partner's line: the commission is all of it. */
  function commission(kind, refund, row, amount) {
    if (amount === 0) return;
    line(kind, refund, row, { amount, payment_fee: 0, service_fee: 0, affiliate: 0, net: amount });
  }
  const brought = (row) => commission('commission', '', row, share(row.amount, row.rate, 100));
  const takenBack = (row) => {
    if (row.amount > 0) commission('commission_refund', row.refund_id, row, 0 - backOf(row, row.rate));
  };

  function monthSettled({ position, data: said }) {
    const { user_id, month } = said;
    if (creator.months.has(month)) fault(`position ${position}: ${month} of ${user_id} settled twice`);
    if (month > creator.closed) creator.closed = month;
    const lines = creator.open.get(month) ?? openMonth();
    creator.open.delete(month);
    const found = lines.evidence();
    for (const [figure, value] of Object.entries(found)) {
      // Settlements older than commissions do not have this field.
      if ((said[figure] ?? (figure === 'commissions' ? 0 : undefined)) === value) continue;
      fault(`position ${position}: ${month} of ${user_id}: ${figure} ${said[figure]}, not ${value}`);
    }
    creator.months.set(month, { net: found.net, available_at: said.available_at });
    addAll(settled, found);
    settlements += 1;
    move('pending', 'available', found.net);
  }

  function incomeSettled({ position, data: { user_id, month, net, available_at } }) {
    if (creator.incomes.has(month))
      fault(`position ${position}: income of ${month} of ${user_id} came twice`);
    creator.incomes.set(month, { net, available_at });
  }

  /** Money in payout: at most the available amount by its date. */
  function goesOut({ position, at, asked }) {
    let available = -creator.out;
    for (const { net, available_at } of creator.incomes.values()) {
      if (net < 0 || available_at <= at) available += net;
    }
    if (asked > available) fault(`position ${position}: ${asked} taken of ${available} of ${creator.id}`);
    creator.out += asked;
    move('available', 'paying', asked);
  }

  function comesBack({ asked }) {
    creator.out -= asked;
    move('paying', 'available', asked);
  }

  function paidOut({ asked }) {
    bookOwn('paying', asked);
    book('assets:bank', -asked);
  }

  /** What finance found out of a payout of which its provider said two things. */
  function disputeClosed({ asked, data: { moves } }) {
    if (moves === 'none') return;
    const back = moves === 'returned';
    const amount = back ? -asked : asked;
    // It was paid after all, whether or not the creator still has as much: available may go below zero.
    if (moves !== 'paid') creator.out += amount;
    bookOwn(moves === 'paid' ? 'paying' : 'available', amount);
    book('assets:bank', -amount);
  }

  /** Money that cannot be used, until it is back. */
  const late =
    (sign) =>
    ({ provider, amount }) => {
      book(`assets:psp:${provider}`, sign * amount);
      book('liabilities:late-payments', -sign * amount);
    };

  /** What only the provider knows. */
  function stated({ data: { provider, kind, amount, fee } }) {
    const psp = `assets:psp:${provider}`;
    const other = MOVED_BY_LINE[kind];
    if (other !== undefined) {
      book(psp, amount);
      book(other, -amount);
    }
    book(psp, -fee);
    book('expenses:psp-fee', fee);
  }

  /** The written-off amount. */
  function givenUp({ data: { provider, kind, written_off, written_back } }) {
    const amount = written_off ?? -written_back;
    book(MOVED_BY_LINE[kind] ?? `assets:psp:${provider}`, amount);
    book('expenses:statement-differences', -amount);
  }

  function compare(accounts, { account, debit, credit }) {
    told += 1;
    sum += debit - credit;
    const mine = accounts.get(account) ?? 0;
    accounts.delete(account);
    if (debit - credit !== mine) fault(`${account}: the books say ${debit - credit}, its events ${mine}`);
  }

  const HANDLED = {
    Announced: ({ position, data: { month, last_position } }) =>
      creator.announced.push({ position, month, last_position }),
    OrderPaid: paid,
    OrderRefunded: refunded,
    Commission: brought,
    CommissionBack: takenBack,
    LatePaymentReceived: late(1),
    LatePaymentReturned: late(-1),
    MonthSettled: monthSettled,
    IncomeSettled: incomeSettled,
    WithdrawalRequested: goesOut,
    WithdrawalRetried: goesOut,
    WithdrawalRejected: comesBack,
    PayoutFailed: comesBack,
    PayoutSucceeded: paidOut,
    PayoutDisputeClosed: disputeClosed,
    StatementLineRecorded: stated,
    DifferenceResolved: givenUp,
    DifferenceReopened: givenUp,
    Told: ({ data }) => compare(own, data),
  };

  /** The creator has no more events, and the books have listed all of its accounts. */
  function endTurn() {
    if (creator === undefined) return;
    for (const { sums } of creator.open.values()) addAll(open, sums);
    // Both are written at once, in any order.
    for (const month of new Set([...creator.months.keys(), ...creator.incomes.keys()])) {
      const [one, other] = [creator.months.get(month), creator.incomes.get(month)];
      const agree = one?.net === other?.net && one?.available_at === other?.available_at;
      if (!agree) fault(`income of ${month} of ${creator.id} is not its settlement`);
    }
    for (const [account, mine] of own) {
      if (mine !== 0) fault(`${account}: not in the books, its events say ${mine}`);
    }
  }

  return {
    /** One row of the stream: all of one creator, then all of another. */
    take(row) {
      if (row.owner !== creator?.id) {
        endTurn();
        own = new Map();
        const id = row.owner;
        /** Months by present sum, by settled sum, and by amount reported as available. */
        creator = {
          id,
          announced: [],
          open: new Map(),
          closed: '',
          months: new Map(),
          incomes: new Map(),
          out: 0,
        };
      }
      HANDLED[row.type](row);
    },
    /**
     * All totals in fen, and the contradictions in themselves or with the books: their number and the first one.
     * @param books the books' accounts without an owner
     */
    result(books) {
      endTurn();
      for (const account of books) compare(shared, account);
      for (const [account, mine] of shared) {
        if (mine !== 0) fault(`${account}: not in the books, its events say ${mine}`);
      }
      for (const [figure, value] of Object.entries(all)) {
        const sums = settled[figure] + open[figure];
        if (sums !== value) fault(`${figure}: ${sums} in settlements and open months, ${value} in orders`);
      }
      if (all.affiliate !== all.commissions) {
        fault(`sellers gave affiliates ${all.affiliate}, partners got ${all.commissions}`);
      }
      if (sum !== 0) fault(`all accounts together come to ${sum}, not to zero`);
      return { faults, faulty, all, settled, open, settlements, accounts: told };
    },
  };
}

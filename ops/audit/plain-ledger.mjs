// The books of a whole log, computed from raw events (plain-books.mjs) and compared with the product's ledger:
// accounts, settlements, money on its way out. Events come creator by creator (plain-stream.mjs), and of a
// creator's lines only sums and a hash are kept: memory grows with neither orders nor creators.
import { createHash } from 'node:crypto';
import { entriesOf, lineOf } from './plain-books.mjs';

const MAX_FAULTS = 20;

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
  orders: 0,
  gross: 0,
  refunds: 0,
  payment_fee: 0,
  service_fee: 0,
  affiliate: 0,
  commissions: 0,
  net: 0,
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
      ...sums,
      first_position: first,
      last_position: last,
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
  let accountCount = 0;
  let sum = 0;
  /** Accounts without a user; accounts of the current creator. */
  const shared = new Map();
  let own = new Map();
  let creator;

  const fault = (text) => {
    faulty += 1;
    if (faults.length < MAX_FAULTS) faults.push(text);
  };
  const book = (row, line) => {
    for (const [account, amount] of entriesOf(row, line)) {
      const accounts = account.startsWith('liabilities:user:') ? own : shared;
      if (amount !== 0) accounts.set(account, (accounts.get(account) ?? 0) + amount);
    }
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

  function line(row, parts) {
    const { position, at, number, refund_id } = row;
    const one = { position, number, refund: parts.kind.endsWith('refund') ? refund_id : '', ...parts };
    const month = monthFor(at, position);
    if (!creator.open.has(month)) creator.open.set(month, openMonth());
    creator.open.get(month).take(one);
    add(all, one);
  }

  function paid({ position, amount, total }) {
    if (amount !== total && amount !== 0) fault(`position ${position}: paid ${amount}, ordered ${total}`);
  }

  /** `back`: what was refunded before. */
  function refunded({ position, amount, total, back }) {
    if (back + amount > total) fault(`position ${position}: ${back + amount} refunded of ${total}`);
  }

  function monthSettled(row) {
    const { position, data: settlement } = row;
    const { user_id, month } = settlement;
    if (creator.months.has(month)) fault(`position ${position}: ${month} of ${user_id} settled twice`);
    if (month > creator.closed) creator.closed = month;
    const lines = creator.open.get(month) ?? openMonth();
    creator.open.delete(month);
    const found = lines.evidence();
    for (const [figure, value] of Object.entries(found)) {
      // Settlements older than commissions do not have this field.
      if ((settlement[figure] ?? (figure === 'commissions' ? 0 : undefined)) === value) continue;
      fault(`position ${position}: ${month} of ${user_id}: ${figure} ${settlement[figure]}, not ${value}`);
    }
    creator.months.set(month, { net: found.net, available_at: settlement.available_at });
    addAll(settled, found);
    settlements += 1;
    book({ ...row, data: found });
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
  }

  function comesBack({ asked }) {
    creator.out -= asked;
  }

  /** Paid after all, even if the creator no longer has as much: available may go below zero. */
  function disputeClosed({ asked, data: { moves } }) {
    if (moves === 'charged') creator.out += asked;
    if (moves === 'returned') creator.out -= asked;
  }

  function compare(accounts, { account, debit, credit }) {
    accountCount += 1;
    sum += debit - credit;
    const mine = accounts.get(account) ?? 0;
    accounts.delete(account);
    if (debit - credit !== mine) fault(`${account}: the books say ${debit - credit}, its events ${mine}`);
  }

  /** An account with money cannot be closed, and a closed one gets none. */
  function compareOwn(summary) {
    const mine = own.get(summary.account) ?? 0;
    if (creator.ended !== undefined && mine !== 0) {
      fault(
        `${summary.account}: ${-mine} of an account that was closed at position ${creator.ended}; refund its orders`,
      );
    }
    compare(own, summary);
  }

  /** The checked or stored facts of an event besides its postings. */
  const HANDLED = {
    Announced: ({ position, data: { month, last_position } }) =>
      creator.announced.push({ position, month, last_position }),
    OrderPaid: paid,
    OrderRefunded: refunded,
    OrderDisputed: refunded,
    MonthSettled: monthSettled,
    IncomeSettled: incomeSettled,
    WithdrawalRequested: goesOut,
    WithdrawalRetried: goesOut,
    WithdrawalRejected: comesBack,
    PayoutFailed: comesBack,
    PayoutDisputeClosed: disputeClosed,
    AccountClosed: ({ position }) => {
      creator.ended = position;
    },
    Told: ({ data }) => compareOwn(data),
  };

  function takeRow(row) {
    const parts = lineOf(row);
    if (row.type !== 'MonthSettled') book(row, parts);
    if (parts !== undefined) line(row, parts);
    HANDLED[row.type]?.(row);
  }

  /** Called when events and accounts of the current creator are complete. */
  function endTurn() {
    if (creator === undefined) return;
    for (const { sums } of creator.open.values()) addAll(open, sums);
    // Both are written in one transaction, in any order.
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
          ended: undefined,
        };
      }
      takeRow(row);
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
      if (sum !== 0) fault(`all accounts add up to ${sum}, not to zero`);
      return { faults, faulty, all, settled, open, settlements, accounts: accountCount };
    },
  };
}

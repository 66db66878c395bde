import { addDays, type BusinessCalendar, DAY_MS } from '#events/time.ts';
import { openMonths } from '#read-models/books/ledger/income.ts';
import { differingSettlements, unsettledAsOf } from '#read-models/books/ledger/unsettled.ts';
import {
  closedCharges,
  daysWithoutNeed,
  openDifferences,
} from '#read-models/books/reconciliation/queries.ts';
import { type AsOf, earliest } from '#read-models/engine/as-of.ts';
import { refundsForAttention } from '#read-models/refunds/queries.ts';
import { withdrawalsForAttention } from '#read-models/withdrawals/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { endOfMonth } from '#services/commerce/income/settle-month.ts';
import type { AttentionKind } from '#services/contract/books/finance-overview.ts';
import { statementsMissing } from '#services/modules/books/reconciliation/missing-statements.ts';
import { countUndelivered } from '#services/modules/messages/undelivered.ts';
import { undecidedCharges } from '#services/modules/payments/undecided-charges.ts';
import { wire } from '../http/money.ts';
import { healthOf, stopped } from '../system/health.ts';

/** An item that needs attention or a decision. */
interface AttentionItem {
  kind: AttentionKind;
  /** Unix milliseconds since which it waits. */
  since: number;
  /** Of one creator; empty where it is of several. */
  user_id: string;
  /** Withdrawal, business month, difference, or the part of the server that stopped. */
  ref: string;
  amount: string | null;
  /** How many creators it is about. */
  count: number;
}

/** The open items of one reason, with the oldest. */
export interface Attention {
  kind: AttentionKind;
  count: number;
  list: AttentionItem[];
}

/** The time and position of the view. */
export interface LookupContext {
  calendar: BusinessCalendar;
  /** Unix milliseconds */
  now: number;
  /** undefined: the present */
  until: number | undefined;
  /** The maximum number of items per reason. */
  most: number;
  /** Lists only items of this kind. */
  kind?: AttentionKind | undefined;
}

type Parts = Pick<Dependencies, 'pool' | 'bankReviews'>;

/** Not of the books' past: how the server is now. */
const NOT_OF_THE_LOG: AsOf = { position: Number.MAX_SAFE_INTEGER, time: 0 };

type Source = (deps: Parts, looking: LookupContext) => Promise<{ found: Attention[]; as_of: AsOf }>;

const payoutsAndWithdrawals: Source = async ({ pool }, { now, until, most }) => {
  const approved_before = now - DAY_MS;
  const { rows, as_of } = await withdrawalsForAttention(pool, { most, until, approved_before });
  const found = rows.map(({ reason: kind, count, list }) => ({
    kind,
    count,
    list: list.map(({ withdrawal_id, user_id, amount, since }) => ({
      kind,
      since,
      user_id,
      ref: withdrawal_id,
      amount: wire(amount),
      count: 1,
    })),
  }));
  return { found, as_of };
};

/** Past months that are not settled for all creators. */
const unsettledMonths: Source = async ({ pool }, { calendar, now, until }) => {
  const { rows, as_of } =
    until === undefined ? await openMonths(pool, {}) : await unsettledAsOf(pool, { until });
  const kind = 'unsettled' as const;
  const list = rows.flatMap(({ month, creators }) => {
    const { ends_at } = endOfMonth(calendar, month);
    return ends_at <= now
      ? [{ kind, since: ends_at, user_id: '', ref: month, amount: null, count: creators }]
      : [];
  });
  return { found: [{ kind, count: list.length, list }], as_of };
};

const MONTHS_COMPARED = 3;

const settlementsThatDiffer: Source = async ({ pool }, { until, most }) => {
  const { rows, as_of } = await differingSettlements(pool, { months: MONTHS_COMPARED, most, until });
  const kind = 'differs' as const;
  const list = rows.map(({ month, user_id, settled_at }) => ({
    kind,
    since: settled_at,
    user_id,
    ref: month,
    amount: null,
    count: 1,
  }));
  return { found: [{ kind, count: list.length, list }], as_of };
};

/** Unresolved differences between a provider's statement and our books. */
const unmatchedLines: Source = async ({ pool }, { until, most }) => {
  const found = await openDifferences(pool, { until, limit: most, offset: 0 });
  const { total_count: count, list: open, as_of } = found;
  const kind = 'unmatched' as const;
  const list = open.map(({ difference_id: ref, user_id, difference, time }) => ({
    kind,
    since: time * 1000,
    user_id: user_id ?? '',
    ref,
    amount: wire(difference),
    count: 1,
  }));
  return { found: [{ kind, count, list }], as_of };
};

/** Days whose statement was not taken, until one that finance uploads covers them, or finance closes them; past ones are not stored. */
const missingStatements: Source = async ({ pool }, { calendar, until, most }) => {
  if (until !== undefined) return { found: [], as_of: NOT_OF_THE_LOG };
  const days = await statementsMissing(pool);
  const { rows: ended, as_of } = await daysWithoutNeed(pool, {
    providers: days.map(({ provider }) => provider),
    days: days.map(({ day }) => day),
    from: days.map(({ day }) => calendar.startOf(day)),
    to: days.map(({ day }) => calendar.startOf(addDays(day, 1))),
  });
  const isEnded = new Set(ended.map(({ nth }) => nth));
  const open = days.filter((_, index) => !isEnded.has(index + 1));
  const kind = 'statement_missing' as const;
  const list = open.slice(0, most).map(({ provider, day, problem, since }) => ({
    kind,
    since,
    user_id: '',
    ref: `${provider} ${day} ${problem}`,
    amount: null,
    count: 1,
  }));
  return { found: [{ kind, count: open.length, list }], as_of };
};

/** Components that are behind, and those that have set events aside. */
const serverParts: Source = async ({ pool }, { until, now }) => {
  if (until !== undefined) return { found: [], as_of: NOT_OF_THE_LOG };
  const parts = stopped(await healthOf(pool));
  const found = (['stopped', 'incomplete'] as const).map((kind) => {
    const list = parts
      .filter((part) => part.kind === kind)
      .map(({ part, count, seconds }) => ({
        kind,
        since: now - seconds * 1000,
        user_id: '',
        ref: part,
        amount: null,
        count,
      }));
    return { kind, count: list.length, list };
  });
  return { found, as_of: NOT_OF_THE_LOG };
};

/** Undelivered messages. Finance sees their number; an admin retries or dismisses them. */
const undelivered: Source = async ({ pool }, { until }) => {
  if (until !== undefined) return { found: [], as_of: NOT_OF_THE_LOG };
  const { count, since } = await countUndelivered(pool);
  const kind = 'undelivered' as const;
  const list = count > 0 ? [{ kind, since, user_id: '', ref: 'messages', amount: null, count }] : [];
  return { found: [{ kind, count, list }], as_of: NOT_OF_THE_LOG };
};

/** Bank cards that finance has to review; past ones are not stored. */
const waitingCards: Source = async ({ bankReviews }, { until, most }) => {
  if (until !== undefined) return { found: [], as_of: NOT_OF_THE_LOG };
  const { total_count: count, list: cards } = await bankReviews.waiting({ limit: most, offset: 0 });
  const kind = 'card' as const;
  const list = cards.map(({ review_id: ref, user_id, submitted_at: since }) => ({
    kind,
    since,
    user_id,
    ref,
    amount: null,
    count: 1,
  }));
  return { found: [{ kind, count, list }], as_of: NOT_OF_THE_LOG };
};

/** Large refunds that a second person has to decide, and refunds that the provider has not sent in a day. */
const waitingRefunds: Source = async ({ pool }, { now, until, most }) => {
  const sent_before = now - DAY_MS;
  const { rows, as_of } = await refundsForAttention(pool, { until, sent_before, most });
  const found = rows.map(({ reason: kind, count, list }) => ({
    kind,
    count,
    list: list.map(({ out_trade_no: ref, creator_id: user_id, amount, since }) => ({
      kind,
      since,
      user_id,
      ref,
      amount: wire(amount),
      count: 1,
    })),
  }));
  return { found, as_of };
};

/** Payments about which a provider's answers are wrong or incomplete, until finance closes them; past ones are not stored. */
const undecidedPayments: Source = async ({ pool }, { until, most }) => {
  if (until !== undefined) return { found: [], as_of: NOT_OF_THE_LOG };
  const charges = await undecidedCharges(pool);
  const { rows, as_of } = await closedCharges(pool, {
    charge_ids: charges.map(({ charge_id }) => charge_id),
  });
  const closed = new Set(rows.map(({ charge_id }) => charge_id));
  const open = charges.filter(({ charge_id }) => !closed.has(charge_id));
  const kind = 'payment_undecided' as const;
  const of = { kind, user_id: '', amount: null, count: 1 };
  const list = open.slice(0, most).map(({ charge_id: ref, since }) => ({ ...of, ref, since }));
  return { found: [{ kind, count: open.length, list }], as_of };
};

/** All sources of attention items, one line each. */
const SOURCES: readonly Source[] = [
  serverParts,
  undelivered,
  payoutsAndWithdrawals,
  waitingCards,
  waitingRefunds,
  undecidedPayments,
  unmatchedLines,
  missingStatements,
  unsettledMonths,
  settlementsThatDiffer,
];

/** At most so many items, shared out evenly to the kinds; oldest first. */
export function itemsOf(kinds: readonly Pick<Attention, 'list'>[], most: number): AttentionItem[] {
  const ranked = kinds.flatMap(({ list }) => list.map((item, rank) => ({ item, rank })));
  ranked.sort((a, b) => a.rank - b.rank || a.item.since - b.item.since);
  const items = ranked.slice(0, most).map(({ item }) => item);
  return items.sort((a, b) => a.since - b.since);
}

/** The items that need attention, oldest first over all kinds. */
export async function whatNeedsAttention(
  deps: Parts,
  looking: LookupContext,
): Promise<{ kinds: Attention[]; list: AttentionItem[]; as_of: AsOf }> {
  const [first, ...others] = await Promise.all(SOURCES.map((source) => source(deps, looking)));
  if (!first) throw new Error('nothing can ask for attention');
  const kinds = [first, ...others].flatMap(({ found }) => found).filter(({ count }) => count > 0);
  const listed = kinds.filter(({ kind }) => kind === (looking.kind ?? kind));
  return {
    kinds,
    list: itemsOf(listed, looking.most),
    as_of: earliest(first.as_of, ...others.map(({ as_of }) => as_of)),
  };
}

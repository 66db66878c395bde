import { equal } from 'node:assert/strict';
import { expect } from 'vitest';
import { affiliateIdOf, type PlanId, type UserId } from '#events/ids.ts';
import { DAY_MS } from '#events/time.ts';
import { lineAdder } from '#services/modules/income/month-sums.ts';
import { changeAffiliate, closeAffiliate, openAffiliate } from '../affiliates/edit-affiliate.ts';
import { settleMonth } from '../income/settle-month.ts';
import type { AffiliateHistory } from './affiliate-history.ts';
import { cancel, pay, place, refund } from './affiliate-order-steps.ts';
import { CODES, PARTNERS, PLANS, SELLERS, type Step } from './affiliate-shops.ts';
import { pick } from './histories.ts';
import { askFor } from './payout-steps.ts';
import type { PlainCode } from './plain-commissions.ts';

/** Often the ends, where rounding shows. */
const rateOf = (n: number): number => pick([50, 1 + (n % 50), 1, 1 + (n % 33)], n);

const NOBODYS = 'nobody’s' as PlanId;

/** None, one or two of the seller's plans; now and then another's, which is refused. */
function plansOf(seller: UserId, n: number): PlanId[] {
  const own = Object.keys(PLANS[seller] ?? {});
  const some = [
    [],
    [],
    [],
    [pick(own, n)],
    [pick(own, n + 1)],
    own.slice(0, 2),
    [...own.slice(0, 1), NOBODYS],
  ];
  return pick(some, n) as PlanId[];
}

/** Creates a code, sometimes for oneself, for another's plans, or one that exists. */
function openCode(history: AffiliateHistory, { who, what: which, much }: Step): void {
  const [creator_id, partner_id] = [pick(SELLERS, who), pick(PARTNERS, which)];
  const code = pick(CODES, much);
  const plan_ids = plansOf(creator_id, which + much);
  const terms = { rate_percent: rateOf(much), plan_ids, active: much % 7 !== 0, note: '' };
  const opened = history.try(openAffiliate({ creator_id, partner_id, code, granted: true, terms }));
  const stood = history.model.codeOf(creator_id, code);
  const fits = partner_id !== creator_id && !plan_ids.includes(NOBODYS);
  if (stood === undefined) {
    equal(opened.accepted, fits);
    if (!fits) return;
    const { rate_percent: rate, active, note } = terms;
    const plain = { creator: creator_id, partner: partner_id, text: code, plans: plan_ids };
    history.model.save({ ...plain, rate, active, note, closed: false });
    return;
  }
  history.cases.add(stood.closed ? 'opened once closed' : 'opened again');
  // At most an exact repetition, which changes nothing.
  if (opened.accepted) expect([opened.events, stood.closed, stood.partner]).toEqual([[], false, partner_id]);
}

/** Closes a code, pauses it, resumes it, or changes rate and plans. */
function changeCode(history: AffiliateHistory, { do: what, who, what: which, much }: Step): void {
  const [creator_id, text] = [pick(SELLERS, who), pick(CODES, which)];
  const code = history.model.codeOf(creator_id, text);
  const affiliate_id = affiliateIdOf(creator_id, text);
  if (what === 'close') {
    const { accepted } = history.try(closeAffiliate({ creator_id, affiliate_id }));
    equal(accepted, code !== undefined);
    if (code) history.model.save({ ...code, closed: true });
    return;
  }
  const stands: Pick<PlainCode, 'rate' | 'plans' | 'active'> = code ?? {
    rate: 10,
    plans: [],
    active: true,
  };
  const wanted = {
    change: { ...stands, rate: rateOf(much), plans: plansOf(creator_id, much) },
    pause: { ...stands, active: false },
    resume: { ...stands, active: true },
  }[what as 'change' | 'pause' | 'resume']; // the other cases are above
  const { rate: rate_percent, active } = wanted;
  const terms = { rate_percent, active, plan_ids: wanted.plans as PlanId[], note: code?.note ?? '' };
  const { accepted } = history.try(changeAffiliate({ creator_id, affiliate_id, granted: true, terms }));
  equal(accepted, code !== undefined && !code.closed && !wanted.plans.includes(NOBODYS));
  if (accepted && code) history.model.save({ ...code, ...wanted });
}

const nextOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
};

/** Half past midnight on the 1st in Shanghai, which is UTC+8: settled, and not available before 10:00. */
const beginningOf = (month: string): number => Date.parse(`${month}-01T00:30:00+08:00`);

/** On the 1st: every month is added up and settled. */
function turnMonth(history: AffiliateHistory): void {
  const month = history.month;
  history.month = nextOf(month);
  history.memory.now = Math.max(history.memory.now, beginningOf(history.month));
  for (const user_id of PARTNERS) {
    const lines = history.books.open.get(user_id);
    if (!lines) continue;
    const adder = lineAdder();
    for (const line of lines) adder.add(line);
    const { lines: _count, ...sums } = adder.sums();
    const settled = history.try(settleMonth({ ...sums, month, user_id }));
    const net = history.model.settle(user_id, month);
    equal(settled.accepted && settled.result.evidence.net, net);
    if (net < 0) history.cases.add('month that lost money');
    if (sums.commissions < 0) history.cases.add('month that lost commissions');
    if (sums.commissions > 0 && sums.orders > 0) history.cases.add('month of sales and commissions');
  }
}

/** With pending income as read now, or some steps ago. */
function withdraw(history: AffiliateHistory, { who, what: which, much }: Step): void {
  const user_id = pick(PARTNERS, who);
  const free = history.model.withdrawable(user_id, history.memory.now);
  const available = history.model.available(user_id, history.memory.now);
  const amount = pick([available, free, free + 1, 1 + (much % Math.max(free, 1))], which);
  if (amount <= 0) return;
  const stale = much % 2 === 0 && history.read.length > 0;
  const pending = stale
    ? pick(history.read.toReversed(), 1 + (much % 5)).get(user_id)
    : history.books.seen(user_id);
  const request = history.try(
    askFor(`w${history.memory.log.length}`, amount, { user_id, ...(pending !== undefined && { pending }) }),
  );
  // An old read can hold back too much, and never too little.
  if (request.accepted || !stale) equal(request.accepted, amount <= free);
  const held = Math.min(history.model.moneyOf(user_id).pending, 0);
  if (!request.accepted && held < 0 && amount <= available) {
    history.cases.add('held back');
  }
  if (!request.accepted && amount <= free) history.cases.add('too careful by what was read before');
  if (!request.accepted) return;
  if (stale) history.cases.add('withdrawn by what was read before');
  history.model.moneyOf(user_id).out += amount;
  history.cases.add('withdrawn');
}

const STEPS: Readonly<Record<Step['do'], (history: AffiliateHistory, one: Step) => void>> = {
  open: openCode,
  change: changeCode,
  pause: changeCode,
  resume: changeCode,
  close: changeCode,
  place,
  pay,
  cancel,
  refund,
  month: turnMonth,
  withdraw,
  'half a day': ({ memory }) => {
    memory.now += DAY_MS / 2;
  },
};

export function takeStep(history: AffiliateHistory, one: Step): void {
  STEPS[one.do](history, one);
  history.note();
}

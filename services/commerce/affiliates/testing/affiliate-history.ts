import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import { expect } from 'vitest';
import { affiliateIdOf, type PlanId, type UserId } from '#events/ids.ts';
import { DAY_MS } from '#events/time.ts';
import { lineAdder } from '#services/modules/income/month-sums.ts';
import { settleMonth } from '../../income/settle-month.ts';
import { type History, pick, step } from '../../testing/history.ts';
import { askFor } from '../../testing/payout-steps.ts';
import { changeAffiliate, closeAffiliate, openAffiliate } from '../edit-affiliate.ts';
import { cancel, pay, place, refund } from './affiliate-orders.ts';
import { AffiliateShops, CODES, type Draw, PARTNERS, PLANS, SELLERS } from './affiliate-shops.ts';
import type { PlainCode } from './plain-commissions.ts';

const draws: fc.Arbitrary<Draw> = fc.record({ who: fc.nat(11), what: fc.nat(40), much: fc.nat(5_000) });

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
function openCode(shops: AffiliateShops, { who, what: which, much }: Draw): void {
  const [creator_id, partner_id] = [pick(SELLERS, who), pick(PARTNERS, which)];
  const code = pick(CODES, much);
  const plan_ids = plansOf(creator_id, which + much);
  const terms = { rate_percent: rateOf(much), plan_ids, active: much % 7 !== 0, note: '' };
  const opened = shops.decideTwice(openAffiliate({ creator_id, partner_id, code, granted: true, terms }));
  const stood = shops.model.codeOf(creator_id, code);
  const fits = partner_id !== creator_id && !plan_ids.includes(NOBODYS);
  if (stood === undefined) {
    equal(opened.accepted, fits);
    if (!fits) return;
    const { rate_percent: rate, active, note } = terms;
    const plain = { creator: creator_id, partner: partner_id, text: code, plans: plan_ids };
    shops.model.save({ ...plain, rate, active, note, closed: false });
    return;
  }
  shops.seen.add(stood.closed ? 'opened once closed' : 'opened again');
  // At most an exact repetition, which changes nothing.
  if (opened.accepted) expect([opened.events, stood.closed, stood.partner]).toEqual([[], false, partner_id]);
}

function closeCode(shops: AffiliateShops, { who, what: which }: Draw): void {
  const [creator_id, text] = [pick(SELLERS, who), pick(CODES, which)];
  const code = shops.model.codeOf(creator_id, text);
  const command = closeAffiliate({ creator_id, affiliate_id: affiliateIdOf(creator_id, text) });
  equal(shops.decideTwice(command).accepted, code !== undefined);
  if (code) shops.model.save({ ...code, closed: true });
}

type PlainTerms = Pick<PlainCode, 'rate' | 'plans' | 'active'>;

/** Pauses a code, resumes it, or changes rate and plans. */
const changeCode = (change: (seller: UserId, much: number) => Partial<PlainTerms>) =>
  step(1, draws, (shops: AffiliateShops, { who, what: which, much }) => {
    const [creator_id, text] = [pick(SELLERS, who), pick(CODES, which)];
    const code = shops.model.codeOf(creator_id, text);
    const affiliate_id = affiliateIdOf(creator_id, text);
    const present: PlainTerms = code ?? { rate: 10, plans: [], active: true };
    const wanted = { ...present, ...change(creator_id, much) };
    const { rate: rate_percent, active } = wanted;
    const terms = { rate_percent, active, plan_ids: wanted.plans as PlanId[], note: code?.note ?? '' };
    const { accepted } = shops.decideTwice(
      changeAffiliate({ creator_id, affiliate_id, granted: true, terms }),
    );
    equal(accepted, code !== undefined && !code.closed && !wanted.plans.includes(NOBODYS));
    if (accepted && code) shops.model.save({ ...code, ...wanted });
  });

const nextOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
};

/** Half past midnight on the 1st in Shanghai, which is UTC+8: settled, and not available before 10:00. */
const beginningOf = (month: string): number => Date.parse(`${month}-01T00:30:00+08:00`);

/** On the 1st: every month is added up and settled. */
function turnMonth(shops: AffiliateShops): void {
  const month = shops.month;
  shops.month = nextOf(month);
  shops.memory.now = Math.max(shops.memory.now, beginningOf(shops.month));
  for (const user_id of PARTNERS) {
    const lines = shops.books.open.get(user_id);
    if (!lines) continue;
    const adder = lineAdder();
    for (const line of lines) adder.add(line);
    const { lines: _count, ...sums } = adder.sums();
    const settled = shops.decideTwice(settleMonth({ ...sums, month, user_id }));
    const net = shops.model.settle(user_id, month);
    equal(settled.accepted && settled.result.evidence.net, net);
    if (net < 0) shops.seen.add('month that lost money');
    if (sums.commissions < 0) shops.seen.add('month that lost commissions');
    if (sums.commissions > 0 && sums.orders > 0) shops.seen.add('month of sales and commissions');
  }
}

/** With pending income as read now, or some steps ago. */
function withdraw(shops: AffiliateShops, { who, what: which, much }: Draw): void {
  const user_id = pick(PARTNERS, who);
  const free = shops.model.withdrawable(user_id, shops.memory.now);
  const available = shops.model.available(user_id, shops.memory.now);
  const amount = pick([available, free, free + 1, 1 + (much % Math.max(free, 1))], which);
  if (amount <= 0) return;
  const stale = much % 2 === 0 && shops.read.length > 0;
  const pending = stale
    ? pick(shops.read.toReversed(), 1 + (much % 5)).get(user_id)
    : shops.books.seen(user_id);
  const request = shops.decideTwice(
    askFor(`w${shops.memory.log.length}`, amount, { user_id, ...(pending !== undefined && { pending }) }),
  );
  // An old read can hold back too much, and never too little.
  if (request.accepted || !stale) equal(request.accepted, amount <= free);
  const held = Math.min(shops.model.moneyOf(user_id).pending, 0);
  if (!request.accepted && held < 0 && amount <= available) {
    shops.seen.add('held back');
  }
  if (!request.accepted && amount <= free) shops.seen.add('too careful by what was read before');
  if (!request.accepted) return;
  if (stale) shops.seen.add('withdrawn by what was read before');
  shops.model.moneyOf(user_id).out += amount;
  shops.seen.add('withdrawn');
}

/** Codes, orders by them, refunds, months and withdrawals. */
export const affiliateHistory: History<AffiliateShops> = {
  begin: (conditions) => new AffiliateShops(conditions),
  steps: {
    open: step(3, draws, openCode),
    change: changeCode((seller, much) => ({ rate: rateOf(much), plans: plansOf(seller, much) })),
    pause: changeCode(() => ({ active: false })),
    resume: changeCode(() => ({ active: true })),
    close: step(1, draws, closeCode),
    place: step(4, draws, place),
    pay: step(4, draws, pay),
    cancel: step(1, draws, cancel),
    refund: step(3, draws, refund),
    month: step(2, fc.constant(null), turnMonth),
    withdraw: step(2, draws, withdraw),
    'half a day': step(1, fc.constant(null), ({ memory }: AffiliateShops) => {
      memory.now += DAY_MS / 2;
    }),
  },
  length: { minLength: 30, maxLength: 120, size: 'max' },
  holds(shops) {
    shops.note();
    shops.check();
  },
};

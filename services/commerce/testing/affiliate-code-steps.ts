import { expect } from 'vitest';
import { affiliateIdOf, type PlanId, type UserId } from '#events/ids.ts';
import { changeAffiliate, closeAffiliate, openAffiliate } from '../affiliates/edit-affiliate.ts';
import type { AffiliateHistory } from './affiliate-history.ts';
import { CODES, PARTNERS, PLANS, pick, SELLERS } from './affiliate-shops.ts';
import type { Step } from './affiliate-step.ts';
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

/** Opens a code, which may be oneself's, for plans that are another's, or there already. */
export function openCode(history: AffiliateHistory, { who, what: which, much }: Step): void {
  const [creator_id, partner_id] = [pick(SELLERS, who), pick(PARTNERS, which)];
  const code = pick(CODES, much);
  const plan_ids = plansOf(creator_id, which + much);
  const terms = { rate_percent: rateOf(much), plan_ids, active: much % 7 !== 0, note: '' };
  const opened = history.try(openAffiliate({ creator_id, partner_id, code, granted: true, terms }));
  const stood = history.model.codeOf(creator_id, code);
  const fits = partner_id !== creator_id && !plan_ids.includes(NOBODYS);
  if (stood === undefined) {
    expect(opened.accepted).toBe(fits);
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
export function changeCode(history: AffiliateHistory, { do: what, who, what: which, much }: Step): void {
  const [creator_id, text] = [pick(SELLERS, who), pick(CODES, which)];
  const code = history.model.codeOf(creator_id, text);
  const affiliate_id = affiliateIdOf(creator_id, text);
  if (what === 'close') {
    const { accepted } = history.try(closeAffiliate({ creator_id, affiliate_id }));
    expect(accepted).toBe(code !== undefined);
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
  expect(accepted).toBe(code !== undefined && !code.closed && !wanted.plans.includes(NOBODYS));
  if (accepted && code) history.model.save({ ...code, ...wanted });
}

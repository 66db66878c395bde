import { createHash } from 'node:crypto';
import type { PlanOffer } from '#events/catalog.ts';
import type { PlanId, SkuId } from '#events/ids.ts';
import { PLAN_STATUS, type PlanStatus } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { folded, plainTyped } from '#services/contract/fields/typed.ts';
import { badInput, type FieldError, type Refusal } from '#services/runtime/refusal.ts';
import { type OfferedPlan, skuOf } from './plan.ts';

/** A plan as its sale depends on it. */
export type Selling = Pick<OfferedPlan, 'status'> & { offer: PlanOffer };

/** The present visibility. A plan outside of its listing times is hidden. */
export function shownStatus({ status, offer }: Selling, now: Millis) {
  const { on, off } = offer.timing;
  const onShelf = (on === null || on <= now) && (off === null || now < off);
  return status === PLAN_STATUS.normal && !onShelf ? PLAN_STATUS.hidden : status;
}

/** A hidden plan is shown and sold to those who have its address, only if its creator allows it. */
export const isHiddenFromBuyers = (
  status: PlanStatus,
  { can_buy_hide }: Pick<PlanOffer, 'can_buy_hide'>,
): boolean => status === PLAN_STATUS.hidden && !can_buy_hide;

/** Whether its sale period includes now. */
export const sellsNow = ({ offer }: Pick<Selling, 'offer'>, now: Millis): boolean => {
  const { sell_on, sell_off } = offer.timing;
  return (sell_on === null || sell_on <= now) && (sell_off === null || now < sell_off);
};

const hashOf = (plan: PlanId, code: string): string =>
  createHash('sha256').update(`${plan}:${code}`).digest('hex');

/**
 * The stored form of an invite code, in any width and case, with accents or without. It includes the plan, so that two
 * plans with one code have different hashes.
 */
export const inviteHash = (plan: PlanId, code: string): string =>
  hashOf(plan, folded(code).trim() || plainTyped(code));

/** Whether it is the code of this hash, which an older version may have made: it compared the case only. */
const isInvite = (plan: PlanId, code: string, hash: string): boolean =>
  [
    inviteHash(plan, code),
    hashOf(plan, code.trim().toUpperCase()),
    hashOf(plan, plainTyped(code).toUpperCase()),
  ].includes(hash);

/**
 * Why a plan cannot be bought now.
 * @param redeemed a redeem code also covers hidden plans; selling times apply
 */
export function notOnSale(plan: OfferedPlan, now: Millis, redeemed = false): Refusal | null {
  const status = shownStatus(plan, now);
  if (status === PLAN_STATUS.deleted) return { code: 'plan_deleted' };
  const hidden = isHiddenFromBuyers(status, plan.offer) && !redeemed;
  return hidden || !sellsNow(plan, now) ? badInput('plan_id', { key: 'not_on_sale' }) : null;
}

/** Whether a required invite code is missing. */
export function notInvited(plan: OfferedPlan, code: string | undefined): Refusal | null {
  const { invite_code_hash } = plan.offer;
  if (invite_code_hash === null) return null;
  if (code === undefined || code.trim() === '') return badInput('invite_code', { key: 'required' });
  return isInvite(plan.plan_id, code, invite_code_hash) ? null : badInput('invite_code', { key: 'unknown' });
}

/** Whether the round that a ticket admits to has begun: from that moment on it is not sold (docs/domain/catalog.md). */
export function hasBegun(
  { rounds }: Pick<PlanOffer, 'rounds'>,
  round_id: string | null,
  now: Millis,
): boolean {
  const round = rounds.find((one) => one.round_id === round_id);
  return round !== undefined && round.begin_time <= now;
}

/** Names the lines of a request whose round has begun; null: none. */
export function begunRefusal(
  plan: OfferedPlan,
  lines: readonly { sku_id: SkuId }[],
  now: Millis,
): Refusal | null {
  const errors = lines.flatMap(({ sku_id }, at): FieldError[] =>
    hasBegun(plan.offer, skuOf(plan, sku_id)?.round_id ?? null, now)
      ? [{ field: `sku.${at}.sku_id`, message: { key: 'round_begun' } }]
      : [],
  );
  return errors.length > 0 ? { code: 'bad_input', errors } : null;
}

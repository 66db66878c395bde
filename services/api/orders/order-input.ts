import type { z } from 'zod';
import { asPlanId, asUserId, type PlanId, type UserId } from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import { planStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { planKind } from '#services/commerce/catalog/plan.ts';
import { MIN_CUSTOM_AMOUNT } from '#services/commerce/orders/custom-amount.ts';
import type { PlaceOrder } from '#services/commerce/orders/place-order.ts';
import type { Quote } from '#services/commerce/prices/quote.ts';
import { codeRefusal, type IssuedCode } from '#services/commerce/redeem/redeem-code.ts';
import { contentsRefusal } from '#services/commerce/redeem/redeem-effect.ts';
import type { prepareOrderBody } from '#services/contract/orders/orders.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { fenOfInput } from '../http/money.ts';
import type { Guesses } from '../http/rate-limits.ts';
import type { ApiRefusal } from '../http/refusals.ts';
import { findCode } from './redeem-lookup.ts';

type Parts = Pick<Dependencies, 'accounts' | 'committer' | 'redeemCodeId' | 'directory' | 'clock'>;
type Body = z.output<typeof prepareOrderBody>;

/** The subject of an order, after look-up of the body's ids. */
export interface OrderInput<InputBody extends Body> {
  /** The body, completed by the redeem code. */
  body: InputBody;
  /** Empty for a custom amount. */
  plan_id: PlanId;
  custom: PlaceOrder['custom'];
  /** The code that pays for it; null when money does. */
  redeem_code: IssuedCode | null;
}

const noPlan = badInput('plan_id', { key: 'required' });
const CUSTOM = '' as PlanId;

/**
 * A fan whom one of the creators rejects cannot sponsor, and nobody buys from a creator who is hidden or banned. The
 * creators are only looked for when there are any of these.
 */
export async function rejectedFan(
  { blocks, seenPosts }: Pick<Dependencies, 'blocks' | 'seenPosts'>,
  user_id: UserId,
  creators: () => Promise<readonly UserId[]> | readonly UserId[],
): Promise<Refusal | null> {
  const [rejecters, hidden] = await Promise.all([blocks.rejectersOf(user_id), seenPosts.hiddenCreators()]);
  if (rejecters.size === 0 && hidden.length === 0) return null;
  const sellers = await creators();
  if (sellers.some((creator_id) => rejecters.has(creator_id))) return { code: 'rejected' };
  return sellers.some((creator_id) => hidden.includes(creator_id))
    ? badInput('plan_id', { key: 'not_on_sale' })
    : null;
}

/** The creator of a plan; none if it is unknown. */
export const sellersOf = (
  { committer }: Pick<Dependencies, 'committer'>,
  plan_id: PlanId,
): Promise<UserId[]> =>
  committer.read([planStream(plan_id)], (states) => {
    const plan = states.get(planKind, planStream(plan_id));
    return plan.phase === 'none' ? [] : [plan.creator_id];
  });

/** An amount for a creator instead of a plan. */
async function customOf(
  { directory }: Parts,
  { user_id = '', custom_price }: Body,
): Promise<NonNullable<PlaceOrder['custom']> | Refusal> {
  if (custom_price === undefined) return badInput('custom_price', { key: 'required' });
  const amount = fenOfInput(custom_price);
  if (amount < MIN_CUSTOM_AMOUNT) {
    return badInput('custom_price', { key: 'below_minimum', min: toWire(MIN_CUSTOM_AMOUNT) });
  }
  const creator_id = asUserId(user_id);
  const creator = (await directory.usersByIds([creator_id])).get(creator_id);
  return creator?.url_slug ? { creator_id, amount } : badInput('user_id', { key: 'unknown' });
}

/** The redeem code's contents for its order; fields of the fan have priority, and must match. */
async function byCode<InputBody extends Body>(
  parts: Parts,
  user: UserId | undefined,
  typed: string,
  body: InputBody,
  guesses: Guesses,
): Promise<OrderInput<InputBody> | ApiRefusal> {
  if (user === undefined) return { code: 'not_signed_in' };
  const guess = await guesses.reserve(1);
  if (guess.wait > 0) return { code: 'too_many_requests', retry_after: guess.wait };
  const found = await findCode(parts, user, typed);
  if (found.ok || found.refusal.code !== 'redeem_code_unknown') await guess.giveBack();
  if (!found.ok) return found.refusal;
  const { code } = found;
  const { sku_id, month, plan_id } = code;
  // A code that is another plan's is none here.
  if (body.plan_id !== undefined && body.plan_id !== plan_id) return { code: 'redeem_code_unknown' };
  const filled = {
    ...body,
    ...(body.sku === undefined && sku_id !== null && { sku: [{ sku_id, count: 1 }] }),
    ...(body.month === undefined && month > 0 && { month }),
  };
  return { body: filled, plan_id, custom: undefined, redeem_code: code };
}

/**
 * Looks up what a body names: the creator of a custom amount, the redeem code. Refuses: neither plan nor creator,
 * a creator who is none, too small an amount, a code that is unknown or another plan's, too many guesses at codes.
 */
export async function orderInput<InputBody extends Body>(
  parts: Parts,
  user: UserId | undefined,
  body: InputBody,
  guesses: Guesses,
): Promise<OrderInput<InputBody> | ApiRefusal> {
  const { redeem_code, plan_id, user_id } = body;
  if (redeem_code !== undefined) return byCode(parts, user, redeem_code, body, guesses);
  if (plan_id !== undefined)
    return { body, plan_id: asPlanId(plan_id), custom: undefined, redeem_code: null };
  if (user_id === undefined) return noPlan;
  const custom = await customOf(parts, body);
  return isRefusal(custom) ? custom : { body, plan_id: CUSTOM, custom, redeem_code: null };
}

/** Why a code cannot pay for the quote, by present knowledge; placing the order decides. */
export function codeRefused(
  { clock }: Parts,
  { redeem_code }: OrderInput<Body>,
  quote: Quote,
): Refusal | null {
  if (redeem_code === null) return null;
  const { plan, lines, month, bundle_count } = quote;
  const { plan_id, creator_id, offer } = plan;
  const choice = {
    plan_id,
    creator_id,
    lines: [...lines],
    month,
    bundle_count,
    product_type: offer.product_type,
  };
  return codeRefusal(redeem_code, clock.now()) ?? contentsRefusal(redeem_code, choice);
}

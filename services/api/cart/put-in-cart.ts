import type { z } from 'zod';
import { asPlanId, type PlanId, type UserId } from '#events/ids.ts';
import { isByPiece } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { type OfferedPlan, planKind } from '#services/commerce/catalog/plan.ts';
import type { addToCart } from '#services/contract/cart/calls.ts';
import { notFound } from '#services/modules/accounts/person-lock.ts';
import { choiceFor, choiceKey, withMore } from '#services/modules/cart/choice.ts';
import type { CartDraft, CartEntry } from '#services/modules/cart/entries.ts';
import type { CartRequest, ChangedEntry } from '#services/modules/cart/requests.ts';
import { type FieldError, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { settledEntries } from './cart-entries.ts';
import { quotedEntries } from './cart-quote.ts';

type Parts = Pick<Dependencies, 'carts' | 'committer'>;
type Body = z.output<typeof addToCart>;

async function planNamed({ committer }: Parts, plan_id: PlanId): Promise<OfferedPlan | Refusal> {
  const stream = planStream(plan_id);
  const plan = await committer.read([stream], (states) => states.get(planKind, stream));
  if (plan.phase === 'offered') return plan;
  return { code: 'not_found', errors: [{ field: 'plan_id', message: { key: 'unknown' } }] };
}

/** Lines of the entry as lines of the request; a line that the request does not name concerns all of it. */
function inRequest({ field, message }: FieldError, draft: CartDraft, { sku = [] }: Body): FieldError {
  const line = /^sku\.(\d+)/.exec(field);
  if (line === null) return { field, message };
  const at = sku.findIndex(({ sku_id }) => sku_id === draft.choice.sku[Number(line[1])]?.sku_id);
  return { field: at === -1 ? 'sku' : field.replace(/\d+/, String(at)), message };
}

/** The entry with the units of the request alone, as many as it would then have. */
function withoutOthers(draft: CartDraft, { sku }: Body): CartDraft {
  const requested = new Set(sku?.map(({ sku_id }) => sku_id));
  if (!isByPiece(draft.product_type) || requested.size === 0) return draft;
  const lines = draft.choice.sku.filter(({ sku_id }) => requested.has(sku_id));
  return { ...draft, choice: { ...draft.choice, sku: lines } };
}

/**
 * Why what is added could not be bought now. Units that were in the entry before, for example of a SKU that has sold out
 * since, count only against the purchase limit of the plan.
 */
async function refusalOf(parts: Parts, user: UserId, draft: CartDraft, body: Body): Promise<Refusal | null> {
  const own = withoutOthers(draft, body);
  const [added, whole] = await quotedEntries(parts, [own, draft], { user, together: false });
  const limited = whole?.refusal?.code === 'purchase_limit_reached' ? whole.refusal : null;
  const refusal = added?.refusal ?? limited;
  if (refusal === null || !('errors' in refusal) || refusal.errors === undefined) return refusal;
  return { ...refusal, errors: refusal.errors.map((error) => inRequest(error, own, body)) };
}

/** The entry after the change: an increased or a replaced choice. */
function draftOf(plan: OfferedPlan, body: Body, list: readonly CartEntry[]): CartDraft {
  const { plan_id, creator_id } = plan;
  const { product_type } = plan.offer;
  const choice = choiceFor(product_type, body);
  const key = choiceKey(product_type, choice);
  const same = list.find(
    (entry) => entry.plan_id === plan_id && choiceKey(product_type, entry.choice) === key,
  );
  const more = body.cart_id === undefined && same !== undefined;
  return {
    plan_id,
    creator_id,
    product_type,
    choice: more ? withMore(product_type, same.choice, choice) : choice,
  };
}

/**
 * Adds or changes an entry of a fan's cart. Refused like an order, except for fields entered at checkout; by field,
 * also if the cart is full. Another fan's entry is not_found. A repeated request has the first result, also after the
 * entry was bought.
 */
export async function putInCart(
  parts: Parts,
  user: UserId,
  body: Body,
  request: CartRequest | undefined,
): Promise<ChangedEntry | Refusal> {
  const { carts } = parts;
  const before = request && (await carts.resultOf(user, request));
  if (before) return before;
  const list = await settledEntries(parts, user);
  const changed = list.find(({ cart_id }) => cart_id === body.cart_id);
  if (body.cart_id !== undefined && changed === undefined) return notFound;
  const plan = await planNamed(parts, changed?.plan_id ?? asPlanId(body.plan_id ?? ''));
  if (isRefusal(plan)) return plan;
  const draft = draftOf(plan, body, list);
  const refusal = await refusalOf(parts, user, draft, body);
  if (refusal) return refusal;
  const { remark, custom_order_id, affiliate_code } = body;
  const more = { remark: remark?.trim(), custom_order_id, affiliate_code, request };
  if (changed) return carts.change(user, changed.cart_id, draft, more);
  return carts.add(user, { ...draft, choice: choiceFor(draft.product_type, body) }, more);
}

import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { PlacedOrderState } from '#services/commerce/orders/order.ts';
import { placeOrder } from '#services/commerce/orders/place-order.ts';
import type { PayMethod } from '#services/modules/payments/provider.ts';
import { offeredMethods, payMethodOf } from '#services/modules/payments/registry.ts';
import { badInput, isRefusal } from '#services/runtime/refusal.ts';
import type { Guesses } from '../http/rate-limits.ts';
import { type ApiRefusal, isApiRefusal } from '../http/refusals.ts';
import { otherTerms } from '../http/texts/other-terms.ts';
import { checkInvites } from './invite-guesses.ts';
import { orderInput, rejectedFan, sellersOf } from './order-input.ts';
import { addressFor, forgetUnused, savePersonalData } from './order-personal.ts';
import { type CreateBody, orderRequest } from './order-request.ts';

/** Payment type of an order that a redeem code pays for (commerce specification 4), and who then collects. */
export const BY_CODE = '3';
const NO_PROVIDER = 'redeem';

export interface TakeOrder extends Buyer {
  body: CreateBody;
  /** Idempotency key, when the client sent one. */
  key: string | undefined;
  guesses: Guesses;
}

export type TakeOrderResult =
  | { ok: true; order: PlacedOrderState; position: number }
  | { ok: false; refusal: ApiRefusal };

const no = (refusal: ApiRefusal): TakeOrderResult => ({ ok: false, refusal });

interface Collector {
  py_type: string;
  /** Its name. */
  provider: string;
}

export interface Buyer {
  user_id: UserId;
  /** False: PayPal is not offered where the buyer is (`getsPayPal`). */
  paypal?: boolean;
}

/** How an account can pay here: without the ways that staff took from it. */
export async function payMethodsOf(
  { accounts, payments }: Pick<Dependencies, 'accounts' | 'payments'>,
  { user_id, paypal }: Buyer,
): Promise<PayMethod[]> {
  const taken = await accounts.payOptions.takenFrom(user_id);
  return offeredMethods(payments.methods, paypal).filter((method) => !taken.includes(`pay_${method}`));
}

/**
 * The provider of a payment type, by default of the account's first one. Refused: nothing is collected (no_provider), an
 * unknown type, PayPal in the mainland, also as the only way (abroad_only), and one that the account may not use
 * (not_granted).
 */
export async function collectorFor(
  deps: Pick<Dependencies, 'accounts' | 'payments'>,
  buyer: Buyer,
  requested: string | undefined,
): Promise<Collector | ApiRefusal> {
  const { payments } = deps;
  if (payments.methods.length === 0) return badInput('py_type', { key: 'no_provider' });
  const methods = await payMethodsOf(deps, buyer);
  const py_type = requested ?? methods[0];
  if (py_type === undefined) {
    const abroad = await payMethodsOf(deps, { ...buyer, paypal: true });
    return badInput('py_type', { key: abroad.length > 0 ? 'abroad_only' : 'not_granted' });
  }
  const provider = payments.providerFor(py_type);
  if (provider === undefined) return badInput('py_type', { key: 'unknown' });
  const wanted = payMethodOf(py_type);
  if (wanted === 'pp' && buyer.paypal === false) return badInput('py_type', { key: 'abroad_only' });
  return methods.some((method) => method === wanted)
    ? { py_type, provider: provider.name }
    : badInput('py_type', { key: 'not_granted' });
}

/**
 * Places the order of a body, with its personal data in the vault. Refuses unknown ids, refusals of `placeOrder`, a
 * payment type without provider, and payment by code without a code. A refusal leaves nothing; with an unknown
 * outcome nothing is removed.
 */
export async function takeOrder(deps: Dependencies, taking: TakeOrder): Promise<TakeOrderResult> {
  const guesser = { user: taking.user_id, guesses: taking.guesses };
  const taken = await checkInvites(deps, guesser, [taking.body.invite_code], async (checked) => {
    const one = await place(deps, taking);
    if (!one.ok && isRefusal(one.refusal)) checked([one.refusal]);
    return one;
  });
  return isApiRefusal(taken) ? no(taken) : taken;
}

async function place(deps: Dependencies, taking: TakeOrder): Promise<TakeOrderResult> {
  const { committer, payments, config, requestHash } = deps;
  const { user_id, key, guesses } = taking;
  const other = otherTerms(deps, taking.body.terms_version);
  if (other) return no(other);
  const prepared = await orderInput(deps, user_id, taking.body, guesses);
  if (isApiRefusal(prepared)) return no(prepared);
  const { plan_id, custom, redeem_code: code } = prepared;
  // What a creator gives by a code is taken also by a fan whom the creator rejects.
  const sellers = () => (code ? [] : custom ? [custom.creator_id] : sellersOf(deps, plan_id));
  const rejected = await rejectedFan(deps, user_id, sellers);
  if (rejected) return no(rejected);
  const redeem = code && { code_id: code.code_id, redeem_id: code.redeem_id };
  if (redeem === null && prepared.body.py_type === BY_CODE) {
    return no(badInput('redeem_code', { key: 'required' }));
  }
  const collector = redeem
    ? { py_type: BY_CODE, provider: NO_PROVIDER }
    : await collectorFor(deps, taking, prepared.body.py_type);
  if (isApiRefusal(collector)) return no(collector);
  const { provider, py_type } = collector;
  const body = { ...prepared.body, py_type };
  if (body.agreement_amount !== undefined && payments.provider(provider)?.chargeAgain === undefined) {
    return no(badInput('agreement_amount', { key: redeem ? 'no_renewals' : 'no_renewing_provider' }));
  }
  const address = await addressFor(deps, user_id, body.address_id);
  if (isRefusal(address)) return no(address);
  const saved = await savePersonalData(deps, user_id, body);
  if (isRefusal(saved)) {
    await forgetUnused(deps, user_id, { written: [], saved_records: [], address }, []);
    return no(saved);
  }
  const ready = { ...saved, address };
  const ttl_seconds = config.orderTtlSeconds;
  const who = { user_id, key };
  const request = { ...who, plan_id, custom, redeem, address, provider, ttl_seconds };
  const outcome = await committer.submit(placeOrder(orderRequest(body, request, saved, requestHash)));
  if (!outcome.accepted) {
    await forgetUnused(deps, user_id, ready, []);
    return no(outcome.refusal);
  }
  const { order } = outcome.result;
  await forgetUnused(deps, user_id, ready, [order]);
  return { ok: true, order, position: outcome.position };
}

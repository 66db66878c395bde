import type { z } from 'zod';
import { type CartOrderNo, cartNumber, type UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { PlacedCart } from '#services/commerce/cart/cart.ts';
import { placeCart } from '#services/commerce/cart/place-cart.ts';
import type { PlacedOrderState } from '#services/commerce/orders/order.ts';
import type { PlaceOrder } from '#services/commerce/orders/place-order.ts';
import type { orderCartBody } from '#services/contract/cart/calls.ts';
import type { OrderAddress } from '#services/modules/delivery/addresses.ts';
import { type FieldError, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { fenOfInput } from '../http/money.ts';
import type { Guesses } from '../http/rate-limits.ts';
import { type ApiRefusal, isApiRefusal } from '../http/refusals.ts';
import { otherTerms } from '../http/texts/other-terms.ts';
import { checkInvites } from '../orders/invite-guesses.ts';
import { rejectedFan } from '../orders/order-input.ts';
import {
  addressFor,
  forgetUnused,
  type OrderPersonalData,
  savePersonalData,
} from '../orders/order-personal.ts';
import { type Buyer, collectorFor } from '../orders/take-order.ts';
import { cartNamed } from '../payments/order-payment.ts';
import {
  boughtBefore,
  ofEntries,
  type RequestedEntry,
  requestedEntries,
  settledEntries,
  withinEntry,
} from './cart-entries.ts';
import { entryOrder } from './cart-quote.ts';

export interface TakeCart extends Buyer {
  body: z.output<typeof orderCartBody>;
  /** Idempotency key, when the client sent one. */
  key: string | undefined;
  guesses: Guesses;
}

export type TakeCartResult =
  | { ok: true; cart: PlacedCart; orders: readonly PlacedOrderState[]; position: number }
  | { ok: false; refusal: ApiRefusal };

const no = (refusal: ApiRefusal): TakeCartResult => ({ ok: false, refusal });
/** The vault entries prepared for all orders of the cart. */
const readyFor = (saved: readonly OrderPersonalData[], address: OrderAddress | null = null) => ({
  written: saved.flatMap(({ written }) => written),
  saved_records: saved.flatMap(({ saved_records }) => saved_records),
  address,
});

/** A request by its derived number, and its hash for the comparison with others under the same key. */
interface Numbered extends TakeCart {
  cart_order_no: CartOrderNo;
  request_hash: string;
}

/** The existing result of the request's key: the same cart order, or another one. */
async function existingCart(
  deps: Dependencies,
  { key, ...request }: Numbered,
): Promise<TakeCartResult | undefined> {
  const { cart_order_no, request_hash, user_id } = request;
  if (key === undefined) return undefined;
  const position = await deps.log.head();
  const found = await cartNamed(deps, cart_order_no);
  if (found === undefined) return undefined;
  if (found.cart.request_hash !== request_hash) return no({ code: 'idempotency_key_reused' });
  // Entries that a crash left are removed.
  await settledEntries(deps, user_id);
  return { ok: true, ...found, position };
}

/** Writes the personal data of all entries to the vault. On any error it returns the errors and writes nothing. */
async function savePersonalDataOfAll(
  deps: Dependencies,
  user: UserId,
  wanted: readonly RequestedEntry[],
): Promise<OrderPersonalData[] | Refusal> {
  const saved: OrderPersonalData[] = [];
  const errors: FieldError[] = [];
  for (const one of wanted) {
    const { tickets = [], remark = one.entry.remark } = one.wish;
    const { choice, custom_order_id } = one.entry;
    const personal = { tickets, remark, custom_order_id, sku: [...choice.sku] };
    const keeping = await savePersonalData(deps, user, personal);
    if (isRefusal(keeping)) errors.push(...withinEntry(one, keeping));
    else saved.push(keeping);
  }
  if (errors.length === 0) return saved;
  await forgetUnused(deps, user, readyFor(saved), []);
  return { code: 'bad_input', errors };
}

interface Ordering extends Numbered {
  wanted: readonly RequestedEntry[];
  address: OrderAddress | null;
  saved: readonly OrderPersonalData[];
  provider: string;
  py_type: string;
  ttl_seconds: number;
  /** Collects refusals that name wrong invite codes. */
  judged(refusals: readonly Refusal[]): void;
}

function ordersOf(ordering: Ordering): PlaceOrder[] {
  const { wanted, address, saved, cart_order_no, request_hash, body, user_id } = ordering;
  const { provider, py_type, ttl_seconds } = ordering;
  const province = address?.province ?? body.province;
  return wanted.map(({ entry, wish }, n) => ({
    ...entryOrder(entry, wish, { user: user_id, cart_order_no, n, province }),
    terms_version: body.terms_version,
    py_type,
    provider,
    ttl_seconds,
    request_hash,
    remark_ref: saved[n]?.remark_ref ?? null,
    custom_order_id: saved[n]?.custom_order_id ?? '',
    ...(entry.affiliate_code !== '' && { affiliate_code: entry.affiliate_code }),
    address_ref: address?.address_ref ?? null,
    holders: saved[n]?.holders ?? [],
  }));
}

async function order(deps: Dependencies, ordering: Ordering): Promise<TakeCartResult> {
  const { carts, committer } = deps;
  const { wanted, saved, user_id, body, cart_order_no, provider, ttl_seconds, request_hash } = ordering;
  const entries = wanted.map(({ entry: { cart_id, revision } }) => ({ cart_id, revision }));
  await carts.ordering(
    user_id,
    entries.map(({ cart_id }) => cart_id),
    cart_order_no,
  );
  const total_amount = body.total_amount === undefined ? undefined : fenOfInput(body.total_amount);
  const shared = { cart_order_no, user_id, total_amount, provider, request_hash, ttl_seconds };
  const outcome = await committer.submit(placeCart({ ...shared, entries, orders: ordersOf(ordering) }));
  const ready = readyFor(saved, ordering.address);
  if (!outcome.accepted) {
    ordering.judged([outcome.refusal]);
    await forgetUnused(deps, user_id, ready, []);
    return no(ofEntries(outcome.refusal, wanted));
  }
  const { cart, orders } = outcome.result;
  await forgetUnused(deps, user_id, ready, orders);
  await carts.ordered(user_id, entries);
  return { ok: true, cart, orders, position: outcome.position };
}

/** A body without a payment type is the same request as one that names the default. */
function hashOfCart({ payments, requestHash }: Dependencies, { user_id, body }: TakeCart): string {
  const { client_order_key: _key, py_type = payments.methods[0], ...rest } = body;
  return requestHash(user_id, { ...rest, py_type });
}

/**
 * Buys cart entries together: one order for each, all or none. A refusal names the entries (`entries.{cart_id}`) with
 * the code of the first, and changes nothing. Ordered entries are removed from the cart; they are marked before, so a
 * crash only delays this. The same key and request return the existing cart order, even after its entries are
 * removed.
 */
export async function takeCart(deps: Dependencies, taking: TakeCart): Promise<TakeCartResult> {
  const { user_id, body, key } = taking;
  const cart_order_no = cartNumber(user_id, key);
  const numbered = { ...taking, cart_order_no, request_hash: hashOfCart(deps, taking) };
  const before = await existingCart(deps, numbered);
  if (before) return before;
  const other = otherTerms(deps, body.terms_version);
  if (other) return no(other);
  const guesser = { user: user_id, guesses: taking.guesses };
  const codes = (body.entries ?? []).map(({ invite_code }) => invite_code);
  const taken = await checkInvites(deps, guesser, codes, (checked) => takeNew(deps, numbered, checked));
  return isApiRefusal(taken) ? no(taken) : taken;
}

async function takeNew(
  deps: Dependencies,
  numbered: Numbered,
  checked: Ordering['judged'],
): Promise<TakeCartResult> {
  const { user_id, body } = numbered;
  const wanted = requestedEntries(await settledEntries(deps, user_id), body.entries);
  // A concurrent request, e.g. from another device, may have bought them just now.
  if (isRefusal(wanted)) {
    const cart_ids = [...new Set((body.entries ?? []).map(({ cart_id }) => cart_id))];
    const same = await existingCart(deps, numbered);
    return same ?? no((await boughtBefore(deps, user_id, cart_ids)) ?? wanted);
  }
  const rejected = await rejectedFan(deps, user_id, () => wanted.map(({ entry }) => entry.creator_id));
  if (rejected) return no(rejected);
  const collector = await collectorFor(deps, numbered, body.py_type);
  if (isApiRefusal(collector)) return no(collector);
  const address = await addressFor(deps, user_id, body.address_id);
  if (isRefusal(address)) return no(address);
  const saved = await savePersonalDataOfAll(deps, user_id, wanted);
  if (isRefusal(saved)) {
    await forgetUnused(deps, user_id, readyFor([], address), []);
    return no(saved);
  }
  const ttl_seconds = deps.config.orderTtlSeconds;
  return order(deps, { ...numbered, ...collector, wanted, address, saved, ttl_seconds, judged: checked });
}

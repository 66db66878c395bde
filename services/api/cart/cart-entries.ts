import type { z } from 'zod';
import type { UserId } from '#events/ids.ts';
import { cartEntryStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { cartEntryKind } from '#services/commerce/cart/cart-entry.ts';
import { orderedWith } from '#services/commerce/cart/entry-claims.ts';
import type { orderCartBody } from '#services/contract/cart/calls.ts';
import type { CartEntry } from '#services/modules/cart/entries.ts';
import { badInput, type FieldError, isRefusal, type Refusal } from '#services/runtime/refusal.ts';

type EntryInput = NonNullable<z.output<typeof orderCartBody>['entries']>[number];

/** An entry with the fan's data for the purchase. */
export interface RequestedEntry {
  entry: CartEntry;
  wish: Partial<Omit<EntryInput, 'cart_id'>>;
}

/** Path of an entry's fields in refusals, by its id, so that it does not depend on the request's order. */
const entryPath = ({ cart_id }: Pick<CartEntry, 'cart_id'>): string => `entries.${cart_id}`;

function named(list: readonly CartEntry[], wishes: readonly (Partial<EntryInput> & { cart_id: string })[]) {
  const left = new Map(list.map((entry) => [entry.cart_id, entry]));
  const errors: FieldError[] = [];
  const wanted: RequestedEntry[] = [];
  for (const { cart_id, ...wish } of wishes) {
    const entry = left.get(cart_id);
    // Named again it is one too many.
    left.delete(cart_id);
    if (entry !== undefined) wanted.push({ entry, wish });
    else {
      const repeated = wanted.some((one) => one.entry.cart_id === cart_id);
      errors.push({ field: entryPath({ cart_id }), message: { key: repeated ? 'repeated' : 'unknown' } });
    }
  }
  return { wanted, errors };
}

/**
 * The requested entries: the named ones, or all selected ones. Missing ones are refused by entry, as is an empty
 * selection.
 */
export function requestedEntries(
  list: readonly CartEntry[],
  wishes: readonly (Partial<EntryInput> & { cart_id: string })[] | undefined,
): RequestedEntry[] | Refusal {
  if (wishes !== undefined) {
    const { wanted, errors } = named(list, wishes);
    return errors.length > 0 ? { code: 'bad_input', errors } : wanted;
  }
  const picked = list.filter((entry) => entry.picked).map((entry) => ({ entry, wish: {} }));
  return picked.length > 0 ? picked : badInput('entries', { key: 'required' });
}

/** The entries without bought ones: after a crash a bought entry can remain until it is removed. */
export async function settledEntries(
  { carts, committer }: Pick<Dependencies, 'carts' | 'committer'>,
  user: UserId,
): Promise<CartEntry[]> {
  const list = await carts.list(user);
  const tried = list.filter(({ ordering }) => ordering !== null);
  if (tried.length === 0) return list;
  const bought = await committer.read(
    tried.map(({ cart_id }) => cartEntryStream(cart_id)),
    (states) => tried.filter((entry) => orderedWith(states, entry) !== null),
  );
  if (bought.length === 0) return list;
  await carts.ordered(user, bought);
  return list.filter((entry) => !bought.includes(entry));
}

/** Of entries that are no longer in the person's cart: those that an order has bought, and which. */
export async function boughtBefore(
  { committer }: Pick<Dependencies, 'committer'>,
  user: UserId,
  cart_ids: readonly string[],
): Promise<Refusal | undefined> {
  const bought = await committer.read(cart_ids.map(cartEntryStream), (states) =>
    cart_ids.flatMap((cart_id) => {
      const entry = states.get(cartEntryKind, cartEntryStream(cart_id));
      if (entry.phase === 'none' || entry.user_id !== user) return [];
      return [{ cart_id, cart_order_no: entry.cart_order_no }];
    }),
  );
  const [first] = bought;
  if (first === undefined) return undefined;
  const errors = bought.map((entry) => ({
    field: entryPath(entry),
    message: { key: 'already_ordered' as const },
  }));
  return { code: 'already_ordered', cart_order_no: first.cart_order_no, errors };
}

/** Fields of the n-th order as fields of the entry that is ordered there. */
export function ofEntries(refusal: Refusal, wanted: readonly RequestedEntry[]): Refusal {
  if (!('errors' in refusal) || refusal.errors === undefined) return refusal;
  const errors = refusal.errors.map(({ field, message }) => ({
    field: field.replace(/^orders\.(\d+)/, (whole, n: string) => {
      const one = wanted[Number(n)];
      return one ? entryPath(one.entry) : whole;
    }),
    message,
  }));
  return { ...refusal, errors };
}

/** The same, as the refusals of one entry. */
export const withinEntry = ({ entry }: RequestedEntry, refusal: Refusal): FieldError[] =>
  isRefusal(refusal) && 'errors' in refusal
    ? (refusal.errors ?? []).map(({ field, message }) => ({ field: `${entryPath(entry)}.${field}`, message }))
    : [];

import type { z } from 'zod';
import { asSkuId, type UserId } from '#events/ids.ts';
import type { OrderAddress } from '#services/accounts/delivery/addresses.ts';
import type { PlacedOrderState } from '#services/commerce/orders/order.ts';
import type { OrderInput } from '#services/commerce/orders/ordered.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import type { Dependencies } from '../dependencies.ts';
import type { createOrder } from './contract/orders.ts';

type Parts = Pick<Dependencies, 'addresses' | 'identities' | 'vault'>;
type Told = Pick<z.output<typeof createOrder>, 'remark' | 'tickets' | 'sku'>;

/** What an order holds of personal data: references only. */
export interface KeptForOrder {
  remark_ref: string | null;
  holders: NonNullable<OrderInput['holders']>;
  /** Vault entries that were written for this order alone. */
  written: string[];
  /** Saved records that it names holders by. */
  lent: string[];
}

/** What was laid ready for orders: entries of their own, and saved records that count them as users. */
type LaidReady = Pick<KeptForOrder, 'written' | 'lent'> & { address?: OrderAddress | null };

/** The SKU of each ticket: as it was named, else that of the next unit that nobody was named for. */
function skusOfTickets({ tickets, sku = [] }: Told): string[] {
  const units = sku.flatMap(({ sku_id, count }) =>
    Array.from({ length: Math.min(count, tickets.length) }, () => sku_id),
  );
  for (const { sku_id } of tickets) {
    const at = sku_id === undefined ? -1 : units.indexOf(sku_id);
    if (at !== -1) units.splice(at, 1);
  }
  return tickets.map(({ sku_id }) => sku_id ?? units.shift() ?? '');
}

/** Where an order goes; null when nobody has said it. Refused when the address is not this fan's. */
export async function addressFor(
  { addresses }: Parts,
  user: UserId,
  address_id: string | undefined,
): Promise<OrderAddress | null | Refusal> {
  if (address_id === undefined) return null;
  return (await addresses.forOrder(user, address_id)) ?? badInput('address_id', { key: 'unknown' });
}

/**
 * Lays what a fan says of people into the vault, before the order that will refer to it: so a crash between the two
 * loses nothing. Each attempt has entries of its own, that `forgetUnused` takes away when no order came to hold
 * them. Refuses by field records that are not this fan's, and holders that are none; then nothing is written.
 */
export async function keepForOrder(parts: Parts, user: UserId, told: Told): Promise<KeptForOrder | Refusal> {
  const { identities, vault } = parts;
  const found = await identities.forTickets(
    user,
    told.tickets.map(({ holder }) => holder),
  );
  if (isRefusal(found)) return found;
  const skus = skusOfTickets(told);
  const holders = found.holder_refs.map((holder_ref, at) => ({
    sku_id: asSkuId(skus[at] ?? ''),
    holder_ref,
  }));
  const remarks = told.remark.trim() === '' ? [] : [await vault.put(user, 'remark', told.remark)];
  const written = [...found.written, ...remarks];
  return { remark_ref: remarks[0] ?? null, holders, written, lent: found.lent };
}

/**
 * Takes away what was written for an order that did not come to hold it (it was refused, or repeats another), and
 * lets go of saved records likewise. What any of the orders holds stays.
 */
export async function forgetUnused(
  { vault, addresses, identities }: Parts,
  user: UserId,
  { written, lent, address = null }: LaidReady,
  orders: readonly PlacedOrderState[],
): Promise<void> {
  const held = new Set(
    orders.flatMap(({ placed }) => [
      placed.remark_ref,
      placed.address_ref,
      ...placed.tickets.map(({ holder_ref }) => holder_ref),
    ]),
  );
  const isUnused = (ref: string): boolean => !held.has(ref);
  const unused = written.filter(isUnused);
  if (unused.length > 0) await vault.forget(unused);
  await identities.release(user, lent.filter(isUnused));
  if (address && isUnused(address.address_ref)) await addresses.release(user, address.address_ref);
}

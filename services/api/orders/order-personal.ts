import type { z } from 'zod';
import { asSkuId, hexId, type UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { PlacedOrderState } from '#services/commerce/orders/order.ts';
import type { OrderInput } from '#services/commerce/orders/order-input.ts';
import type { createOrderBody } from '#services/contract/orders/orders.ts';
import type { OrderAddress } from '#services/modules/delivery/addresses.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';

type Parts = Pick<Dependencies, 'addresses' | 'identities' | 'vault'>;
type Body = z.output<typeof createOrderBody>;
type PersonalInput = Pick<Body, 'remark' | 'tickets' | 'sku'> & Partial<Pick<Body, 'custom_order_id'>>;

/** The personal data of an order: references only. */
export interface OrderPersonalData {
  remark_ref: string | null;
  /** Reference to the client program's own id; empty without one. */
  custom_order_id: string;
  holders: NonNullable<OrderInput['holders']>;
  /** Vault entries of only this order. */
  written: string[];
  /** Saved records that it names holders by. */
  saved_records: string[];
}

/** The data prepared for orders: new entries, and saved records with a use count. */
type PreparedData = Pick<OrderPersonalData, 'written' | 'saved_records'> & { address?: OrderAddress | null };

/** Begins the references of client programs' own ids, which can name a person. */
const CUSTOM_ORDER_ID = 'custom-order-';

const CUSTOM_ORDER_REF = new RegExp(`^${CUSTOM_ORDER_ID}[0-9a-f]{32}$`);

/** Whether it is a reference; older orders have the program's own id itself, which can begin alike. */
export const isCustomOrderRef = (custom_order_id: string): boolean => CUSTOM_ORDER_REF.test(custom_order_id);

/** The SKU of each ticket: as named, else that of the next unit without a holder. */
function skusOfTickets({ tickets, sku = [] }: PersonalInput): string[] {
  const units = sku.flatMap(({ sku_id, count }) =>
    Array.from({ length: Math.min(count, tickets.length) }, () => sku_id),
  );
  for (const { sku_id } of tickets) {
    const at = sku_id === undefined ? -1 : units.indexOf(sku_id);
    if (at !== -1) units.splice(at, 1);
  }
  return tickets.map(({ sku_id }) => sku_id ?? units.shift() ?? '');
}

/** The address of an order; null if missing. Refused if it is not this fan's. */
export async function addressFor(
  { addresses }: Parts,
  user: UserId,
  address_id: string | undefined,
): Promise<OrderAddress | null | Refusal> {
  if (address_id === undefined) return null;
  return (await addresses.forOrder(user, address_id)) ?? badInput('address_id', { key: 'unknown' });
}

/**
 * Writes a fan's personal data to the vault before the order that refers to it, so a crash between both loses
 * nothing. Each attempt has its own entries; `forgetUnused` removes them if no order holds them. Refuses by field
 * other people's records and invalid holders; then nothing is written.
 */
export async function savePersonalData(
  parts: Parts,
  user: UserId,
  input: PersonalInput,
): Promise<OrderPersonalData | Refusal> {
  const { identities, vault } = parts;
  const found = await identities.forTickets(
    user,
    input.tickets.map(({ holder }) => holder),
  );
  if (isRefusal(found)) return found;
  const skus = skusOfTickets(input);
  const holders = found.holder_refs.map((holder_ref, at) => ({
    sku_id: asSkuId(skus[at] ?? ''),
    holder_ref,
  }));
  const { remark, custom_order_id: text = '' } = input;
  const remarks = remark.trim() === '' ? [] : [await vault.put(user, 'remark', remark)];
  const entry = {
    user_id: user,
    kind: 'custom_order_id' as const,
    text,
    ref: `${CUSTOM_ORDER_ID}${hexId()}`,
  };
  const ids = text === '' ? [] : await vault.putMany([entry]);
  const written = [...found.written, ...remarks, ...ids];
  return {
    remark_ref: remarks[0] ?? null,
    custom_order_id: ids[0] ?? '',
    holders,
    written,
    saved_records: found.saved_records,
  };
}

/**
 * Removes the entries of an order that does not hold them (refused, or a repetition), and releases saved records.
 * Entries held by any order stay.
 */
export async function forgetUnused(
  { vault, addresses, identities }: Parts,
  user: UserId,
  { written, saved_records, address = null }: PreparedData,
  orders: readonly PlacedOrderState[],
): Promise<void> {
  const held = new Set(
    orders.flatMap(({ placed }) => [
      placed.remark_ref,
      placed.custom_order_id,
      placed.address_ref,
      ...placed.tickets.map(({ holder_ref }) => holder_ref),
    ]),
  );
  const isUnused = (ref: string): boolean => !held.has(ref);
  const unused = written.filter(isUnused);
  if (unused.length > 0) await vault.forget(unused);
  await identities.release(user, saved_records.filter(isUnused));
  if (address && isUnused(address.address_ref)) await addresses.release(user, address.address_ref);
}

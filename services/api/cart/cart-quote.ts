import { asSkuId, type CartOrderNo, orderOfCart, type UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { type QuotedEntry, type QuotedInput, quoteEntries } from '#services/commerce/cart/quote-entries.ts';
import type { CartEntry } from '#services/modules/cart/entries.ts';

/** Input for an entry at checkout. */
export interface EntryInput {
  invite_code?: string | undefined;
}

/** A quote of a cart has no number; its orders need different ones. */
const NONE = 'c' as CartOrderNo;

interface EntryOrder {
  user: UserId;
  cart_order_no: CartOrderNo;
  /** Place among the entries, from 0. */
  n: number;
  province: string | undefined;
}

/** An entry as the input of an order; fields without influence on price and stock are empty. */
export function entryOrder(
  { plan_id, choice }: Pick<CartEntry, 'plan_id' | 'choice'>,
  { invite_code }: EntryInput,
  { user, cart_order_no, n, province }: EntryOrder,
): QuotedInput {
  return {
    out_trade_no: orderOfCart(cart_order_no, n),
    cart_order_no,
    user_id: user,
    plan_id,
    lines: choice.sku.map(({ sku_id, count }) => ({ sku_id: asSkuId(sku_id), count })),
    ...(choice.month > 0 && { month: choice.month }),
    ...(choice.bundle_count > 0 && { bundle_count: choice.bundle_count }),
    ...(invite_code !== undefined && { invite_code }),
    ...(province !== undefined && { province }),
    py_type: '',
    provider: '',
    custom_order_id: '',
    request_hash: '',
    ttl_seconds: 0,
  };
}

interface QuoteContext {
  user: UserId;
  /** They are bought together. */
  together: boolean;
  province?: string | undefined;
}

/** The current prices of entries and whether they can be bought, in the given order. */
export async function quotedEntries(
  { committer }: Pick<Dependencies, 'committer'>,
  entries: readonly (Pick<CartEntry, 'plan_id' | 'choice'> & { wish?: EntryInput })[],
  { user, together, province }: QuoteContext,
): Promise<QuotedEntry[]> {
  if (entries.length === 0) return [];
  const inputs = entries.map((entry, n) =>
    entryOrder(entry, entry.wish ?? {}, { user, cart_order_no: NONE, n, province }),
  );
  const outcome = await committer.submit(quoteEntries({ user_id: user, entries: inputs, together }));
  if (!outcome.accepted) throw new Error('looking at a cart was refused');
  return outcome.result;
}

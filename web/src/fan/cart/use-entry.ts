import { useDebouncedCallback } from '@mantine/hooks';
import type { AddToCart, CartEntry } from '#services/contract/cart/calls.ts';
import { useAddToCart, useShowEntries } from './cart-calls.ts';

/** Another choice in an entry's place. */
export type EntryChange = Pick<AddToCart, 'sku' | 'month' | 'bundle_count'>;

const SETTLE_MS = 250;

function shownAs(entry: CartEntry, { sku, month, bundle_count }: EntryChange): CartEntry {
  const lines = Array.isArray(sku) ? (sku as { sku_id: string; count: number }[]) : []; // as the choice writes them
  const counts = new Map(lines.map((line) => [line.sku_id, line.count]));
  return {
    ...entry,
    sku: entry.sku.map((line) => ({ ...line, count: counts.get(line.sku_id) ?? line.count })),
    month: month === undefined ? entry.month : Number(month),
    bundle_count: bundle_count === undefined ? entry.bundle_count : Number(bundle_count),
  };
}

/** Changes an entry: shown immediately, sent after a delay, reset after a refusal. `refusal` is the last one. */
export function useEntry(entry: CartEntry) {
  const show = useShowEntries();
  const change = useAddToCart();
  const { cart_id } = entry;
  const send = useDebouncedCallback(
    (choice: EntryChange) => change.mutate({ cart_id, ...choice }),
    SETTLE_MS,
  );
  const set = (choice: EntryChange) => {
    change.reset();
    show((one) => (one.cart_id === cart_id ? shownAs(entry, choice) : one));
    send(choice);
  };
  return { set, refusal: change.error, changing: change.isPending };
}

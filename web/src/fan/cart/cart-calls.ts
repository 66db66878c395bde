import { keepPreviousData, useIsMutating, useQueryClient } from '@tanstack/react-query';
import {
  addCartEntry,
  type CartEntry,
  type CartList,
  listCart,
  pickCartEntries,
} from '#services/contract/cart/calls.ts';
import { queryOf, useCall } from '../../api/queries.ts';

/** The signed-in person's cart, by creator, at the prices of now. */
export const cartQuery = queryOf(listCart, {}, { staleTime: 0, placeholderData: keepPreviousData });

const ENTRY = ['cart-entry'] as const;

/** Adds or changes an entry; a refusal is shown at the choice. */
export const useAddToCart = (options: { onSuccess?: () => void; onError?: (error: unknown) => void } = {}) =>
  useCall(addCartEntry, { quiet: true, mutationKey: ENTRY, ...options });

/** Whether a change of an entry is being sent, or the changed cart has not come back yet. */
export const useEntryOnItsWay = (): boolean => useIsMutating({ mutationKey: ENTRY }) > 0;

/** Shows changed entries immediately, until the server answers with the cart. */
export function useShowEntries() {
  const client = useQueryClient();
  return (change: (entry: CartEntry) => CartEntry) => {
    // A running answer would show the old entries again, so it is ignored.
    void client.cancelQueries({ queryKey: cartQuery.queryKey }, { revert: false });
    client.setQueryData(
      cartQuery.queryKey,
      (cart): CartList | undefined =>
        cart && {
          ...cart,
          list: cart.list.map((group) => ({ ...group, entries: group.entries.map(change) })),
        },
    );
  };
}

/** Shown immediately, then replaced by the server's result. */
export function usePickInCart() {
  const show = useShowEntries();
  return useCall(pickCartEntries, {
    onMutate: ({ cart_id, picked }) =>
      show((entry) => (cart_id.includes(entry.cart_id) ? { ...entry, picked: picked === true } : entry)),
  });
}

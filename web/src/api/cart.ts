import {
  keepPreviousData,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type AddToCart,
  addCartEntry,
  type CartList,
  countCartEntries,
  deleteCartEntries,
  editCartRemark,
  listCart,
  type OrderCart,
  orderCart,
  type PrepareCart,
  pickCartEntries,
  prepareCart,
} from '#services/api/cart/contract.ts';
import { language } from '../language/i18n.ts';
import { call } from './client.ts';

/** The signed-in person's cart, by creator, at the prices of now. */
export const cartQuery = () =>
  queryOptions({
    // Refusals depend on the language.
    queryKey: ['cart', 'list', language()],
    queryFn: ({ signal }) => call(listCart, {}, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { topics: ['catalog', 'stock'] },
  });

/** How many things are in it: for the sign at the top of every page. */
export const cartCountQuery = queryOptions({
  queryKey: ['cart', 'count'],
  queryFn: async ({ signal }) => (await call(countCartEntries, {}, { signal })).total_count,
  staleTime: 60_000,
});

/** The total of the selected entries, with shipping. */
export const preparedCartQuery = (asked: PrepareCart) =>
  queryOptions({
    queryKey: ['cart', 'prepared', asked, language()],
    queryFn: () => call(prepareCart, asked),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { topics: ['catalog', 'stock'] },
  });

interface CartChange {
  quiet?: boolean;
  mutationKey?: readonly string[];
  /** Called at once, before the cart has been looked at again, and also when its button is gone by then. */
  onSuccess?: () => void;
  onError?: (error: unknown) => void;
}

function useCartChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  { quiet = false, ...told }: CartChange = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    ...told,
    meta: { quiet },
    onSettled: () => client.invalidateQueries({ queryKey: ['cart'] }),
  });
}

const ENTRY = ['cart', 'entry'] as const;

/** Adds or changes an entry; a refusal is shown at the choice. */
export const useAddToCart = (told: Pick<CartChange, 'onSuccess' | 'onError'> = {}) =>
  useCartChange((entry: AddToCart) => call(addCartEntry, entry), {
    quiet: true,
    mutationKey: ENTRY,
    ...told,
  });

/** Whether a change of an entry is being sent, or the cart as it then is has not come back yet. */
export const useEntryOnItsWay = (): boolean => useIsMutating({ mutationKey: ENTRY }) > 0;

export const useRemoveFromCart = () =>
  useCartChange((cart_id: string[]) => call(deleteCartEntries, { cart_id }));

export const useRemarkInCart = () =>
  useCartChange((input: { cart_id: string; remark: string }) => call(editCartRemark, input));

/** Shown at once, then replaced by the server's result. */
export function usePickInCart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { cart_id: string[]; picked: boolean }) => call(pickCartEntries, input),
    onMutate: ({ cart_id, picked }) => {
      // A running answer would show the old choice again, so it is ignored.
      void client.cancelQueries({ queryKey: LIST }, { revert: false });
      client.setQueriesData<CartList>(
        { queryKey: LIST },
        (cart) => cart && withPicked(cart, cart_id, picked),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['cart'] }),
  });
}

const LIST = ['cart', 'list'] as const;

const withPicked = (cart: CartList, cart_ids: readonly string[], picked: boolean): CartList => ({
  ...cart,
  list: cart.list.map((group) => ({
    ...group,
    entries: group.entries.map((entry) => (cart_ids.includes(entry.cart_id) ? { ...entry, picked } : entry)),
  })),
});

/**
 * Buys entries together. The same key never buys twice. The caller reloads the cart after navigation, because the
 * cart page would disappear before its remaining work.
 */
export const useOrderCart = () =>
  useMutation({
    mutationFn: ({ key, order }: { key: string; order: OrderCart }) =>
      call(orderCart, order, { headers: { 'Idempotency-Key': key } }),
    meta: { quiet: true },
  });

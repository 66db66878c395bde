import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteAddress,
  type EditAddress,
  editAddress,
  listAddresses,
  setDefaultAddress,
} from '#services/api/delivery/contract/addresses.ts';
import { updateOrderAddress } from '#services/api/delivery/contract/express.ts';
import { call } from './client.ts';

/** The signed-in person's addresses: the default one first, then the newest. */
export const addressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: async ({ signal }) => (await call(listAddresses, {}, { signal })).list,
});

function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>, meta: { quiet?: boolean } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta,
    onSettled: () => client.invalidateQueries({ queryKey: addressesQuery.queryKey }),
  });
}

/** Adds, or changes the one with the given id; refused by field, which the form shows. */
export const useSaveAddress = () =>
  useChange(async (input: EditAddress) => (await call(editAddress, input)).address, { quiet: true });

export const useMakeDefault = () =>
  useChange((address_id: string) => call(setDefaultAddress, { address_id }));

export const useDeleteAddress = () => useChange((address_id: string) => call(deleteAddress, { address_id }));

/** The order, or all orders of the cart, that an address is chosen for. */
export interface AddressedOrder {
  out_trade_no?: string | undefined;
  cart_order_no?: string | undefined;
}

/** Has a paid order sent to a saved address. */
export function useSendOrderTo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ order, address_id }: { order: AddressedOrder; address_id: string }) =>
      call(updateOrderAddress, { ...order, user_address_id: address_id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
}

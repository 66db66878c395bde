import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ORDER_STATUS } from '#events/status.ts';
import { type OrderCart, orderCart, type PrepareCart, prepareCart } from '#services/contract/cart/calls.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { isRefusal } from '../../api/refusal.ts';
import { useOperator } from '../../shell/operator.ts';
import { repricedBy } from '../orders/checkout/use-order.ts';
import { useEntryOnItsWay } from './cart-calls.ts';

/** Longer than an entry's own delay, so sums are requested after the change was sent. */
const SETTLE_MS = 300;

/**
 * The total of the selected entries, requested when the selection is stable and saved.
 * @param version changes with every change of entries, which the query does not contain
 */
export function usePrepared(request: PrepareCart, version: string, enabled: boolean) {
  const text = JSON.stringify([request, version]);
  const [settled] = useDebouncedValue(text, SETTLE_MS);
  const [input, at] = JSON.parse(settled) as [PrepareCart, string]; // as it was written above
  const query = queryOf(prepareCart, input, { staleTime: 0, placeholderData: keepPreviousData });
  const onItsWay = useEntryOnItsWay();
  const prepared = useQuery({
    ...query,
    queryKey: [...query.queryKey, at] as never,
    enabled: enabled && !onItsWay,
  });
  return { prepared, settling: settled !== text || onItsWay };
}

/** Orders the shown entries at the shown total, and continues to the cashier. */
export function useOrdering() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const terms_version = useOperator()?.terms_version;
  // The cart is loaded again after navigation: its page disappears when the cart is empty.
  const ordering = useCall(orderCart, { quiet: true, refresh: false });
  const order = (wanted: OrderCart, total_amount: string) => {
    ordering.mutate(
      { ...wanted, total_amount, ...(terms_version !== undefined && { terms_version }) },
      {
        onSuccess: ({ cart_order_no, status }) => {
          const to = status === ORDER_STATUS.pending ? '/cashier' : '/order/check';
          void navigate({ to, search: { cart_order_no } });
          void client.invalidateQueries();
        },
        onError: (error) => {
          // Ordered on another device: that order is what the fan wants to see.
          const before = isRefusal(error) && error.data.cart_order_no;
          if (isRefusal(error) && typeof before === 'string') {
            notifications.show({ color: 'orange', message: error.message });
            void navigate({ to: '/order/check', search: { cart_order_no: before } });
          }
          void client.invalidateQueries();
        },
      },
    );
  };
  const repriced = repricedBy(ordering.error, ordering.variables?.total_amount);
  return { order, ordering, repriced };
}

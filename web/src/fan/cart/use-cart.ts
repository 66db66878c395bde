import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ORDER_STATUS } from '#events/status.ts';
import type { OrderCart, PrepareCart } from '#services/api/cart/contract.ts';
import { preparedCartQuery, useEntryOnItsWay, useOrderCart } from '../../api/cart.ts';
import { isRefusal, isServerTrouble } from '../../api/refusal.ts';
import { useRequestKey } from '../../components/forms/use-request-key.ts';
import { repricedBy } from '../orders/checkout/use-order.ts';

/** Longer than an entry's own delay, so sums are requested after the change was sent. */
const SETTLE_MS = 300;

/**
 * The total of the selected entries, requested when the selection is stable and saved.
 * @param version changes with every change of entries, which the query does not contain
 */
export function usePrepared(asked: PrepareCart, version: string, enabled: boolean) {
  const text = JSON.stringify([asked, version]);
  const [settled] = useDebouncedValue(text, SETTLE_MS);
  const [question, at] = JSON.parse(settled) as [PrepareCart, string]; // as it was written above
  const query = preparedCartQuery(question);
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
  const ordering = useOrderCart();
  const { keyOf, forget } = useRequestKey();
  const order = (wanted: OrderCart, total_amount: string) => {
    const asked: OrderCart = { ...wanted, total_amount };
    ordering.mutate(
      { key: keyOf(asked), order: asked },
      {
        onSuccess: ({ cart_order_no, status }) => {
          const to = status === ORDER_STATUS.pending ? '/cashier' : '/order/check';
          void navigate({ to, search: { cart_order_no } });
          void client.invalidateQueries({ queryKey: ['orders'] });
          void client.invalidateQueries({ queryKey: ['cart'] });
        },
        onError: (error) => {
          if (!isServerTrouble(error)) forget();
          // Ordered on another device: that order is what the fan wants to see.
          const before = isRefusal(error) && error.data.cart_order_no;
          if (isRefusal(error) && typeof before === 'string') {
            notifications.show({ color: 'orange', message: error.message });
            void navigate({ to: '/order/check', search: { cart_order_no: before } });
          }
          void client.invalidateQueries({ queryKey: ['cart'] });
        },
      },
    );
  };
  const repriced = repricedBy(ordering.error, ordering.variables?.order.total_amount);
  return { order, ordering, repriced };
}

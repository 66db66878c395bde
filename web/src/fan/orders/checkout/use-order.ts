import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ORDER_STATUS } from '#events/status.ts';
import {
  type CreateOrder,
  createOrder,
  type PrepareOrder,
  type Price,
  prepareOrder,
} from '#services/contract/orders/orders.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { useOperator } from '../../../shell/operator.ts';
import { planQuery } from '../../catalog/item/plan-at.ts';
import { leftOfSku } from '../../catalog/item/stock-left.ts';
import type { Draft } from './draft.ts';
import type { Line } from './order-choice.ts';

const SETTLE_MS = 150;

/** The price of the choice, computed by the server line by line. A page does not begin with a price of an earlier one. */
export const priceQuery = (choice: PrepareOrder, enabled = true) =>
  queryOf(prepareOrder, choice, { enabled, staleTime: 0, gcTime: 0, placeholderData: keepPreviousData });

/**
 * The price of a choice, requested when the choice is stable. `settling`: the choice is newer than the price, so it
 * cannot be ordered. The old price stays visible until the new one arrives.
 */
export function usePrice(choice: PrepareOrder, enabled: boolean) {
  const text = JSON.stringify(choice);
  const [settled] = useDebouncedValue(text, SETTLE_MS);
  const request: PrepareOrder = JSON.parse(settled);
  const price = useQuery(priceQuery(request, enabled));
  return { price, settling: settled !== text };
}

const REQUEST_AGAIN_MS = 2_000;

/**
 * After a refusal by stock, reloads the plan until it shows the same: purchases of others are not reported to this
 * page, and the read model can be a moment behind.
 */
export function useStockAfter(refusal: unknown, plan_id: string, lines: readonly Line[]): void {
  const refused = isRefusal(refusal, EC.outOfStock);
  useQuery({
    ...planQuery(plan_id),
    enabled: refused,
    refetchInterval: ({ state: { data } }) => {
      const enough = lines.every(({ sku_id, count }) =>
        data?.plan.sku.some((sku) => sku.sku_id === sku_id && leftOfSku(sku) >= count),
      );
      return refused && enough && REQUEST_AGAIN_MS;
    },
  });
}

/** The total that was shown, and the one that holds by now. */
export interface Repriced {
  before: string;
  now: string;
}

/** Whether an order was refused because its price changed; then it can be placed at the new one. */
export function repricedBy(error: unknown, shown: string | number | undefined): Repriced | undefined {
  if (!isRefusal(error, EC.stateDoesNotAllow) || shown === undefined) return undefined;
  const { total_amount: now } = error.data;
  return typeof now === 'string' ? { before: String(shown), now } : undefined;
}

/** The unpaid order for the same, for which this one was refused. */
export function openOrderOf(error: unknown): string | undefined {
  if (!isRefusal(error, EC.stateDoesNotAllow)) return undefined;
  const { out_trade_no } = error.data;
  return typeof out_trade_no === 'string' ? out_trade_no : undefined;
}

/** The order for the same that was paid a moment ago, for which this one was refused. */
export function paidOrderOf(error: unknown): string | undefined {
  if (!isRefusal(error, EC.stateDoesNotAllow)) return undefined;
  const { paid_order } = error.data;
  return typeof paid_order === 'string' ? paid_order : undefined;
}

/** Places the shown order at the shown price, and continues to the cashier. */
export function usePlacing() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { post_id } = useSearch({ strict: false });
  const terms_version = useOperator()?.terms_version;
  // Everything is loaded again after navigation: until then this page does not change.
  const placing = useCall(createOrder, { quiet: true, refresh: false });
  /** @param another also where the fan has an unpaid order for the same, or has just paid for one */
  const place = (choice: CreateOrder, price: Price, draft: Draft, another = false) => {
    const order: CreateOrder = {
      ...choice,
      total_amount: price.total_amount,
      ...(terms_version !== undefined && { terms_version }),
      ...(post_id !== undefined && { post_id }),
      ...(!another && { unless_open: true, unless_bought: true }),
    };
    // A free order has no amount to check.
    if (choice.redeem_code !== undefined) delete order.total_amount;
    placing.mutate(order, {
      onSuccess: async ({ out_trade_no, status }) => {
        const pending = status === ORDER_STATUS.pending;
        // After a return from the cashier the form is restored.
        if (pending)
          await navigate({ to: '.', search: true, replace: true, state: { draft }, resetScroll: false });
        const next = navigate({ to: pending ? '/cashier' : '/order/check', search: { out_trade_no } });
        // Who goes back before that page is there can place again.
        void next.then(() => placing.reset());
        void client.invalidateQueries();
      },
      // A refusal is shown at its field, and the field's data is loaded again.
      onError: () => void client.invalidateQueries(),
    });
  };
  const repriced = repricedBy(placing.error, placing.variables?.total_amount);
  return { place, placing, repriced };
}

import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreateOrder, PrepareOrder, Price } from '#services/api/contract/orders.ts';
import { planQuery } from '../../api/creators.ts';
import { priceQuery, usePlaceOrder } from '../../api/orders.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { leftOfSku } from '../item/stock-left.ts';
import type { Line } from './order-choice.ts';

const SETTLE_MS = 150;

/**
 * The price of a choice, asked for again as soon as the choice has settled. `settling`: the choice is newer
 * than the price, so that nothing may be ordered at it.
 */
export function usePrice(choice: PrepareOrder, enabled: boolean) {
  const text = JSON.stringify(choice);
  const [settled] = useDebouncedValue(text, SETTLE_MS);
  const asked: PrepareOrder = JSON.parse(settled);
  const price = useQuery({ ...priceQuery(asked), enabled, placeholderData: keepPreviousData });
  return { price, settling: settled !== text };
}

const ASK_AGAIN_MS = 2_000;

/**
 * After a refusal for want of stock, asks for the plan until it shows the same: what others buy is not told
 * to this page, and the table it is read from may be a moment behind the refusal.
 */
export function useStockAfter(refusal: unknown, plan_id: string, lines: readonly Line[]): void {
  const refused = isRefusal(refusal, EC.outOfStock);
  useQuery({
    ...planQuery(plan_id),
    enabled: refused,
    refetchInterval: ({ state: { data } }) => {
      const enough = lines.every(({ sku_id, count }) =>
        data?.sku.some((sku) => sku.sku_id === sku_id && leftOfSku(sku) >= count),
      );
      return refused && enough && ASK_AGAIN_MS;
    },
  });
}

/** Places the order that was shown, at the price that was shown, and goes on to the cashier. */
export function usePlacing() {
  const { t } = useTranslation('buying');
  const client = useQueryClient();
  const navigate = useNavigate();
  const placing = usePlaceOrder();
  // One key for one choice: pressing twice, or again after a broken connection, is the same order.
  const kept = useRef({ order: '', key: '' });
  const place = (choice: CreateOrder, price: Price) => {
    const order: CreateOrder = { ...choice, total_amount: price.total_amount };
    const text = JSON.stringify(order);
    if (kept.current.order !== text) kept.current = { order: text, key: crypto.randomUUID() };
    placing.mutate(
      { key: kept.current.key, order },
      {
        onSuccess: ({ out_trade_no }) => {
          void client.invalidateQueries({ queryKey: ['orders'] });
          void navigate({ to: '/cashier', search: { out_trade_no } });
        },
        onError: (error) => {
          kept.current = { order: '', key: '' };
          const repriced = isRefusal(error, EC.stateDoesNotAllow) && 'total_amount' in error.data;
          // Any other refusal stands beside the choice that it is about.
          if (repriced) {
            notifications.show({ color: 'orange', message: t('create.priceChanged') });
          }
          void client.invalidateQueries({ queryKey: ['price'] });
          void client.invalidateQueries({ queryKey: ['catalog'] });
        },
      },
    );
  };
  return { place, placing };
}

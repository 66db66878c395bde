import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { csvOf } from '#services/api/contract/csv.ts';
import type { Order } from '#services/api/contract/orders.ts';
import { type BillChoice, sponsoredBill } from '../../api/sponsored.ts';
import { saveFile } from '../save-file.ts';
import { modelsOf } from './what-was-bought.ts';

/** As many as one asks for at a time, and in all. */
const AT_ONCE = 100;
export const MOST_EXPORTED = 10_000;

async function everyOrder(choice: BillChoice): Promise<Order[]> {
  const orders: Order[] = [];
  for (let page = 1; page <= MOST_EXPORTED / AT_ONCE; page++) {
    const { list, has_more } = await sponsoredBill(choice, page, AT_ONCE);
    orders.push(...list);
    if (!has_more) break;
  }
  return orders;
}

const timeOf = (seconds: number | null): string =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString();

/** Downloads what the list is narrowed to, newest first. Times are ISO 8601 in UTC. */
export function useExport(choice: BillChoice) {
  const { t } = useTranslation('bill');
  const statuses = { 1: t('status.pending'), 2: t('status.success'), 3: t('status.cancel') } as Record<
    number,
    string
  >;
  return useMutation({
    mutationFn: async () => {
      const orders = await everyOrder(choice);
      const head = [
        'number',
        'buyer',
        'plan',
        'models',
        'months',
        'total',
        'refunded',
        'status',
        'placed',
        'paid',
      ] as const;
      const rows = orders.map((order) => [
        order.out_trade_no,
        order.user.name,
        order.plan.name,
        modelsOf(order),
        order.month === 0 ? '' : String(order.month),
        order.total_amount,
        order.refunded_amount,
        statuses[order.status] ?? '',
        timeOf(order.create_time),
        timeOf(order.paid_at),
      ]);
      saveFile(csvOf([head.map((column) => t(`column.${column}`)), ...rows]), 'orders.csv');
    },
  });
}

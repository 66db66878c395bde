import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EXPRESS_STATUS } from '#events/status.ts';
import { listCreatorOrders } from '#services/api/orders/contract/order-list.ts';
import type { Order } from '#services/api/orders/contract/orders.ts';
import { call } from '../../api/client.ts';
import { queryOf, useMutation } from '../../api/queries.ts';
import { saveFile } from '../../components/save-file.ts';
import { sheetOf } from './sheet.ts';

const AT_ONCE = 100;
/** As many as one file may ship. */
export const MOST_IN_SHEET = 5_000;
const TO_SEND = { express_status: EXPRESS_STATUS.to_send } as const;

async function ordersToSend(): Promise<Order[]> {
  const orders: Order[] = [];
  for (let page = 1; page <= MOST_IN_SHEET / AT_ONCE; page++) {
    const { list, has_more } = await call(listCreatorOrders, { ...TO_SEND, page, per_page: AT_ONCE });
    orders.push(...list);
    if (!has_more) break;
  }
  return orders;
}

/** How many orders wait to be sent, live; and the table of them, to be filled in. */
export function useSheet() {
  const { t } = useTranslation('shipping');
  const waiting = useQuery(queryOf(listCreatorOrders, { ...TO_SEND, page: 1, per_page: 1 }));
  const save = useMutation({
    mutationFn: async () => saveFile(sheetOf(await ordersToSend(), t), 'to-ship.csv'),
    meta: { refresh: false },
  });
  return { waiting: waiting.data?.total_count, save };
}

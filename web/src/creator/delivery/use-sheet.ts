import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EXPRESS_STATUS } from '#events/status.ts';
import type { Order } from '#services/api/orders/contract/orders.ts';
import { creatorOrders, orderListQuery } from '../../api/sponsored.ts';
import { saveFile } from '../../components/save-file.ts';
import { sheetOf } from './sheet.ts';

const AT_ONCE = 100;
/** As many as one file may ship. */
export const MOST_IN_SHEET = 5_000;
const TO_SEND = { express_status: EXPRESS_STATUS.to_send } as const;

async function ordersToSend(): Promise<Order[]> {
  const orders: Order[] = [];
  for (let page = 1; page <= MOST_IN_SHEET / AT_ONCE; page++) {
    const { list, has_more } = await creatorOrders(TO_SEND, page, AT_ONCE);
    orders.push(...list);
    if (!has_more) break;
  }
  return orders;
}

/** How many orders wait to be sent, live; and the table of them, to be filled in. */
export function useSheet() {
  const { t } = useTranslation('shipping');
  const waiting = useQuery(orderListQuery(TO_SEND, 1, 1));
  const save = useMutation({
    mutationFn: async () => saveFile(sheetOf(await ordersToSend(), t), 'to-ship.csv'),
  });
  return { waiting: waiting.data?.total_count, save };
}

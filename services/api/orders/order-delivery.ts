import { EXPRESS_STATUS } from '#events/status.ts';
import type { ListedOrder } from '#read-models/orders/columns.ts';
import type { Order } from '#services/contract/orders/order-list.ts';
import type { SentTo } from '#services/modules/delivery/addresses.ts';
import { companyById } from '#services/modules/delivery/carriers/companies.ts';
import type { Language } from '../http/language.ts';

/** The state of an order's shipping; null without shipping. */
export function orderAttr(order: ListedOrder, language: Language): Order['order_attr'] {
  if (!order.need_address) return null;
  const { company_id, express_no, delivery_state, ship_time, to_send } = order;
  return {
    express_status: ship_time === null ? EXPRESS_STATUS.to_send : EXPRESS_STATUS.sent,
    to_send,
    company_id: company_id ?? '',
    company_name: company_id === null ? '' : (companyById(company_id)?.[language] ?? company_id),
    express_no: express_no ?? '',
    state: delivery_state,
    ship_time,
  };
}

/** The address of an order in answers. */
export const sentToAnswer = ({ name, phone, address, country }: SentTo, updated_times: number) => ({
  name,
  phone,
  address,
  country,
  updated_times,
});

/** The address of an order, from the vault; null if missing, and after the person is erased. */
export function extAddress(
  { address_ref, address_changes }: ListedOrder,
  addresses: ReadonlyMap<string, SentTo>,
): Order['ext']['address'] {
  const sentTo = address_ref === null ? undefined : addresses.get(address_ref);
  return sentTo === undefined ? null : sentToAnswer(sentTo, address_changes);
}

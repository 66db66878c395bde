import { Readable } from 'node:stream';
import { ORDER_STATUS } from '#events/status.ts';
import type { BusinessCalendar } from '#events/time.ts';
import { readPages } from '#read-models/engine/read-pages.ts';
import type { ListedOrder } from '#read-models/orders/columns.ts';
import { creatorOrdersAfter, type OrderPlace } from '#read-models/orders/search-orders.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { countryName } from '#services/contract/delivery/countries.ts';
import { csvLines, UTF8_MARK } from '#services/contract/fields/csv.ts';
import type { Order, OrderListFilter } from '#services/contract/orders/order-list.ts';
import { timeText } from '#services/runtime/business-time.ts';
import type { Caller } from '../http/caller.ts';
import type { Language } from '../http/language.ts';
import {
  customName,
  deliveryNames,
  orderHead,
  productNames,
  refundNames,
  statusNames,
} from './order-csv-words.ts';
import { orderAnswers, orderShownTo } from './order-list.ts';
import { filterOf, meaningOf } from './order-search.ts';

const modelsOf = ({ sku_detail }: Order): string =>
  sku_detail.map(({ name, count }) => (count === 1 ? name : `${name} × ${count}`)).join(', ');

const numberOrNothing = (count: number): string => (count === 0 ? '' : String(count));

function rowOf(calendar: BusinessCalendar, language: Language, order: Order): string[] {
  const time = (seconds: number | null) => timeText(calendar, seconds);
  const { plan, ext, order_attr: sending, membership, affiliate } = order;
  const state = sending?.state ?? null;
  return [
    order.out_trade_no,
    order.cart_order_info?.cart_order_no ?? '',
    order.user.name,
    plan.name || customName[language],
    productNames[language][plan.product_type] ?? '',
    modelsOf(order),
    numberOrNothing(plan.plan_id === '' ? 0 : order.month),
    numberOrNothing(order.bundle_count),
    numberOrNothing(order.ticket_count),
    order.show_amount,
    order.discount,
    ext.shipping_fee,
    order.total_amount,
    order.refunded_amount,
    order.status === ORDER_STATUS.success ? refundNames[language][order.refund_state] : '',
    statusNames[language][order.status] ?? '',
    time(order.create_time),
    time(order.paid_at),
    time(membership?.expire_time ?? null),
    order.remark,
    order.creator_remark ?? '',
    ext.address?.name ?? '',
    ext.address?.phone ?? '',
    ext.address?.address ?? '',
    ext.address === null ? '' : countryName(ext.address.country, language),
    sending?.company_name ?? '',
    sending?.express_no ?? '',
    state === null ? '' : deliveryNames[language][state],
    order.redeem_id,
    affiliate?.code ?? '',
    affiliate?.partner_name ?? '',
    affiliate?.commission ?? '',
  ];
}

/**
 * Every order that matches the filter, newest first, as a streamed CSV file. Each page continues after the last
 * order, so that new orders cause no duplicates or gaps.
 */
export async function orderCsv(
  deps: Dependencies,
  query: OrderListFilter,
  caller: Caller,
  language: Language,
): Promise<Readable> {
  const filter = filterOf(query, caller.user_id);
  const search = await meaningOf(deps, query, filter);
  async function* lines(): AsyncGenerator<string> {
    yield UTF8_MARK + csvLines([orderHead[language]]);
    const pages = readPages<ListedOrder & OrderPlace>((last, limit) =>
      creatorOrdersAfter(deps.pool, search, { ...filter, limit }, last),
    );
    for await (const rows of pages) {
      const answers = await orderAnswers(deps, rows, caller.user_id, language);
      const orders = answers.map(orderShownTo(caller));
      yield csvLines(orders.map((order) => rowOf(deps.calendar, language, order)));
    }
  }
  return Readable.from(lines());
}

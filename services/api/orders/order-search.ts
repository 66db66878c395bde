import type { UserId } from '#events/ids.ts';
import type { OrderStatus, RefundState } from '#events/status.ts';
import { type CreatorOrdersFilter, creatorOrders } from '#read-models/orders/creator-orders.ts';
import { type OrderSearch, searchCreatorOrders } from '#read-models/orders/search-orders.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { affiliateCode } from '#services/contract/affiliates/calls.ts';
import type { OrderListFilter } from '#services/contract/orders/order-list.ts';
import { rangeOf } from '../http/answer.ts';

type OrderPage = Awaited<ReturnType<typeof creatorOrders>>;
type Parts = Pick<Dependencies, 'pool' | 'directory'>;

/** The contract allows nothing else. */
export const statusOf = (status: number | undefined): OrderStatus | undefined =>
  status as OrderStatus | undefined;
export const refundStateOf = (state: number | undefined): RefundState | undefined =>
  state as RefundState | undefined;

/** A request's filter in the form of the read model. */
export const filterOf = (
  query: OrderListFilter,
  creator_id: UserId,
): CreatorOrdersFilter & { creator_id: UserId } => ({
  creator_id,
  status: statusOf(query.status),
  refund_state: refundStateOf(query.refund_state),
  plan_id: query.plan_id,
  product_type: query.product_type,
  from: query.from,
  to: query.to,
  to_send: query.express_status === undefined ? undefined : (true as const),
});

/** Text that can be the number of an order or cart, or its beginning. */
const NUMBER = /^[0-9A-Za-z._:/#-]{1,80}$/;

type SearchTerms = Pick<OrderListFilter, 'search_q' | 'search_param_type'>;

/** The kinds of search in order of priority: an existing number, then a code, then a name. */
async function* meanings(
  { directory }: Parts,
  { search_q, search_param_type }: SearchTerms,
  creator: UserId,
): AsyncGenerator<OrderSearch> {
  const wanted = search_q.trim();
  const meant = (type: SearchTerms['search_param_type'], couldBe: boolean): boolean =>
    search_param_type === type || (search_param_type === '' && couldBe);
  if (meant('order_id', NUMBER.test(wanted))) yield { number: wanted };
  if (meant('affiliate_code', affiliateCode.safeParse(wanted).success)) yield { code: wanted };
  if (meant('name', true)) yield { users: await directory.searchByName(wanted, creator) };
}

/** The meaning under which anything is found, else the last; undefined: nothing was searched for. */
export async function meaningOf(
  parts: Parts,
  sought: SearchTerms,
  filter: CreatorOrdersFilter & { creator_id: UserId },
): Promise<OrderSearch | undefined> {
  if (sought.search_q.trim() === '') return undefined;
  let last: OrderSearch | undefined;
  for await (const meaning of meanings(parts, sought, filter.creator_id)) {
    last = meaning;
    const { total_count } = await searchCreatorOrders(parts.pool, meaning, {
      ...filter,
      limit: 1,
      offset: 0,
    });
    if (total_count > 0) return meaning;
  }
  return last;
}

/** A page of a creator's orders, narrowed and searched. */
export async function orderListPage(
  parts: Parts,
  query: OrderListFilter & Parameters<typeof rangeOf>[0],
  creator: UserId,
): Promise<OrderPage> {
  const filter = { ...filterOf(query, creator), ...rangeOf(query) };
  if (query.search_q.trim() === '') return creatorOrders(parts.pool, filter);
  let answer: OrderPage | undefined;
  for await (const meaning of meanings(parts, query, creator)) {
    answer = await searchCreatorOrders(parts.pool, meaning, filter);
    if (answer.total_count > 0) break;
  }
  if (answer === undefined) throw new Error('a search meant nothing');
  return answer;
}

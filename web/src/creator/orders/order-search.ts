import { EXPRESS_STATUS, ORDER_STATUS } from '#events/status.ts';
import { dayIn, oneOf, pageIn, textIn, wholeIn } from '../../shell/search.ts';

/** The kind of search; any if none is chosen. */
export const SEARCHED_AS = ['order_id', 'affiliate_code', 'name'] as const;

/** The filters of a creator's order list; all are in the address. */
interface OrderListChoice {
  search_q?: string | undefined;
  search_param_type?: (typeof SEARCHED_AS)[number] | undefined;
  status?: number | undefined;
  /** Of paid orders: none 0, part 1, full 2. */
  refund_state?: number | undefined;
  product_type?: number | undefined;
  /** Only unshipped orders. */
  express_status?: typeof EXPRESS_STATUS.to_send | undefined;
  plan_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The list's filters, its page, and the open order, as in the address. */
export interface OrderSearch extends OrderListChoice {
  page?: number | undefined;
  /** Number of the order with an open drawer. */
  order?: string | undefined;
}

const { to_send } = EXPRESS_STATUS;

export function readOrderSearch(search: Readonly<Record<string, unknown>>): OrderSearch {
  return {
    search_q: textIn(search, 'search_q')?.slice(0, 100),
    search_param_type: oneOf(search, 'search_param_type', SEARCHED_AS),
    status: wholeIn(search, 'status', ORDER_STATUS.pending, ORDER_STATUS.cancelled),
    refund_state: wholeIn(search, 'refund_state', 0, 2),
    product_type: wholeIn(search, 'product_type', 0, 4),
    express_status: wholeIn(search, 'express_status', to_send, to_send) === to_send ? to_send : undefined,
    plan_id: textIn(search, 'plan_id'),
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
    page: pageIn(search),
    order: textIn(search, 'order'),
  };
}

/** Only what narrows the list. */
export const choiceOf = ({ page: _page, order: _order, ...choice }: OrderSearch): OrderListChoice => choice;

export const isNarrowed = (search: OrderSearch): boolean =>
  Object.values(choiceOf(search)).some((value) => value !== undefined);

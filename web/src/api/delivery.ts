import { queryOptions } from '@tanstack/react-query';
import { getExpressProgress } from '#services/api/delivery/contract/express.ts';
import { call } from './client.ts';

/** The parcel: by the order alone for fan and creator, else also by its number and the recipient's phone. */
export interface Tracked {
  out_trade_no?: string | undefined;
  cart_order_no?: string | undefined;
  number?: string | undefined;
  mobile?: string | undefined;
}

/** Where an order goes and where its parcel is. */
export const progressQuery = (tracked: Tracked) =>
  queryOptions({
    queryKey: ['orders', 'delivery', tracked],
    queryFn: ({ signal }) => call(getExpressProgress, { ...tracked }, { signal }),
    meta: { topics: ['orders'] },
  });

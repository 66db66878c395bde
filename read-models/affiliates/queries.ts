import {
  type PageRange,
  type Params,
  paged,
  queriesOf,
  query,
  type RowOf,
  seconds,
} from '../engine/query.ts';
import { AFFILIATE_ORDERS, AFFILIATES } from './tables.ts';

const models = ['affiliates'];
const db = queriesOf(AFFILIATES, AFFILIATE_ORDERS);

/** Codes with their earnings, without closed ones; money in fen, times in Unix seconds. */
const codes = db
  .selectFrom('affiliates')
  .select([
    'affiliate_id',
    'creator_id',
    'partner_id',
    'code',
    'rate_percent',
    'plan_ids',
    'active',
    'note',
    'orders',
    'gross',
    'commission',
    seconds('opened_at').as('create_time'),
  ])
  .where((eb) => eb.not(eb.ref('closed')));

/** A page of the codes that a creator opened, newest first. */
export const affiliatesOf = paged(models, ({ creator_id }: Params<{ creator_id: string }>) =>
  codes.where('creator_id', '=', creator_id).orderBy('opened', 'desc'),
);

/** The same of those that name a creator as partner. */
export const affiliatesFor = paged(models, ({ partner_id }: Params<{ partner_id: string }>) =>
  codes.where('partner_id', '=', partner_id).orderBy('opened', 'desc'),
);

/** A creator's own code; no row for another's and for a closed one. */
export const affiliateOf = query(
  models,
  ({ affiliate_id, creator_id }: Params<{ affiliate_id: string; creator_id: string }>) =>
    codes.where('affiliate_id', '=', affiliate_id).where('creator_id', '=', creator_id),
);
export type ListedAffiliate = RowOf<typeof affiliateOf>;

/** A page of the paid orders that carry a code, newest first; the code's row has their count. */
export const ordersOfAffiliate = query(
  models,
  ({ affiliate_id, limit, offset }: Params<{ affiliate_id: string } & PageRange>) =>
    db
      .selectFrom('affiliate_orders')
      .select(['out_trade_no', 'plan_name', 'total_amount', 'refunded', 'commission'])
      .select(seconds('paid_at').as('paid_at'))
      .where('affiliate_id', '=', affiliate_id)
      .where('paid', 'is not', null)
      .orderBy('paid', 'desc')
      .limit(limit)
      .offset(offset),
);

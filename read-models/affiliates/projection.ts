import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { upsertRows } from '../engine/rows.ts';
import { selected } from '../engine/table.ts';
import { commissionAfterRefunds } from '../orders/commission.ts';
import { AFFILIATE_ORDERS, AFFILIATES, type AffiliateOrderRow, type AffiliateRow } from './tables.ts';

/** The rows that the batch changes, in their new state. */
interface ChangedRows {
  affiliates: Map<string, AffiliateRow>;
  orders: Map<string, AffiliateOrderRow>;
}

async function knownOrders(
  events: readonly RecordedEvent[],
  tx: ClientBase,
): Promise<Map<string, AffiliateOrderRow>> {
  const numbers = events.flatMap(({ type, data }) =>
    type === 'OrderPaid' || type === 'OrderRefunded' ? [data.out_trade_no] : [],
  );
  if (numbers.length === 0) return new Map();
  const { rows } = await tx.query<AffiliateOrderRow>(
    `SELECT ${selected(AFFILIATE_ORDERS.columns)} FROM affiliate_orders WHERE out_trade_no = ANY ($1)`,
    [numbers],
  );
  return new Map(rows.map((row) => [row.out_trade_no, row]));
}

async function knownAffiliates(
  events: readonly RecordedEvent[],
  orders: ChangedRows['orders'],
  tx: ClientBase,
): Promise<Map<string, AffiliateRow>> {
  const ids = new Set([...orders.values()].map(({ affiliate_id }) => affiliate_id));
  for (const { type, data } of events) {
    if (type === 'AffiliateChanged' || type === 'AffiliateClosed') ids.add(data.affiliate_id);
    else if (type === 'OrderPlaced' && data.affiliate !== null) ids.add(data.affiliate.affiliate_id);
  }
  if (ids.size === 0) return new Map();
  const { rows } = await tx.query<AffiliateRow>(
    `SELECT ${selected(AFFILIATES.columns)} FROM affiliates WHERE affiliate_id = ANY ($1)`,
    [[...ids]],
  );
  return new Map(rows.map((row) => [row.affiliate_id, row]));
}

function fold(events: readonly RecordedEvent[], { affiliates, orders }: ChangedRows): void {
  const affiliateOf = (affiliate_id: string): AffiliateRow => {
    const found = affiliates.get(affiliate_id);
    if (!found) throw new Error(`affiliate ${affiliate_id} has news but was never opened`);
    return found;
  };
  /** The order's row, changed, and by what its commission moved; most orders carry no code. */
  const moved = (
    out_trade_no: string,
    change: (order: AffiliateOrderRow) => void,
  ): AffiliateRow | undefined => {
    const order = orders.get(out_trade_no);
    if (!order) return undefined;
    const before = order.commission;
    change(order);
    order.commission = commissionAfterRefunds(order);
    const affiliate = affiliateOf(order.affiliate_id);
    affiliate.commission += order.commission - before;
    return affiliate;
  };
  for (const event of events) {
    switch (event.type) {
      case 'AffiliateOpened': {
        const { plan_ids, ...data } = event.data;
        affiliates.set(data.affiliate_id, {
          ...data,
          plan_ids: JSON.stringify(plan_ids),
          closed: false,
          orders: 0,
          gross: 0,
          commission: 0,
          opened: event.position,
          opened_at: event.metadata.at,
        });
        break;
      }
      case 'AffiliateChanged': {
        const { affiliate_id, rate_percent, plan_ids, active, note } = event.data;
        const change = { rate_percent, plan_ids: JSON.stringify(plan_ids), active, note };
        Object.assign(affiliateOf(affiliate_id), change);
        break;
      }
      case 'AffiliateClosed':
        affiliateOf(event.data.affiliate_id).closed = true;
        break;
      case 'OrderPlaced': {
        const { out_trade_no, affiliate, plan_name, total_amount } = event.data;
        if (affiliate === null) break;
        const { affiliate_id, rate_percent: affiliate_percent } = affiliate;
        orders.set(out_trade_no, {
          out_trade_no,
          affiliate_id,
          plan_name,
          total_amount,
          affiliate_percent,
          refunded: 0,
          commission: 0,
          paid: null,
          paid_at: null,
        });
        break;
      }
      case 'OrderPaid': {
        const { position, metadata, data } = event;
        const affiliate = moved(data.out_trade_no, (order) => {
          order.paid = position;
          order.paid_at = metadata.at;
        });
        if (!affiliate) break;
        affiliate.orders += 1;
        affiliate.gross += data.amount;
        break;
      }
      case 'OrderRefunded': {
        const { out_trade_no, amount } = event.data;
        moved(out_trade_no, (order) => {
          order.refunded += amount;
        });
        break;
      }
      default:
        break;
    }
  }
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const orders = await knownOrders(events, tx);
  const affiliates = await knownAffiliates(events, orders, tx);
  fold(events, { affiliates, orders });
  await upsertRows(tx, AFFILIATES, [...affiliates.values()]);
  await upsertRows(tx, AFFILIATE_ORDERS, [...orders.values()]);
  const rows = [...affiliates.values()];
  return {
    creators: new Set(rows.map(({ creator_id }) => creator_id)),
    users: new Set(rows.map(({ partner_id }) => partner_id)),
  };
}

/** Affiliate codes with their earnings, and the orders that use them. */
export const affiliates: Projection = {
  name: 'affiliates',
  version: 1,
  types: [
    'AffiliateOpened',
    'AffiliateChanged',
    'AffiliateClosed',
    'OrderPlaced',
    'OrderPaid',
    'OrderRefunded',
  ],
  whole: ['affiliate'],
  tables: [AFFILIATES, AFFILIATE_ORDERS],
  project,
};

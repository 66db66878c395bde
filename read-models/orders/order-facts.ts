import type { ClientBase } from 'pg';
import { sharesOfRefund } from '#events/fees.ts';
import { fenOf } from '#events/money.ts';
import type { OrderPlacedData } from '#events/order.ts';
import type { ProjectedEvent } from '../engine/projection.ts';
import { insertRows } from '../engine/rows.ts';
import { bigint, id, type Row, selected, smallint, type Table, table, text } from '../engine/table.ts';

/** The facts of an order that later events do not repeat. */
export const ORDER_FACTS = {
  out_trade_no: id(),
  creator_id: text(),
  user_id: text(),
  plan_id: text(),
  product_type: smallint(),
  /** fen */
  total_amount: bigint(),
  /** Whole percent of it that is an affiliate's, 0 when no code applied. */
  affiliate_percent: smallint(),
};

/** The table in which a projection that counts payments keeps the facts of every order. */
export const orderFacts = (name: string) => table(name, ORDER_FACTS, { key: ['out_trade_no'] });

export type OrderFacts = Row<ReturnType<typeof orderFacts>>;

export const placedFacts = (data: OrderPlacedData): OrderFacts => {
  const { out_trade_no, creator_id, user_id, plan_id, product_type, total_amount } = data;
  const affiliate_percent = data.affiliate?.rate_percent ?? 0;
  return { out_trade_no, creator_id, user_id, plan_id, product_type, total_amount, affiliate_percent };
};

/**
 * Keeps the facts of the orders placed in the batch, and finds those of every order paid or refunded in it.
 * @param factsOf what the table keeps of an order
 * @returns finds facts by order number; throws for an order that was never placed
 */
export async function takeOrderFacts<Facts extends OrderFacts>(
  kept: Pick<Table<Facts>, 'name' | 'columns'>,
  events: readonly ProjectedEvent[],
  tx: ClientBase,
  factsOf: (data: OrderPlacedData) => Facts,
): Promise<(out_trade_no: string) => Facts> {
  const facts = new Map<string, Facts>();
  const wanted = new Set<string>();
  for (const { type, data } of events) {
    if (type === 'OrderPlaced') facts.set(data.out_trade_no, factsOf(data));
    else if (type === 'OrderPaid' || type === 'OrderRefunded') {
      if (!facts.has(data.out_trade_no)) wanted.add(data.out_trade_no);
    }
  }
  const placed = [...facts.values()];
  if (wanted.size > 0) {
    const { rows } = await tx.query<Facts>(
      `SELECT ${selected(kept.columns)} FROM ${kept.name} WHERE out_trade_no = ANY ($1)`,
      [[...wanted]],
    );
    for (const row of rows) facts.set(row.out_trade_no, row);
  }
  await insertRows(tx, kept, placed);
  return (out_trade_no) => {
    const found = facts.get(out_trade_no);
    if (!found) throw new Error(`order ${out_trade_no} has news but was never placed`);
    return found;
  };
}

/** The creator's part (fen) of a refund; 0 for a free order. */
export const netOfRefund = (
  { total_amount, affiliate_percent }: Pick<OrderFacts, 'total_amount' | 'affiliate_percent'>,
  amount: number,
  refundedBefore: number,
): number =>
  amount === 0
    ? 0
    : sharesOfRefund(fenOf(total_amount), fenOf(amount), fenOf(refundedBefore), affiliate_percent).net;

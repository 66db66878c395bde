import type { ClientBase } from 'pg';
import { sharesOfRefund } from '#events/fees.ts';
import { fenOf } from '#events/money.ts';
import type { ProjectedEvent } from '../engine/projection.ts';
import { insertRows } from '../engine/rows.ts';
import { bigint, id, type Row, selected, smallint, table, text } from '../engine/table.ts';

/** The table in which a projection that counts payments keeps the facts of every order: later events do not repeat them. */
export const orderFacts = (name: string) =>
  table(
    name,
    {
      out_trade_no: id(),
      creator_id: text(),
      user_id: text(),
      plan_id: text(),
      product_type: smallint(),
      /** fen */
      total_amount: bigint(),
      /** Whole percent of it that is an affiliate's, 0 when no code applied. */
      affiliate_percent: smallint(),
    },
    { key: ['out_trade_no'] },
  );

type FactsTable = ReturnType<typeof orderFacts>;
export type OrderFacts = Row<FactsTable>;

/** Finds facts by order number; throws for an order that was never placed. */
export type FactsFinder = (out_trade_no: string) => OrderFacts;

/** Keeps the facts of the orders placed in the batch, and finds those of every order paid or refunded in it. */
export async function takeOrderFacts(
  kept: FactsTable,
  events: readonly ProjectedEvent[],
  tx: ClientBase,
): Promise<FactsFinder> {
  const facts = new Map<string, OrderFacts>();
  const wanted = new Set<string>();
  for (const event of events) {
    if (event.type === 'OrderPlaced') {
      const { out_trade_no, creator_id, user_id, plan_id, product_type, total_amount } = event.data;
      const affiliate_percent = event.data.affiliate?.rate_percent ?? 0;
      const worth = { total_amount, affiliate_percent };
      facts.set(out_trade_no, { out_trade_no, creator_id, user_id, plan_id, product_type, ...worth });
    } else if (event.type === 'OrderPaid' || event.type === 'OrderRefunded') {
      if (!facts.has(event.data.out_trade_no)) wanted.add(event.data.out_trade_no);
    }
  }
  await insertRows(tx, kept, [...facts.values()]);
  if (wanted.size > 0) {
    const { rows } = await tx.query<OrderFacts>(
      `SELECT ${selected(kept.columns)} FROM ${kept.name} WHERE out_trade_no = ANY ($1)`,
      [[...wanted]],
    );
    for (const row of rows) facts.set(row.out_trade_no, row);
  }
  return (out_trade_no) => {
    const found = facts.get(out_trade_no);
    if (!found) throw new Error(`order ${out_trade_no} has news but was never placed`);
    return found;
  };
}

/** The creator's part (fen) of a refund; of an order for nothing it is nothing. */
export const netOfRefund = (
  { total_amount, affiliate_percent }: Pick<OrderFacts, 'total_amount' | 'affiliate_percent'>,
  amount: number,
  refundedBefore: number,
): number =>
  amount === 0
    ? 0
    : sharesOfRefund(fenOf(total_amount), fenOf(amount), fenOf(refundedBefore), affiliate_percent).net;

import { LRUCache } from 'lru-cache';
import type { ClientBase, PoolClient } from 'pg';
import { type FeeTerms, sharesOfRefund } from '#events/fees.ts';
import { readStreams } from '#events/log/postgres/reads.ts';
import { fenOf } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { kindOfStream } from '#events/stream-names.ts';
import { type SkuPart, skuPartsOf } from './sku-parts.ts';

/** The facts of an order that later events do not repeat. */
export interface OrderFacts {
  out_trade_no: string;
  creator_id: string;
  user_id: string;
  /** Empty for a custom amount. */
  plan_id: string;
  product_type: number;
  provider: string;
  /** fen */
  total_amount: number;
  /** of the affiliate code that applied; null without one */
  partner_id: string | null;
  /** Whole percent of the total that is the partner's, 0 without one. */
  affiliate_percent: number;
  /** of the total, by SKU */
  parts: readonly SkuPart[];
  imported: boolean;
  /** Unix milliseconds; null until it is paid */
  paid_at: number | null;
}

export const factsOf = (data: OrderPlacedData, imported = false): OrderFacts => ({
  out_trade_no: data.out_trade_no,
  creator_id: data.creator_id,
  user_id: data.user_id,
  plan_id: data.plan_id,
  product_type: data.product_type,
  provider: data.provider,
  total_amount: data.total_amount,
  partner_id: data.affiliate?.partner_id ?? null,
  affiliate_percent: data.affiliate?.rate_percent ?? 0,
  parts: skuPartsOf(data.lines, data.total_amount),
  imported,
  paid_at: null,
});

/**
 * Finds the facts of the orders that the events of a batch are about.
 * @returns finds facts by order number; throws for an order that was never placed
 */
export type FindOrders = (
  events: readonly RecordedEvent[],
  tx: ClientBase,
) => Promise<(out_trade_no: string) => OrderFacts>;

const MAX_ORDERS = 20_000;
const MAX_BYTES = 16 * 1_048_576;
const BYTES = { order: 600, part: 100 };

/**
 * Facts of the orders of one database: those used last from memory, others from their streams in the log. They do not
 * change, so it does not matter how far a projection has come.
 */
export function orderFacts(): FindOrders {
  const recent = new LRUCache<string, OrderFacts>({
    max: MAX_ORDERS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ parts }) => BYTES.order + parts.length * BYTES.part,
  });

  function take({ stream, type, data, metadata }: RecordedEvent, into: Map<string, OrderFacts>): void {
    if (type === 'OrderPlaced') {
      const facts = recent.get(stream) ?? factsOf(data, metadata.imported);
      recent.set(stream, facts);
      into.set(stream, facts);
    } else if (type === 'OrderPaid') {
      const facts = into.get(stream);
      if (facts) facts.paid_at = metadata.at;
    }
  }

  return async (events, tx) => {
    const found = new Map<string, OrderFacts>();
    const missing = new Set<string>();
    for (const event of events) {
      const { stream } = event;
      if (kindOfStream(stream) !== 'order') continue;
      const known = found.get(stream) ?? recent.get(stream);
      if (known) found.set(stream, known);
      else if (event.type !== 'OrderPlaced') missing.add(stream);
      take(event, found);
    }
    let rest = [...missing].map((stream) => ({ stream, after: -1 }));
    while (rest.length > 0) {
      const page = await readStreams(tx as PoolClient, rest);
      for (const event of [...page.events.values()].flat()) take(event, found);
      rest = [...page.rest];
    }
    const facts = new Map([...found.values()].map((of) => [of.out_trade_no, of]));
    return (out_trade_no) => {
      const of = facts.get(out_trade_no);
      if (!of) throw new Error(`order ${out_trade_no} has news but was never placed`);
      return of;
    };
  };
}

/** Undefined for imported orders: their money never was at a provider of ours. */
export const unlessImported = (order: OrderFacts): OrderFacts | undefined =>
  order.imported ? undefined : order;

/** The creator's part (fen) of a refund; 0 for a free order. */
export const netOfRefund = (
  order: Pick<OrderFacts, 'total_amount' | keyof FeeTerms>,
  amount: number,
  refundedBefore: number,
): number =>
  amount === 0
    ? 0
    : sharesOfRefund(fenOf(order.total_amount), fenOf(amount), fenOf(refundedBefore), order).net;

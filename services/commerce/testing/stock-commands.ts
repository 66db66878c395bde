import type { CreatorId, OutTradeNo, PlanId, SkuId } from '#events/ids.ts';
import { stockStream } from '#events/stream-names.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { canHold } from '../stock/stock.ts';

const CREATOR = 'creator' as CreatorId;
export const sku = (name: string): SkuId => name as SkuId;

const decided = (sku_id: SkuId, event: Decided['event']): Decided => ({
  stream: stockStream(sku_id),
  event,
  creator_id: CREATOR,
});

export const heldEvent = (sku_id: SkuId, order: string, count = 1): Decided =>
  decided(sku_id, {
    type: 'StockHeld',
    data: { sku_id, out_trade_no: order as OutTradeNo, count, expires_at: 0 },
  });

const releasedEvent = (sku_id: SkuId, count: number): Decided =>
  decided(sku_id, { type: 'StockReleased', data: { sku_id, out_trade_no: 'o' as OutTradeNo, count } });

const about = (name: string, ...skus: SkuId[]) =>
  ({ name, actor: 'process:test', streams: skus.map(stockStream) }) as const;

/** Offers this many units. */
export const offer = (sku_id: SkuId, stock: number): Command<null> => ({
  ...about('offer', sku_id),
  decide: () =>
    accept([decided(sku_id, { type: 'StockSet', data: { sku_id, plan_id: 'plan' as PlanId, stock } })], null),
});

/** Holds units while there are any; answers with how many were held before. */
export const hold = (sku_id: SkuId, order: string, count = 1): Command<number> => ({
  ...about('hold', sku_id),
  decide(states) {
    const stock = states.get('stock', stockStream(sku_id));
    if (!canHold(stock, count)) return refuse({ code: 'out_of_stock' });
    return accept([heldEvent(sku_id, order, count)], stock.held);
  },
});

export const release = (sku_id: SkuId, count: number): Command<null> => ({
  ...about('release', sku_id),
  decide: () => accept([releasedEvent(sku_id, count)], null),
});

/** Holds one unit and gives back more than there are: its second event cannot be folded. */
export const holdThenFallBelowZero = (sku_id: SkuId): Command<null> => ({
  ...about('hold-then-fall', sku_id),
  decide: () => accept([heldEvent(sku_id, 'broken'), releasedEvent(sku_id, 1_000)], null),
});

import type { OrderPlacedData } from '#events/orders.ts';
import type { DomainEvent } from '#events/registry.ts';
import { stockStream } from '#events/stream-names.ts';
import { type OrderEffect, type RefundScope, writes } from '#services/commerce/engine/order-effect.ts';
import type { FieldError, Refusal } from '#services/runtime/refusal.ts';
import type { Decided, States } from '../engine/command.ts';
import { canHold, stockKind, unitsLeft } from './stock.ts';

type Units = RefundScope['units'];

function refusal(states: States, { lines }: OrderPlacedData): Refusal | null {
  const errors: FieldError[] = [];
  let missing = false;
  for (const [index, { sku_id, count }] of lines.entries()) {
    const stock = states.get(stockKind, stockStream(sku_id));
    if (canHold(stock, count)) continue;
    missing = true;
    const left = unitsLeft(stock) ?? 0;
    if (left > 0) {
      const message = { key: 'out_of_range' as const, min: '1', max: String(left) };
      errors.push({ field: `sku.${index}.count`, message });
    }
  }
  return missing ? { code: 'out_of_stock', errors } : null;
}

function perUnit(
  type: 'StockSold' | 'StockReleased' | 'StockReturned',
  { out_trade_no, creator_id }: OrderPlacedData,
  units: Units,
): Decided[] {
  return units.map(({ sku_id, count }) => {
    const event: DomainEvent = { type, data: { sku_id, out_trade_no, count } };
    return { stream: stockStream(sku_id), creator_id, event };
  });
}

/** Units of the SKUs: a bundle's order has a line for each SKU that is in it. */
export const stockEffect: OrderEffect = {
  streams: ({ lines }) => lines.map(({ sku_id }) => stockStream(sku_id)),
  hold(states, order) {
    const refused = refusal(states, order);
    if (refused) return { ok: false, refusal: refused };
    const { out_trade_no, creator_id, expires_at } = order;
    return writes(
      order.lines.map(({ sku_id, count }) => {
        const event = { type: 'StockHeld' as const, data: { sku_id, out_trade_no, count, expires_at } };
        return { stream: stockStream(sku_id), creator_id, event };
      }),
    );
  },
  confirm: (_states, order) => writes(perUnit('StockSold', order, order.lines)),
  release: (_states, order) => perUnit('StockReleased', order, order.lines),
  giveBack: (_states, order, { units }) => writes(perUnit('StockReturned', order, units)),
};

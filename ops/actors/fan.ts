import { ORDER_STATUS } from '#events/status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import type { CreateOrder } from '#services/contract/orders/create-order.ts';
import { checkOrder, createOrder } from '#services/contract/orders/orders.ts';
import { sandboxPay } from '#services/contract/payments/sandbox-payments.ts';
import { type Actor, call } from './client.ts';
import { until } from './until.ts';

/** Patience with the notice of a payment. */
const PATIENCE_MS = 60_000;

/** The input of an order for so many of the plan's SKUs, in their order. */
export const unitsOf = ({ plan_id, product_type, sku }: Plan, ...counts: readonly number[]) => ({
  plan_id,
  product_type,
  sku: counts.map((count, at) => ({ sku_id: sku[at]?.sku_id ?? '', count })),
});

/** Pays a charge in the sandbox; its notice follows. */
export const pay = (fan: Actor, charge_id: string): Promise<unknown> =>
  call(fan, sandboxPay, { charge_id, outcome: 'success' });

/** Waits for the notice of a payment. Throws without one. @param every interval in ms */
export const untilPaid = (
  fan: Actor,
  out_trade_no: string,
  patience = PATIENCE_MS,
  every?: number,
): Promise<void> =>
  until(
    `order ${out_trade_no} is paid`,
    async () => (await call(fan, checkOrder, { out_trade_no })).status === ORDER_STATUS.success,
    patience,
    every,
  );

/** Places an order and pays it; answers when it is paid. */
export async function bought(
  fan: Actor,
  order: CreateOrder,
): Promise<{ out_trade_no: string; charge_id: string }> {
  const { out_trade_no, pay: charge } = await call(fan, createOrder, order);
  await pay(fan, charge.charge_id);
  await untilPaid(fan, out_trade_no);
  return { out_trade_no, charge_id: charge.charge_id };
}

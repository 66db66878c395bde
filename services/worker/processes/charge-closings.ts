import { asOutTradeNo, chargeIdOf } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import type { Process } from '../process.ts';

interface Parts {
  payments: Pick<Payments, 'provider'>;
  committer: Pick<Committer, 'read'>;
}

/** Closes the payment page of a cancelled order, so that nobody pays what would only be returned. */
export const chargeClosings = ({ payments, committer }: Parts): Process => ({
  name: 'charge-closings',
  types: ['OrderCancelled'],
  timerFor(event: RecordedEvent<'OrderCancelled'>) {
    if (event.metadata.imported || event.data.reason === 'overtaken') return undefined;
    return { key: event.data.out_trade_no, set: { due_at: event.metadata.at, data: {} } };
  },
  async fire({ key }) {
    const stream = orderStream(asOutTradeNo(key));
    const order = await committer.read([stream], (states) => states.get(orderKind, stream));
    if (order.phase !== 'cancelled') return 'done';
    const { provider, out_trade_no, cart_order_no } = order.placed;
    await payments.provider(provider)?.closeCharge?.(chargeIdOf(cart_order_no ?? out_trade_no, 1));
    return 'done';
  },
});

import { asOutTradeNo, chargeIdOf } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import type { Process } from '../process.ts';
import { orUndecided } from './charge.ts';
import { nextCheck } from './check-times.ts';

interface Parts {
  payments: Pick<Payments, 'provider'>;
  committer: Pick<Committer, 'read'>;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Repetitions after the cancellation: a page that nobody has opened yet is unknown to Alipay, and cannot be closed. */
const AGAIN: readonly Millis[] = [15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE];
/** And then. */
const LAST_PAUSE = 8 * MINUTE;
/** A page is good until its order expires, and for a minute at least; another one is for differences of clocks. */
const LAST_PAGE_MS = 2 * MINUTE;

/**
 * Closes the payment page of a cancelled order, so that nobody pays what would only be returned. Repeated until the
 * provider says that it is closed, or until nobody can open it any more.
 */
export const chargeClosings = ({ payments, committer }: Parts): Process => ({
  name: 'charge-closings',
  types: ['OrderCancelled'],
  timerFor(event: RecordedEvent<'OrderCancelled'>) {
    if (event.metadata.imported || event.data.reason === 'overtaken') return undefined;
    return { key: event.data.out_trade_no, set: { due_at: event.metadata.at, data: {} } };
  },
  async fire({ key }, now) {
    const stream = orderStream(asOutTradeNo(key));
    const order = await committer.read([stream], (states) => states.get(orderKind, stream));
    if (order.phase !== 'cancelled') return 'done';
    const { provider: name, out_trade_no, cart_order_no, expires_at } = order.placed;
    const provider = payments.provider(name);
    if (provider?.closeCharge === undefined) return 'done';
    const charge_id = chargeIdOf(cart_order_no ?? out_trade_no, 1);
    await orUndecided(provider.closeCharge(charge_id));
    const state = await orUndecided(provider.lookUp(charge_id));
    const isOpen = state === 'undecided' || state?.status === 'open' || state?.status === 'failed';
    if (state !== undefined && !isOpen) return 'done';
    // Without a charge one can still be on its way from a cashier that saw the order open.
    const ends_at =
      state === undefined
        ? order.cancelled_at + MINUTE
        : Math.max(expires_at, order.cancelled_at) + LAST_PAGE_MS;
    if (now >= ends_at) return 'done';
    const again_at = nextCheck(order.cancelled_at, AGAIN, now) ?? now + LAST_PAUSE;
    return { again_at: Math.min(again_at, ends_at) };
  },
});

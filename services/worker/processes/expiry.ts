import type { OutTradeNo } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { cancelOrder } from '#services/commerce/orders/cancel-order.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import type { Process } from '../process.ts';
import { askAboutCharge, awaitedCharge, chargeOfTimer } from './charge.ts';
import { dueTimeOf } from './due-time.ts';

interface Parts {
  payments: Payments;
  committer: Committer;
  /** The provider is unreachable; the order expires anyway. */
  onUnanswered(error: unknown): void;
}

/**
 * Cancels unpaid orders after their time. The provider is queried first: a payment with a late or lost notice is
 * still in time. For payment and expiry at one instant, the order's stream decides.
 */
export const expiry = ({ payments, committer, onUnanswered }: Parts): Process => ({
  name: 'expiry',
  types: ['OrderPlaced', 'OrderPaid', 'OrderCancelled'],
  timerFor(event: RecordedEvent<'OrderPlaced' | 'OrderPaid' | 'OrderCancelled'>) {
    if (event.metadata.imported) return undefined;
    const key = event.data.out_trade_no;
    if (event.type !== 'OrderPlaced') return { key, clear: true };
    return {
      key,
      set: { due_at: dueTimeOf(event, event.data.expires_at), data: awaitedCharge(event) ?? {} },
    };
  },
  async fire(timer) {
    if (timer.data.charge_id !== undefined) {
      try {
        await askAboutCharge({ payments, committer }, chargeOfTimer(timer));
      } catch (error) {
        // Units must not stay held while a provider is down: a later payment revives the order or is returned.
        onUnanswered(error);
      }
    }
    const out_trade_no = timer.key as OutTradeNo;
    const outcome = await committer.submit(
      cancelOrder({ out_trade_no, by: { kind: 'expiry' }, causation_id: 'timer' }),
    );
    if (outcome.accepted) return 'done';
    const stream = orderStream(out_trade_no);
    const order = await committer.read([stream], (states) => states.get(orderKind, stream));
    // The clock stepped back since the timer fired: by it the order's time has not come yet.
    if (order.phase === 'pending') return { again_at: order.placed.expires_at };
    // Refused for a paid order, a moment ago or by the query above. With unusable money (another amount) the order
    // stays pending, and expires like any other.
    return 'done';
  },
});

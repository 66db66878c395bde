import { type ChargeId, lateRefundId, type OutTradeNo } from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { failedRefundSent } from '#services/commerce/refunds/failed-refund-sent.ts';
import { refundFailed } from '#services/commerce/refunds/refund-failed.ts';
import { returnLatePayment } from '#services/commerce/refunds/return-late-payment.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import type { Process } from '../process.ts';
import { payRefund } from './pending-refund.ts';

interface Parts {
  payments: Payments;
  committer: Committer;
  outbox: Pick<Outbox, 'send'>;
}

/** The provider that reported the money has it. */
const providerOf = (event: RecordedEvent): string => event.metadata.actor.replace(/^provider:/, '');

/**
 * Returns late payments and notifies the fan. Three repeatable steps: the provider refunds once per refund id, the
 * order records it once per charge, the message is sent once per key. After a crash between two of them the timer
 * starts again.
 */
export const latePaymentRefunds = ({ payments, committer, outbox }: Parts): Process => ({
  name: 'late-payment-refunds',
  types: ['LatePaymentReceived'],
  timerFor(event: RecordedEvent<'LatePaymentReceived'>) {
    if (event.metadata.imported) return undefined;
    const { out_trade_no, charge_id } = event.data;
    const data = { out_trade_no, charge_id, provider: providerOf(event), event_id: event.id };
    // One charge may pay several orders, and each sends its own part back.
    const key = `${out_trade_no} ${charge_id}`;
    return { key, set: { due_at: event.metadata.at, data } };
  },
  async fire(timer, now) {
    const { key, data } = timer;
    // Timers set before carts existed have the charge for their key.
    const charge_id = (data.charge_id ?? key) as ChargeId;
    const out_trade_no = String(data.out_trade_no) as OutTradeNo;
    const provider = payments.provider(String(data.provider));
    if (!provider) throw new Error(`no provider ${data.provider} to send charge ${charge_id} back`);

    const stream = orderStream(out_trade_no);
    const order = await committer.read([stream], (states) => states.get(orderKind, stream));
    if (order.phase === 'none') return 'done';
    // The charge paid the order after all: the first notice was wrong, and nothing is returned.
    if (order.phase === 'paid' && order.charge_id === charge_id) return 'done';
    // A right amount may have taken the place of a wrong one.
    const late = order.late.findLast((one) => one.charge_id === charge_id);
    if (late === undefined) return 'done';
    const { amount } = late;
    const failed = order.failed.find((one) => one.kind === 'late' && one.refund_id === charge_id);
    // Finance has paid it.
    if (failed?.paid) return 'done';

    // Of a cart's charge each order sends its own part back.
    const refund_id = lateRefundId(charge_id, out_trade_no);
    const request = { refund_id, charge_id, out_trade_no, amount };
    const isGivenUp = failed !== undefined;
    const refund = await payRefund(provider, request, timer, now, isGivenUp);
    const { provider_refund_id, status, reason, later } = refund;
    // The payer may have agreed to renewals, and no membership follows. Of any other charge this changes nothing.
    await provider.endAgreement?.(charge_id);
    if (status === 'pending') return later;
    const causation_id = String(data.event_id);
    const { name } = provider;
    const at = { out_trade_no, reference: refund_id, provider_refund_id, provider: name, causation_id };
    if (status === 'failed') {
      await committer.submit(refundFailed({ ...at, reason }));
      return later;
    }
    const returned = { out_trade_no, charge_id, provider_refund_id, causation_id };
    if (isGivenUp) await committer.submit(failedRefundSent(at));
    else await committer.submit(returnLatePayment(returned));

    const { plan_name } = order.placed;
    await outbox.send({
      to_user: order.owner,
      template: 'late_payment_returned',
      message_key: `late_payment_returned ${refund_id.replace(/^late_/, '')}`,
      values: { out_trade_no, plan_name, amount: toWire(amount) },
    });
    return 'done';
  },
});

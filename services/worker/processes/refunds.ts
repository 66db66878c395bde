import { type OutTradeNo, providerRefundId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { failedRefundSent } from '#services/commerce/refunds/failed-refund-sent.ts';
import { refundFailed } from '#services/commerce/refunds/refund-failed.ts';
import { refundSent } from '#services/commerce/refunds/refund-sent.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import type { Process } from '../process.ts';
import { payRefund } from './pending-refund.ts';

interface Parts {
  payments: Payments;
  committer: Committer;
  outbox: Pick<Outbox, 'send'>;
}

/**
 * Has the provider pay decided refunds, and notifies the fan. Every step is repeatable: the provider refunds once per
 * refund id, the order records it once, the message is sent once per key.
 */
export const refunds = ({ payments, committer, outbox }: Parts): Process => ({
  name: 'refunds',
  types: ['OrderRefunded'],
  timerFor(event: RecordedEvent<'OrderRefunded'>) {
    if (event.metadata.imported) return undefined;
    const { out_trade_no, refund_id, amount, by } = event.data;
    // The payer has that money: their bank took it.
    if (by === 'dispute') return undefined;
    const key = `${out_trade_no} ${refund_id}`;
    if (amount === 0) return undefined;
    const data = { out_trade_no, refund_id, amount, event_id: event.id };
    return { key, set: { due_at: event.metadata.at, data } };
  },
  async fire(timer, now) {
    const { data } = timer;
    const out_trade_no = String(data.out_trade_no) as OutTradeNo;
    const refund_id = String(data.refund_id);
    const amount = fenOf(Number(data.amount));
    const stream = orderStream(out_trade_no);
    const order = await committer.read([stream], (states) => states.get(orderKind, stream));
    // Without a charge no money came through us: there is none to send.
    if (order.phase !== 'paid' || order.charge_id === null) return 'done';
    const { owner: user_id } = order;
    const { plan_name, provider: name } = order.placed;
    const failed = order.failed.find((one) => one.kind === 'refund' && one.refund_id === refund_id);
    // Finance has paid it.
    if (failed?.paid) return 'done';
    // Recorded already by a worker that died before the message: only the message is left.
    if (!order.refunds.some((one) => one.refund_id === refund_id && one.sent)) {
      const provider = payments.provider(name);
      if (!provider) throw new Error(`no provider ${name} to refund order ${out_trade_no}`);
      const { charge_id } = order;
      const id = providerRefundId(out_trade_no, refund_id);
      const request = { refund_id: id, charge_id, out_trade_no, amount };
      const isGivenUp = failed !== undefined;
      const refund = await payRefund(provider, request, timer, now, isGivenUp);
      const { provider_refund_id, status, reason, later } = refund;
      if (status === 'pending') return later;
      const causation_id = String(data.event_id);
      const at = { out_trade_no, reference: id, provider_refund_id, provider: name, causation_id };
      if (status === 'failed') {
        await committer.submit(refundFailed({ ...at, reason }));
        return later;
      }
      const sent = { out_trade_no, refund_id, provider_refund_id, causation_id };
      await committer.submit(isGivenUp ? failedRefundSent(at) : refundSent(sent));
    }
    await outbox.send({
      to_user: user_id,
      template: 'order_refunded',
      message_key: `order_refunded ${out_trade_no} ${refund_id}`,
      values: { out_trade_no, plan_name, amount: toWire(amount) },
    });
    return 'done';
  },
});

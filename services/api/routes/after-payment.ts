import { asOutTradeNo, asSkuId, derivedHexId, newEventId } from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import { type ChangeRemark, changeRemark } from '#services/commerce/change-remark.ts';
import { refundOrder } from '#services/commerce/refund-order.ts';
import { answers, ok, refused } from '../answer.ts';
import type { Area } from '../areas.ts';
import { callerOf } from '../caller.ts';
import {
  refundedOrder,
  refundOrder as refundOrderBody,
  updatedRemark,
  updateRemark,
} from '../contract/after-payment.ts';
import { orderHeaders } from '../contract/orders.ts';
import { fenOfInput } from '../money-input.ts';

const tags = ['After payment'];

/** What can be done to a paid order: giving money back, and changing what was said about it. */
export const afterPaymentRoutes: Area = (deps) => async (app) => {
  const { committer, vault } = deps;

  app.post(
    '/api/order/refund',
    {
      config: { access: ['creator', 'finance'] },
      schema: { body: refundOrderBody, headers: orderHeaders, response: answers(refundedOrder), tags },
    },
    async (request) => {
      const { body } = request;
      const caller = callerOf(request);
      const out_trade_no = asOutTradeNo(body.out_trade_no);
      const key = request.headers['idempotency-key'] ?? body.refund_key ?? newEventId();
      const kind = caller.roles.includes('finance') ? ('finance' as const) : ('creator' as const);
      const outcome = await committer.submit(
        refundOrder({
          out_trade_no,
          by: { kind, user_id: caller.user_id },
          // Keys of different people never meet.
          refund_id: derivedHexId('refund', caller.user_id, out_trade_no, key),
          amount: body.amount === undefined ? undefined : fenOfInput(body.amount),
          units: body.sku.map(({ sku_id, count }) => ({ sku_id: asSkuId(sku_id), count })),
          ticket_ids: body.ticket_ids,
          reason: body.reason,
          correlation_id: request.id,
        }),
      );
      if (!outcome.accepted) return refused(request, outcome.refusal);
      const { amount, refunded } = outcome.result;
      return ok({
        out_trade_no,
        amount: toWire(amount),
        refunded_amount: toWire(refunded),
        position: outcome.position,
      });
    },
  );

  const remarks = [
    ['update-remark', 'fan'],
    ['update-creator-remark', 'creator'],
  ] as const;
  for (const [call, by] of remarks) {
    app.post(
      `/api/order/${call}`,
      { config: { access: by }, schema: { body: updateRemark, response: answers(updatedRemark), tags } },
      async (request) => {
        const { user_id } = callerOf(request);
        const out_trade_no = asOutTradeNo(request.body.out_trade_no);
        const remark = request.body.remark.trim();
        // Derived from the words, so that the same ones again are no change; written first, so that no event
        // ever points to nothing.
        const remark_ref = remark === '' ? null : derivedHexId('remark', user_id, out_trade_no, by, remark);
        const input: ChangeRemark = { out_trade_no, by, user_id, remark_ref, correlation_id: request.id };
        if (remark_ref !== null) {
          await vault.putMany([{ user_id, kind: 'remark', text: remark, ref: remark_ref }]);
        }
        const outcome = await committer.submit(changeRemark(input));
        if (!outcome.accepted) return refused(request, outcome.refusal);
        const { changes: remark_updated_times } = outcome.result;
        return ok({ out_trade_no, remark, remark_updated_times, position: outcome.position });
      },
    );
  }
};

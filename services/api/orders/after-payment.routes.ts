import { asOutTradeNo, asSkuId, derivedHexId, newEventId } from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { allowRemarkChanges } from '#services/commerce/orders/allow-remark-changes.ts';
import { type ChangeRemark, canChangeRemark, changeRemark } from '#services/commerce/orders/change-remark.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { refundOrder } from '#services/commerce/refunds/refund-order.ts';
import {
  refundOrder as refund,
  setRemarkChanges,
  updateCreatorRemark,
  updateOrderRemark,
} from '#services/contract/orders/after-payment.ts';
import { type Area, routesOf } from '../http/area.ts';
import { fenOfInput } from '../http/money.ts';
import { allowingRemarkChanges, isCertified } from './order-detail.ts';
import { namedOrders } from './order-group.ts';

/** Changes of a paid order: refunds, remark, note and address. */
export const afterPaymentRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'orders');
  const { committer, vault } = deps;

  on(refund, async ({ body, headers, caller }) => {
    const out_trade_no = asOutTradeNo(body.out_trade_no);
    const key = headers['idempotency-key'] ?? body.refund_key ?? newEventId();
    const kind = caller.roles.includes('finance') ? ('finance' as const) : ('creator' as const);
    const outcome = await committer.submit(
      refundOrder({
        out_trade_no,
        by: { kind, user_id: caller.user_id },
        // Keys of different people never collide.
        refund_id: derivedHexId('refund', caller.user_id, out_trade_no, key),
        amount: body.amount === undefined ? undefined : fenOfInput(body.amount),
        units: body.sku.map(({ sku_id, count }) => ({ sku_id: asSkuId(sku_id), count })),
        ticket_ids: body.ticket_ids,
        reason: body.reason,
        second_above: deps.config.payoutSecondApproval,
      }),
    );
    if (!outcome.accepted) return outcome.refusal;
    const { amount, refunded, waits } = outcome.result;
    return {
      out_trade_no,
      amount: toWire(amount),
      refunded_amount: toWire(refunded),
      waits,
      position: outcome.position,
    };
  });

  /** Removes a fan's texts from the vault that no order holds. */
  async function forgetRefused(input: ChangeRemark): Promise<void> {
    if (input.by !== 'fan') return;
    const streams = input.orders.map(({ out_trade_no }) => orderStream(out_trade_no));
    const refs = await committer.read(streams, (states) =>
      input.orders.flatMap(({ out_trade_no, remark_ref }) => {
        const order = states.get(orderKind, orderStream(out_trade_no));
        const over = order.phase === 'paid' && !canChangeRemark(order) && order.remark_ref !== remark_ref;
        return over && remark_ref !== null ? [remark_ref] : [];
      }),
    );
    await vault.forget(refs);
  }

  on(setRemarkChanges, async ({ body: { status: allowed }, caller: { user_id: creator_id } }) => {
    const certified = allowed && (await isCertified(deps, creator_id));
    const outcome = await committer.submit(allowRemarkChanges({ creator_id, allowed, certified }));
    if (!outcome.accepted) return outcome.refusal;
    return { can_change_remark: outcome.result.allowed, position: outcome.position };
  });

  const remarks = [
    [updateOrderRemark, 'fan'],
    [updateCreatorRemark, 'creator'],
  ] as const;
  for (const [call, by] of remarks) {
    on(call, async ({ body, caller: { user_id } }) => {
      const theirs = (await namedOrders(committer, body)).filter(
        ({ placed, owner }) => (by === 'fan' ? owner : placed.creator_id) === user_id,
      );
      if (theirs.length === 0) return { code: 'not_found' };
      if (theirs.some(({ phase }) => phase !== 'paid')) {
        return { code: 'state_does_not_allow' };
      }
      const creators = by === 'fan' ? theirs.map(({ placed }) => placed.creator_id) : [];
      const certified = await allowingRemarkChanges(deps, creators);
      if (creators.some((creator) => !certified.has(creator))) return { code: 'remark_fixed' };
      const remark = body.remark.trim();
      const orders = theirs.map(({ placed: { out_trade_no } }) => ({
        out_trade_no,
        // Derived from the words, so that the same ones again are no change.
        remark_ref: remark === '' ? null : derivedHexId('remark', user_id, out_trade_no, by, remark),
      }));
      const input: ChangeRemark = { orders, by, user_id, certified };
      const refs = orders.flatMap(({ remark_ref }) => remark_ref ?? []);
      // Written first, so that no event ever points to nothing.
      await vault.putMany(refs.map((ref) => ({ user_id, kind: 'remark' as const, text: remark, ref })));
      const outcome = await committer.submit(changeRemark(input));
      if (!outcome.accepted) {
        await forgetRefused(input);
        return outcome.refusal;
      }
      const { changes: remark_updated_times } = outcome.result;
      return {
        out_trade_nos: orders.map(({ out_trade_no }) => out_trade_no),
        out_trade_no: body.out_trade_no ?? '',
        remark,
        remark_updated_times,
        position: outcome.position,
      };
    });
  }
};

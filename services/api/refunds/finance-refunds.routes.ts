import type { z } from 'zod';
import {
  asOutTradeNo,
  asSkuId,
  hexId,
  lateRefundId,
  type OutTradeNo,
  providerRefundId,
} from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { DAY_MS } from '#events/time.ts';
import { entriesAt } from '#read-models/books/ledger/queries.ts';
import { unsentRefund } from '#read-models/refunds/queries.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import {
  type DecideRefundRequest,
  decideRefundRequest,
} from '#services/commerce/refunds/decide-refund-request.ts';
import { failedRefundSent } from '#services/commerce/refunds/failed-refund-sent.ts';
import { refundByHand as sendByHand } from '#services/commerce/refunds/refund-by-hand.ts';
import {
  type approveRefund,
  approveRefundRequest,
  declineRefundRequest,
  getRefundableOrder,
  previewRefund,
  refundByHand,
} from '#services/contract/refunds/calls.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import type { Caller } from '../http/caller.ts';
import type { Dependencies } from '../http/dependencies.ts';
import { fenOfInput } from '../http/money.ts';
import { orderToRefund } from './order-to-refund.ts';
import { previewOf } from './refund-preview.ts';

interface DecisionCall {
  body: z.output<typeof approveRefund>;
  caller: Caller;
}
type Verdict = DecideRefundRequest['verdict'];

/**
 * What the provider has of a refund: it has sent it, or has accepted it and may be days from sending it, and nobody else
 * pays it. undefined: it has nothing. One that was given up because it was not confirmed can still be paid by hand while
 * that is so.
 */
async function refundAt(
  { committer, payments }: Pick<Dependencies, 'committer' | 'payments'>,
  out_trade_no: OutTradeNo,
  refund_id: string,
) {
  const stream = orderStream(out_trade_no);
  const order = await committer.read([stream], (states) => states.get(orderKind, stream));
  if (order.phase === 'none') return undefined;
  const failed = order.failed.find((one) => one.refund_id === refund_id);
  const late = failed?.kind === 'late' && order.late.find((one) => one.charge_id === refund_id);
  const charge_id = late ? late.charge_id : order.phase === 'paid' && order.charge_id;
  if (!charge_id) return undefined;
  const reference = late ? lateRefundId(charge_id, out_trade_no) : providerRefundId(out_trade_no, refund_id);
  const { provider } = order.placed;
  const refund = await payments
    .provider(provider)
    ?.findRefund?.({ refund_id: reference, charge_id, out_trade_no });
  if (refund === undefined || refund.status === 'failed') return undefined;
  if (failed !== undefined && refund.unconfirmed) return undefined;
  const { provider_refund_id, status } = refund;
  const isSentAfterAll = status === 'sent' && failed !== undefined && !failed.paid;
  return { isSentAfterAll, sent: { out_trade_no, reference, provider_refund_id, provider } };
}

/** Finance's view of an order before a refund; the refund itself is `POST /api/order/refund`. */
export const financeRefundRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'refunds');
  on(getRefundableOrder, async ({ query: { out_trade_no, as_of }, caller }) => {
    const then = await booksAsOf(deps, as_of);
    const order = await orderToRefund(deps, out_trade_no, caller.user_id, then.until);
    if (order === undefined) return { code: 'not_found' };
    // The present position of the books.
    const { as_of: now } = await entriesAt(deps.pool, { positions: [] });
    return { ...order, as_of: then.asOf(now) };
  });

  on(previewRefund, async ({ body: { out_trade_no, amount, sku, ticket_ids }, caller }) => {
    const preview = await previewOf(
      deps,
      {
        out_trade_no: asOutTradeNo(out_trade_no),
        by: { kind: 'finance', user_id: caller.user_id },
        refund_id: hexId(),
        amount: amount === undefined ? undefined : fenOfInput(amount),
        units: sku.map(({ sku_id, count }) => ({ sku_id: asSkuId(sku_id), count })),
        ticket_ids,
        // The preview needs no reason, so a placeholder is used.
        reason: 'preview',
      },
      deps.config.payoutSecondApproval,
    );
    return preview;
  });

  const decide = async ({ body, caller: { user_id: by } }: DecisionCall, verdict: Verdict) => {
    const { refund_id } = body;
    const out_trade_no = asOutTradeNo(body.out_trade_no);
    const outcome = await deps.committer.submit(
      decideRefundRequest({ out_trade_no, refund_id, by, verdict }),
    );
    if (!outcome.accepted) return outcome.refusal;
    return { out_trade_no, ...outcome.result, position: outcome.position };
  };

  on(approveRefundRequest, (request) => decide(request, { kind: 'approve' }));

  on(declineRefundRequest, (request) =>
    decide(request, { kind: 'decline', reason: request.body.reason.trim() }),
  );

  on(refundByHand, async ({ body, caller: { user_id: by } }) => {
    const { refund_id, reason } = body;
    const provider_refund_id = body.provider_refund_id.trim();
    const out_trade_no = asOutTradeNo(body.out_trade_no);
    const [waiting] = (await unsentRefund(deps.pool, { out_trade_no, refund_id })).rows;
    if (waiting === undefined) return { code: 'not_found' };
    // Before that the provider can still be sending it.
    const isRecent = waiting.since > deps.clock.now() - DAY_MS;
    const waits = waiting.step === 'refund' && isRecent;
    if (waits) return { code: 'state_does_not_allow' };
    const there = await refundAt(deps, out_trade_no, refund_id);
    if (there && !there.isSentAfterAll) return { code: 'state_does_not_allow' };
    const command = there
      ? failedRefundSent(there.sent)
      : sendByHand({ out_trade_no, refund_id, by, reason, provider_refund_id });
    const outcome = await deps.committer.submit(command);
    if (!outcome.accepted) return outcome.refusal;
    const paid_by = there ? ('provider' as const) : ('finance' as const);
    return { out_trade_no, paid_by, position: outcome.position };
  });
};

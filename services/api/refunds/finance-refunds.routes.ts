import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { asOutTradeNo, asSkuId, hexId } from '#events/ids.ts';
import { DAY_MS } from '#events/time.ts';
import { entriesAt } from '#read-models/books/ledger/trace.ts';
import { unsentRefund } from '#read-models/refunds/queries.ts';
import {
  type DecideRefundRequest,
  decideRefundRequest,
} from '#services/commerce/refunds/decide-refund-request.ts';
import { refundByHand as sendByHand } from '#services/commerce/refunds/refund-by-hand.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import { callerOf } from '../http/caller.ts';
import { fenOfInput } from '../http/money.ts';
import {
  approveRefundRequest,
  type approveRefund,
  declineRefundRequest,
  getRefundableOrder,
  refundByHand,
  previewRefund,
} from './contract.ts';
import { orderToRefund } from './order-to-refund.ts';
import { previewOf } from './refund-preview.ts';

type Verdict = DecideRefundRequest['verdict'];

/** Finance's view of an order before a refund; the refund itself is `POST /api/order/refund`. */
export const financeRefundRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'refunds');
  on(getRefundableOrder, async (request) => {
    const { out_trade_no, as_of } = request.query;
    const then = await booksAsOf(deps, as_of);
    const order = await orderToRefund(deps, out_trade_no, callerOf(request).user_id, then.until);
    if (order === undefined) return refused(request, { code: 'not_found' });
    // The present position of the books.
    const { as_of: now } = await entriesAt(deps.pool, []);
    return ok({ ...order, as_of: then.told(now) });
  });

  on(previewRefund, async (request) => {
    const { out_trade_no, amount, sku, ticket_ids } = request.body;
    const preview = await previewOf(
      deps,
      {
        out_trade_no: asOutTradeNo(out_trade_no),
        by: { kind: 'finance', user_id: callerOf(request).user_id },
        refund_id: hexId(),
        amount: amount === undefined ? undefined : fenOfInput(amount),
        units: sku.map(({ sku_id, count }) => ({ sku_id: asSkuId(sku_id), count })),
        ticket_ids,
        // Why is asked once it is known what happens; without any it would be refused.
        reason: 'preview',
      },
      deps.config.payoutSecondApproval,
    );
    return isRefusal(preview) ? refused(request, preview) : ok(preview);
  });

  const decide = async (request: FastifyRequest, named: z.output<typeof approveRefund>, verdict: Verdict) => {
    const { refund_id } = named;
    const out_trade_no = asOutTradeNo(named.out_trade_no);
    const by = callerOf(request).user_id;
    const outcome = await deps.committer.submit(
      decideRefundRequest({ out_trade_no, refund_id, by, verdict, correlation_id: request.id }),
    );
    if (!outcome.accepted) return refused(request, outcome.refusal);
    return ok({ out_trade_no, ...outcome.result, position: outcome.position });
  };

  on(approveRefundRequest, (request) => decide(request, request.body, { kind: 'approve' }));

  on(declineRefundRequest, (request) =>
    decide(request, request.body, { kind: 'decline', reason: request.body.reason.trim() }),
  );

  on(refundByHand, async (request) => {
    const { refund_id, reason } = request.body;
    const out_trade_no = asOutTradeNo(request.body.out_trade_no);
    const [waiting] = (await unsentRefund(deps.pool, out_trade_no, refund_id)).rows;
    if (waiting === undefined) return refused(request, { code: 'not_found' });
    // Before that the provider may be sending it.
    if (waiting.since > deps.clock.now() - DAY_MS) return refused(request, { code: 'state_does_not_allow' });
    const by = callerOf(request).user_id;
    const outcome = await deps.committer.submit(
      sendByHand({ out_trade_no, refund_id, by, reason, correlation_id: request.id }),
    );
    if (!outcome.accepted) return refused(request, outcome.refusal);
    return ok({ out_trade_no, position: outcome.position });
  });
};

import type { FastifyReply, FastifyRequest } from 'fastify';
import { asOutTradeNo } from '#events/ids.ts';
import { settlementOf } from '#read-models/books/ledger/income.ts';
import { orderProof } from '#services/audit/order-proof.ts';
import { proofOf } from '#services/audit/proof.ts';
import { settlementProof } from '#services/audit/settlement-proof.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { concernedOrder } from '../orders/order-detail.ts';
import { getFinanceOrderProof, getOrderProof, getMySettlementProof, getSettlementProof } from './contract/audit.ts';
/** Proofs for the people concerned. Anybody can check them with the public key. */
export const proofRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'audit');
  const { pool, sealingKey: public_key } = deps;

  async function orderFile(out_trade_no: string) {
    const { proofs, waiting } = await orderProof(deps, asOutTradeNo(out_trade_no));
    const about = { kind: 'order', out_trade_no } as const;
    return ok({ file: { format: 'fanwatt-proof-1' as const, about, proofs }, waiting, public_key });
  }

  on(getOrderProof, async (request) => {
    const { out_trade_no } = request.query;
    const order = await concernedOrder(deps, out_trade_no, callerOf(request).user_id);
    return order === undefined ? refused(request, { code: 'not_found' }) : orderFile(out_trade_no);
  });

  on(getFinanceOrderProof, async (request) => {
    const answer = await orderFile(request.query.out_trade_no);
    const { file, waiting } = answer.data;
    return file.proofs.length + waiting === 0 ? refused(request, { code: 'not_found' }) : answer;
  });

  /** Streamed: a month may have any number of lines. */
  async function settlementFile(
    request: FastifyRequest,
    reply: FastifyReply,
    month: string,
    user_id: string,
  ) {
    const { rows } = await settlementOf(pool, month, user_id);
    const [settlement] = rows;
    if (!settlement) return reply.send(refused(request, { code: 'not_found' }));
    const proof = await proofOf(pool, settlement.position);
    // It waits for its seal, a minute at most.
    if (!proof) return reply.send(refused(request, { code: 'state_does_not_allow' }));
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="settlement-${month}.proof.json"`)
      .header('cache-control', 'private, no-store');
    return reply.send(settlementProof(pool, month, user_id, proof));
  }
  on(getMySettlementProof, (request, reply) =>
    settlementFile(request, reply, request.query.month, callerOf(request).user_id),
  );

  on(getSettlementProof, (request, reply) =>
    settlementFile(request, reply, request.params.month, request.params.user_id),
  );
};

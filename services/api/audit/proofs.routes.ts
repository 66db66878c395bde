import type { FastifyReply } from 'fastify';
import { asOutTradeNo } from '#events/ids.ts';
import { settlementOf } from '#read-models/books/ledger/income.ts';
import {
  getFinanceOrderProof,
  getMySettlementProof,
  getOrderProof,
  getSettlementProof,
} from '#services/contract/audit/audit.ts';
import { orderProof } from '#services/modules/audit/order-proof.ts';
import { proofOf } from '#services/modules/audit/proof.ts';
import { settlementProof } from '#services/modules/audit/settlement-proof.ts';
import { type Area, routesOf } from '../http/area.ts';
import { concernedOrder } from '../orders/order-detail.ts';
/** Proofs for fan and creator. Everybody can check them with the public key. */
export const proofRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'audit');
  const { pool, sealingKey: public_key } = deps;

  async function orderFile(out_trade_no: string) {
    const { proofs, waiting } = await orderProof(deps, asOutTradeNo(out_trade_no));
    const about = { kind: 'order', out_trade_no } as const;
    return { file: { format: 'fanwatt-proof-1' as const, about, proofs }, waiting, public_key };
  }

  on(getOrderProof, async ({ query: { out_trade_no }, caller }) => {
    const order = await concernedOrder(deps, out_trade_no, caller.user_id);
    return order === undefined ? { code: 'not_found' } : orderFile(out_trade_no);
  });

  on(getFinanceOrderProof, async ({ query }) => {
    const answer = await orderFile(query.out_trade_no);
    const { file, waiting } = answer;
    return file.proofs.length + waiting === 0 ? { code: 'not_found' } : answer;
  });

  /** Streamed: a month may have any number of lines. */
  async function settlementFile(reply: FastifyReply, month: string, user_id: string) {
    const { rows } = await settlementOf(pool, { month, user_id });
    const [settlement] = rows;
    if (!settlement) return { code: 'not_found' } as const;
    const proof = await proofOf(pool, settlement.position);
    // It waits for its seal, a minute at most.
    if (!proof) return { code: 'state_does_not_allow' } as const;
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="settlement-${month}.proof.json"`)
      .header('cache-control', 'private, no-store');
    return reply.send(settlementProof(pool, month, user_id, proof));
  }
  on(getMySettlementProof, ({ query, caller, reply }) => settlementFile(reply, query.month, caller.user_id));

  on(getSettlementProof, ({ params, reply }) => settlementFile(reply, params.month, params.user_id));
};

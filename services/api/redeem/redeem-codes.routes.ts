import { asPlanId, asSkuId } from '#events/ids.ts';
import { codeBatches, codesOfBatch, revocableCodes } from '#read-models/redeem/queries.ts';
import { revokeRedeemCodes } from '#services/commerce/redeem/revoke-redeem-codes.ts';
import {
  exportRedeemCodes,
  listRedeemBatches,
  listRedeemCodes,
  makeRedeemCodes as makeRedeem,
  revokeRedeemCodes as revokeRedeem,
} from '#services/contract/redeem/calls.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { withinQuota } from '../http/quota.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { makeRedeemCodes } from './make-redeem.ts';
import { batchAnswers, codeAnswers, redeemCsv } from './redeem-answer.ts';

/** Codes revoked in one append. */
const AT_ONCE = 500;
/** A creator's redeem codes: creation, lists and withdrawal. */
export const redeemCodeRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'redeem');
  const { pool, committer, clock, log } = deps;

  on(makeRedeem, async ({ body, headers, caller: { user_id: creator } }) => {
    const { plan_id, sku_id, num, uses, valid_until, month, client_order_key } = body;
    const wish = {
      creator_id: creator,
      plan_id: asPlanId(plan_id),
      sku_id: sku_id ? asSkuId(sku_id) : null,
      num,
      uses,
      valid_until: valid_until ? valid_until * 1000 : null,
      ...(month !== undefined && { month }),
      key: headers['idempotency-key'] ?? client_order_key,
    };
    const room = { kind: 'redeem_codes' as const, creator, adding: num, field: 'num' };
    return withinQuota(deps, room, () => makeRedeemCodes(deps, wish));
  });

  on(listRedeemBatches, async ({ query, caller: { user_id: creator_id } }) => {
    const { plan_id, sku_id } = query;
    const filter = { creator_id, plan_id, sku_id, now: clock.now() };
    const found = await codeBatches(pool, { ...filter, ...rangeOf(query) });
    const { as_of, ...page } = pageAnswer(query, found, await batchAnswers(deps, found.list));
    return { ...page, redeem: found.counts, as_of };
  });

  on(listRedeemCodes, async ({ query, caller: { user_id: creator_id } }) => {
    const { batch_id, status } = query;
    const filter = { creator_id, batch_id, status, now: clock.now() };
    const found = await codesOfBatch(pool, { ...filter, ...rangeOf(query) });
    return pageAnswer(query, found, await codeAnswers(deps, found.list));
  });

  on(exportRedeemCodes, async ({ query, caller: { user_id, language }, reply }) => {
    const { batch_id, status, lang } = query;
    const origin = deps.config.publicUrl;
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="redeem-codes.csv"')
      .header('cache-control', 'no-store')
      .send(redeemCsv(deps, { creator_id: user_id, batch_id, status, origin, language: lang ?? language }));
  });

  on(revokeRedeem, async ({ body, caller: { user_id: creator_id } }) => {
    const { batch_id = '', redeem_id } = body;
    // New codes are found immediately.
    let position = await log.head();
    await waitForPosition(deps, position, 'redeem');
    const { rows } = await revocableCodes(pool, { creator_id, batch_id, redeem_ids: redeem_id });
    const code_ids = rows.map(({ code_id }) => code_id);
    let num = 0;
    for (let from = 0; from < code_ids.length; from += AT_ONCE) {
      const part = code_ids.slice(from, from + AT_ONCE);
      const command = revokeRedeemCodes({ creator_id, code_ids: part });
      const outcome = await committer.submit(command);
      if (!outcome.accepted) return outcome.refusal;
      num += outcome.result.revoked;
      position = outcome.position;
    }
    return { num, position };
  });
};

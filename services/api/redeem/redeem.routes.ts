import { asUserId, type PlanId } from '#events/ids.ts';
import { codeNamed } from '#read-models/redeem/queries.ts';
import { codeRefusal } from '#services/commerce/redeem/redeem-code.ts';
import { findRedeemOffer, getRedeemOffer, useRedeemCode } from '#services/contract/redeem/calls.ts';
import { type Area, routesOf } from '../http/area.ts';
import { countedByRoute } from '../http/rate-limits.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { placedAnswer } from '../orders/order-answer.ts';
import { findCode } from '../orders/redeem-lookup.ts';
import { BY_CODE, takeOrder } from '../orders/take-order.ts';
import { payForOrder } from '../payments/order-payment.ts';
import { offerAnswer, statusOfCode } from './redeem-answer.ts';
/** A fan looks up a code and redeems it. */
export const redeemRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'redeem');
  const { pool, clock } = deps;

  on(getRedeemOffer, async ({ query }) => {
    const [found] = (await codeNamed(pool, { redeem_id: query.redeem_id, now: clock.now() })).rows;
    if (found === undefined) return { code: 'redeem_code_unknown' };
    const plan_id = found.plan_id as PlanId;
    const offer = await offerAnswer(deps, { ...found, plan_id, creator_id: asUserId(found.creator_id) });
    return offer ? offer : { code: 'redeem_code_unknown' };
  });

  on(findRedeemOffer, async ({ body, caller }) => {
    const found = await findCode(deps, caller.user_id, body.code);
    if (!found.ok) return found.refusal;
    const { code } = found;
    const now = clock.now();
    const refusal = codeRefusal(code, now);
    if (refusal) return refusal;
    const status = statusOfCode(code, now);
    // The code can be as new as its plan, and newer than the catalogue.
    await waitForPosition(deps, await deps.log.head(), 'catalog');
    const offer = await offerAnswer(deps, { ...code, sku_id: code.sku_id ?? '', status });
    return offer ? offer : { code: 'redeem_code_unknown' };
  });

  on(useRedeemCode, async ({ body: { code, ...rest }, headers, caller }) => {
    const taken = await takeOrder(deps, {
      user_id: caller.user_id,
      body: { ...rest, redeem_code: code, py_type: BY_CODE },
      key: headers['idempotency-key'] ?? rest.client_order_key,
      guesses: countedByRoute,
    });
    if (!taken.ok) return taken.refusal;
    const { order, position } = taken;
    return placedAnswer(order, await payForOrder(deps, order), position);
  });
};

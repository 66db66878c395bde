import type { z } from 'zod';
import { asSkuId, asUserId, type PlanId, type UserId } from '#events/ids.ts';
import { codeNamed } from '#read-models/redeem/queries.ts';
import { type PlaceOrder, placeOrder } from '#services/commerce/place-order.ts';
import { codeRefusal } from '#services/commerce/redeem-code.ts';
import { badInput, isRefusal, type Refusal } from '#services/commerce/refusal.ts';
import { answers, ok, refused } from '../answer.ts';
import type { Area } from '../areas.ts';
import { callerOf } from '../caller.ts';
import { orderHeaders, placedOrder } from '../contract/orders.ts';
import { redeemInfo, redeemOffer, redeemOfferQuery, useRedeem } from '../contract/redeem.ts';
import { payAt, placedAnswer } from '../order-answer.ts';
import { orderRequest } from '../order-request.ts';
import { guessLimit } from '../rate-limits.ts';
import { offerAnswer, statusOfCode } from '../redeem-answer.ts';
import { findCode } from '../redeem-lookup.ts';

const tags = ['Redeem codes'];
/** Payment type of an order that a code pays for (commerce specification 4). */
const BY_CODE = '3';
const PROVIDER = 'redeem';
const guessed = { access: 'fan', rateLimit: guessLimit } as const;

/** A fan sees what a code gives, and takes it. */
export const redeemRoutes: Area = (deps) => async (app) => {
  const { pool, committer, clock, config, payments, vault } = deps;

  /** References of the ticket's holder and of the address, as the order keeps them. */
  async function whoAndWhere(
    user: UserId,
    { tickets, address_id }: z.output<typeof useRedeem>,
    sku_id: string | undefined,
  ): Promise<Pick<PlaceOrder, 'holders' | 'address_ref'> | Refusal> {
    const address = address_id === undefined ? null : await deps.addresses.forOrder(user, address_id);
    if (address === undefined) return badInput('address_id', { key: 'unknown' });
    const address_ref = address?.address_ref ?? null;
    if (tickets.length === 0 || sku_id === undefined) return { address_ref };
    const found = await deps.identities.forTickets(user, tickets);
    if (isRefusal(found)) return found;
    const holders = found.holder_refs.map((holder_ref) => ({ sku_id: asSkuId(sku_id), holder_ref }));
    return { address_ref, holders };
  }

  app.get(
    '/api/user/redeem-offer',
    {
      config: { access: 'guest' },
      schema: { querystring: redeemOfferQuery, response: answers(redeemOffer), tags },
    },
    async (request) => {
      const found = await codeNamed(pool, request.query.redeem_id, clock.now());
      if (found === undefined) return refused(request, { code: 'redeem_code_unknown' });
      const plan_id = found.plan_id as PlanId; // as the event had it
      const offer = await offerAnswer(deps, { ...found, plan_id, creator_id: asUserId(found.creator_id) });
      return offer ? ok(offer) : refused(request, { code: 'redeem_code_unknown' });
    },
  );

  app.post(
    '/api/user/redeem-info',
    { config: guessed, schema: { body: redeemInfo, response: answers(redeemOffer), tags } },
    async (request) => {
      const found = await findCode(deps, callerOf(request).user_id, request.body.code);
      if (!found.ok) return refused(request, found.refusal);
      const { code } = found;
      const now = clock.now();
      const refusal = codeRefusal(code, now);
      if (refusal) return refused(request, refusal);
      const status = statusOfCode(code, now);
      const offer = await offerAnswer(deps, { ...code, sku_id: code.sku_id ?? '', status });
      return offer ? ok(offer) : refused(request, { code: 'redeem_code_unknown' });
    },
  );

  app.post(
    '/api/user/use-redeem',
    {
      config: guessed,
      schema: { body: useRedeem, headers: orderHeaders, response: answers(placedOrder), tags },
    },
    async (request) => {
      const { body } = request;
      const { user_id } = callerOf(request);
      const found = await findCode(deps, user_id, body.code);
      if (!found.ok) return refused(request, found.refusal);
      const { code_id, redeem_id, plan_id, sku_id, month } = found.code;
      const sku = body.sku ?? (sku_id === null ? undefined : [{ sku_id, count: 1 }]);
      const more = await whoAndWhere(user_id, body, sku?.[0]?.sku_id);
      if (isRefusal(more)) return refused(request, more);
      // However it was typed, the code is the same request; and no hash tells of somebody's number.
      const { tickets: _numbers, ...rest } = body;
      const asked = {
        ...rest,
        ...more,
        code: redeem_id,
        ...(sku && { sku }),
        ...(month > 0 && { month }),
        plan_id,
        py_type: BY_CODE,
      };
      const input = orderRequest(asked, {
        user_id,
        plan_id,
        custom: undefined,
        key: request.headers['idempotency-key'] ?? body.client_order_key,
        provider: PROVIDER,
        ttl_seconds: config.orderTtlSeconds,
        correlation_id: request.id,
      });
      const command = placeOrder({ ...input, ...more, redeem: { code_id, redeem_id } });
      const outcome = await committer.submit(command);
      if (!outcome.accepted) return refused(request, outcome.refusal);
      const { order } = outcome.result;
      // Only once the order stands, as with any order.
      if (input.remark_ref !== null) {
        await vault.putMany([{ user_id, kind: 'remark', text: body.remark, ref: input.remark_ref }]);
      }
      return ok(placedAnswer(order, await payAt(payments, order), outcome.position));
    },
  );
};

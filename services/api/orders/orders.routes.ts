import type { UserId } from '#events/ids.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { quoteOrder } from '#services/commerce/prices/quote-order.ts';
import { createOrder, prepareOrder } from '#services/contract/orders/orders.ts';
import { OPENS_NOTHING } from '#services/modules/content/opened.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { affiliateApplied } from '../affiliates/affiliate-applied.ts';
import { openedByQuote } from '../content/opened-by.ts';
import { advancedGoal } from '../goals/advanced-goal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { getsPayPal } from '../http/proxies/abroad.ts';
import { guessesByAddress } from '../http/rate-limits.ts';
import { isApiRefusal } from '../http/refusals.ts';
import { renewalAnswer } from '../memberships/renewal-answer.ts';
import { payerOf, payForOrder } from '../payments/order-payment.ts';
import { checkInvites } from './invite-guesses.ts';
import { customAnswer, placedAnswer, priceAnswer, replacedNames } from './order-answer.ts';
import { codeRefused, orderInput } from './order-input.ts';
import { choiceOf } from './order-request.ts';
import { takeOrder } from './take-order.ts';
/** Quotes and orders. */
export const orderRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'orders');
  const { committer, addresses } = deps;
  const guesses = guessesByAddress(app);

  /** The province that an address is in; undefined for an address that is not this person's. */
  const provinceOf = (user: UserId | undefined, address_id: string): Promise<string | undefined> =>
    user === undefined ? Promise.resolve(undefined) : addresses.provinceOf(user, address_id);

  on(prepareOrder, async ({ body: input, caller, request }) => {
    const user = caller?.user_id;
    const guesser = { user, guesses: guesses(request) };
    const prepared = await orderInput(deps, user, input, guesser.guesses);
    if (isApiRefusal(prepared)) return prepared;
    const { body, plan_id, custom, redeem_code } = prepared;
    const code = { affiliate_code: redeem_code === null ? body.affiliate_code : undefined };
    if (custom) {
      const use = { creator_id: custom.creator_id, plan_id, user_id: user ?? null };
      const bought = { ...use, product_type: PRODUCT_TYPE.sponsorship, amount: custom.amount };
      const [applied, goal] = await Promise.all([
        affiliateApplied(deps, { ...use, ...code }),
        advancedGoal(deps, bought),
      ]);
      return {
        ...customAnswer(custom.amount, applied),
        goal,
        renewal: null,
        opens: OPENS_NOTHING,
        attachments: [],
      };
    }
    const { address_id } = body;
    const province = address_id === undefined ? body.province : await provinceOf(user, address_id);
    if (address_id !== undefined && province === undefined) {
      return badInput('address_id', { key: 'unknown' });
    }
    const choice = choiceOf({ ...body, province });
    const query = { ...choice, plan_id, user_id: user ?? null, redeemed: redeem_code !== null };
    const outcome = await checkInvites(deps, guesser, [input.invite_code], async (checked) => {
      const quoted = await committer.submit(quoteOrder(query));
      if (!quoted.accepted) checked([quoted.refusal]);
      return quoted;
    });
    if (isApiRefusal(outcome)) return outcome;
    if (!outcome.accepted) return outcome.refusal;
    const notByCode = codeRefused(deps, prepared, outcome.result);
    if (notByCode) return notByCode;
    const { plan, price } = outcome.result;
    const use = { creator_id: plan.creator_id, plan_id, user_id: user ?? null };
    const bought = { ...use, product_type: plan.offer.product_type, amount: price.total_amount };
    const [applied, names, goal, renewal, opens] = await Promise.all([
      affiliateApplied(deps, { ...use, ...code }),
      replacedNames(deps.pool, [outcome.result]),
      advancedGoal(deps, bought),
      redeem_code === null ? renewalAnswer(deps, user, outcome.result) : null,
      openedByQuote(deps, outcome.result),
    ]);
    return { ...priceAnswer(outcome.result, names, applied), goal, renewal, ...opens };
  });

  on(createOrder, async ({ body, headers, caller, request }) => {
    const paypal = getsPayPal(deps.config.countryHeader, request);
    const taken = await takeOrder(deps, {
      user_id: caller.user_id,
      paypal,
      body,
      key: headers['idempotency-key'] ?? body.client_order_key,
      guesses: guesses(request),
    });
    if (!taken.ok) return taken.refusal;
    const { order, position } = taken;
    const { out_trade_no, creator_id } = order.placed;
    if (body.post_id !== undefined)
      await deps.referrals.add({ out_trade_no, creator_id, post_id: body.post_id });
    const where = await payForOrder(deps, order, { ...payerOf(request), paypal });
    return placedAnswer(order, where, position);
  });
};

import { asOutTradeNo, asPlanId, asUserId } from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { cancelOrder } from '#services/commerce/cancel-order.ts';
import { type PlacedOrderState, remarkOf } from '#services/commerce/order.ts';
import { type PlaceOrder, placeOrder, SMALLEST_CUSTOM_AMOUNT } from '#services/commerce/place-order.ts';
import { quoteOrder } from '#services/commerce/quote-order.ts';
import { badInput, isRefusal, type Refusal } from '#services/commerce/refusal.ts';
import { answers, ok, refused } from '../answer.ts';
import type { Area } from '../areas.ts';
import { callerOf, visitorOf } from '../caller.ts';
import {
  cancelledOrder,
  cancelOrder as cancelOrderBody,
  checkedOrder,
  createOrder,
  orderHeaders,
  orderNumberQuery,
  placedOrder,
  prepareOrder,
  price,
} from '../contract/orders.ts';
import { fenOfInput } from '../money-input.ts';
import { checkedAnswer, customAnswer, payAt, placedAnswer, priceAnswer } from '../order-answer.ts';
import { choiceOf, orderRequest } from '../order-request.ts';

const tags = ['Buying'];
const noPlan = badInput('plan_id', { key: 'required' });

/** Buying: what it costs, placing the order, how it stands, giving it up. */
export const orderRoutes: Area = (deps) => async (app) => {
  const { committer, payments, vault, config } = deps;

  /** An amount for a creator instead of a plan; undefined when a plan is meant. */
  async function customOf(body: {
    plan_id?: string;
    user_id?: string;
    custom_price?: string;
  }): Promise<PlaceOrder['custom'] | Refusal> {
    if (body.plan_id !== undefined || body.user_id === undefined) return undefined;
    if (body.custom_price === undefined) return badInput('custom_price', { key: 'required' });
    const amount = fenOfInput(body.custom_price);
    if (amount < SMALLEST_CUSTOM_AMOUNT) {
      return badInput('custom_price', { key: 'below_minimum', min: toWire(SMALLEST_CUSTOM_AMOUNT) });
    }
    const creator_id = asUserId(body.user_id);
    const creator = (await deps.directory.usersByIds([creator_id])).get(creator_id);
    if (!creator?.url_slug) return badInput('user_id', { key: 'unknown' });
    return { creator_id, amount };
  }

  app.post(
    '/api/order/prepare',
    { config: { access: 'guest' }, schema: { body: prepareOrder, response: answers(price), tags } },
    async (request) => {
      const { plan_id } = request.body;
      const custom = await customOf(request.body);
      if (isRefusal(custom)) return refused(request, custom);
      if (custom) return ok(customAnswer(custom.amount));
      if (plan_id === undefined) return refused(request, noPlan);
      const user_id = visitorOf(request)?.user_id ?? null;
      const question = { ...choiceOf(request.body), plan_id: asPlanId(plan_id), user_id, redeemed: false };
      const outcome = await committer.submit(quoteOrder(question));
      return outcome.accepted ? ok(priceAnswer(outcome.result)) : refused(request, outcome.refusal);
    },
  );

  app.post(
    '/api/order/create-order',
    {
      config: { access: 'fan' },
      schema: { body: createOrder, headers: orderHeaders, response: answers(placedOrder), tags },
    },
    async (request) => {
      const { body } = request;
      const { user_id } = callerOf(request);
      const custom = await customOf(body);
      if (isRefusal(custom)) return refused(request, custom);
      const plan_id = custom ? '' : body.plan_id;
      if (plan_id === undefined) return refused(request, noPlan);
      const provider = payments.providerFor(body.py_type);
      if (provider === undefined) return refused(request, badInput('py_type', { key: 'unknown' }));
      const input = orderRequest(body, {
        user_id,
        plan_id,
        custom,
        key: request.headers['idempotency-key'] ?? body.client_order_key,
        provider: provider.name,
        ttl_seconds: config.orderTtlSeconds,
        correlation_id: request.id,
      });
      const outcome = await committer.submit(placeOrder(input));
      if (!outcome.accepted) return refused(request, outcome.refusal);
      const { order } = outcome.result;
      // Only once the order stands, so that a refused one leaves nothing; a repetition makes up for a crash here.
      if (input.remark_ref !== null) {
        await vault.putMany([{ user_id, kind: 'remark', text: body.remark, ref: input.remark_ref }]);
      }
      return ok(placedAnswer(order, await payAt(payments, order), outcome.position));
    },
  );

  app.get(
    '/api/order/check',
    {
      config: { access: 'fan' },
      schema: { querystring: orderNumberQuery, response: answers(checkedOrder), tags },
    },
    async (request) => {
      const { user_id } = callerOf(request);
      const stream = orderStream(asOutTradeNo(request.query.out_trade_no));
      // Asked before the state is read: the answer holds at least through this position.
      const position = await deps.log.head();
      const order = await committer.read([stream], (states) => states.get('order', stream));
      if (order.phase === 'none' || !concerns(order, user_id)) return refused(request, { code: 'not_found' });
      const { creator_id } = order.placed;
      const remark_ref = remarkOf(order);
      const [users, remarks, pay] = await Promise.all([
        deps.directory.usersByIds([creator_id]),
        remark_ref === null ? undefined : deps.vault.read([remark_ref]),
        payAt(payments, order),
      ]);
      const creator = users.get(creator_id);
      const remark = (remark_ref !== null && remarks?.get(remark_ref)) || '';
      return ok(checkedAnswer(order, { creator, remark, pay, position, now: deps.clock.now() }));
    },
  );

  app.post(
    '/api/order/cancel-order',
    {
      config: { access: 'fan' },
      schema: { body: cancelOrderBody, response: answers(cancelledOrder), tags },
    },
    async (request) => {
      const out_trade_no = asOutTradeNo(request.body.out_trade_no);
      const by = { kind: 'user' as const, user_id: callerOf(request).user_id };
      const outcome = await committer.submit(cancelOrder({ out_trade_no, by, correlation_id: request.id }));
      if (!outcome.accepted) return refused(request, outcome.refusal);
      return ok({ out_trade_no, status: outcome.result.status, position: outcome.position });
    },
  );
};

/** An order is its fan's and its creator's business; to anybody else it does not exist. */
const concerns = ({ placed }: PlacedOrderState, user: string): boolean =>
  placed.user_id === user || placed.creator_id === user;

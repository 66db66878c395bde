import { asOutTradeNo, asPlanId, asSkuId, type UserId } from '#events/ids.ts';
import { isByPiece } from '#events/status.ts';
import { orderStream, planStream, repliesStream, stockStream } from '#events/stream-names.ts';
import { type OfferedPlan, skuOf } from '#services/commerce/catalog/plan.ts';
import { linesLeft } from '#services/commerce/replies/replies.ts';
import { linesOf, setReplyPool } from '#services/commerce/replies/set-reply-pool.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { editReplyPool, getReplyPool, listOrderReplies } from './contract.ts';
import { repliesOf } from './order-replies.ts';

const unknown: Refusal = { code: 'not_found' };

/** Replies to buyers, and the pools of random replies. */
export const replyRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'replies');
  const { committer, log } = deps;

  const planOf = async (plan_id: string): Promise<OfferedPlan | undefined> => {
    const stream = planStream(asPlanId(plan_id));
    const plan = await committer.read([stream], (states) => states.get('plan', stream));
    return plan.phase === 'none' ? undefined : plan;
  };

  /** The pool's id when it is of something that this creator sells. */
  async function poolOf(
    creator: UserId,
    { plan_id, sku_id }: { plan_id?: string; sku_id?: string },
  ): Promise<string | Refusal> {
    if (plan_id !== undefined) {
      const plan = await planOf(plan_id);
      if (plan?.creator_id !== creator) return unknown;
      // Goods and tickets have one pool per SKU.
      const byPiece = isByPiece(plan.offer.product_type);
      return byPiece ? badInput('sku_id', { key: 'required' }) : plan_id;
    }
    if (sku_id === undefined) return badInput('sku_id', { key: 'required' });
    const stream = stockStream(asSkuId(sku_id));
    const of = await committer.read([stream], (states) => states.get('stock', stream).plan_id);
    const plan = of === null ? undefined : await planOf(of);
    return plan?.creator_id === creator && skuOf(plan, sku_id) ? sku_id : unknown;
  }

  const counts = (pool_id: string) => {
    const stream = repliesStream(pool_id);
    return committer.read([stream], (states) => {
      const pool = states.get('replies', stream);
      const reply_pending_num = pool.waiting.reduce((sum, { units }) => sum + units, 0);
      return { reply_random_num: linesLeft(pool), reply_pending_num };
    });
  };

  on(listOrderReplies, async ({ query, caller: { user_id } }) => {
    const out_trade_no = asOutTradeNo(query.out_trade_no);
    const stream = orderStream(out_trade_no);
    const order = await committer.read([stream], (states) => states.get('order', stream));
    const theirs =
      order.phase !== 'none' && [order.placed.user_id, order.placed.creator_id].includes(user_id);
    if (order.phase === 'none' || !theirs) return unknown;
    if (order.placed.reply_pools.length > 0) await waitForPosition(deps, await log.head(), 'replies');
    const found = (await repliesOf(deps, [order])).get(out_trade_no);
    return found ?? { out_trade_no, list: [], reply_pending: false };
  });

  on(editReplyPool, async ({ body, headers, caller: { user_id: creator_id }, correlation_id }) => {
    const { reply_random_content, update_random_reply_type, client_order_key } = body;
    const pool_id = await poolOf(creator_id, body);
    if (isRefusal(pool_id)) return pool_id;
    const key = headers['idempotency-key'] ?? client_order_key;
    const outcome = await setReplyPool(deps, {
      creator_id,
      pool_id,
      lines: linesOf(reply_random_content),
      mode: update_random_reply_type,
      field: 'reply_random_content',
      ...(key !== undefined && { key }),
      correlation_id,
    });
    if (!outcome.accepted) return outcome.refusal;
    return { ...(await counts(pool_id)), position: outcome.position };
  });

  on(getReplyPool, async ({ query: { pool_id }, caller: { user_id } }) => {
    const owned = await Promise.all([
      poolOf(user_id, { plan_id: pool_id }),
      poolOf(user_id, { sku_id: pool_id }),
    ]);
    if (owned.every(isRefusal)) return unknown;
    return await counts(pool_id);
  });
};

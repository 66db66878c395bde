import { asOutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { editReplyPool, getReplyPool, listOrderReplies } from '#services/contract/replies/calls.ts';
import { linesOf, setReplyPool } from '#services/modules/replies/set-reply-pool.ts';
import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { repliesOf } from './order-replies.ts';
import { ownPool, poolCounts } from './own-pool.ts';

const unknown: Refusal = { code: 'not_found' };

/** Replies to buyers, and the pools of random replies. */
export const replyRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'replies');
  const { committer, log } = deps;

  on(listOrderReplies, async ({ query, caller: { user_id } }) => {
    const out_trade_no = asOutTradeNo(query.out_trade_no);
    const stream = orderStream(out_trade_no);
    const order = await committer.read([stream], (states) => states.get(orderKind, stream));
    const theirs = order.phase !== 'none' && [order.owner, order.placed.creator_id].includes(user_id);
    if (order.phase === 'none' || !theirs) return unknown;
    if (order.placed.reply_pools.length > 0) await waitForPosition(deps, await log.head(), 'replies');
    const found = (await repliesOf(deps, [order])).get(out_trade_no);
    return found ?? { out_trade_no, list: [], reply_pending: false };
  });

  on(editReplyPool, async ({ body, headers, caller: { user_id: creator_id } }) => {
    const { reply_random_content, update_random_reply_type, client_order_key } = body;
    const own = await ownPool(deps, creator_id, body);
    if (isRefusal(own)) return own;
    const { pool_id } = own;
    const key = headers['idempotency-key'] ?? client_order_key;
    const outcome = await setReplyPool(deps, {
      creator_id,
      pool_id,
      lines: linesOf(reply_random_content),
      mode: update_random_reply_type,
      field: 'reply_random_content',
      ...(key !== undefined && { key }),
    });
    if (!outcome.accepted) return outcome.refusal;
    return { ...(await poolCounts(deps, pool_id)), position: outcome.position };
  });

  on(getReplyPool, async ({ query: { pool_id }, caller: { user_id } }) => {
    const owned = await Promise.all([
      ownPool(deps, user_id, { plan_id: pool_id }),
      ownPool(deps, user_id, { sku_id: pool_id }),
    ]);
    if (owned.every(isRefusal)) return unknown;
    return await poolCounts(deps, pool_id);
  });
};

import { asUserId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import { getPostRevenue } from '#services/contract/content/revenue.ts';
import { rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { notFound } from '../http/refusals.ts';
import { postStateOf } from './save-post.ts';

/** What posts brought in. */
export const postRevenueRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { directory, referrals } = deps;

  on(getPostRevenue, async ({ query, caller: { user_id: creator_id } }) => {
    const { post_id } = query;
    const post = await postStateOf(deps, post_id);
    if (post.phase === 'none' || post.creator_id !== creator_id) return notFound;
    const { limit: most, offset: skip } = rangeOf(query);
    const [sums, { rows, as_of }] = await Promise.all([
      referrals.revenues([post_id]),
      referrals.orders({ post_id, skip, most }),
    ]);
    const { orders: total_count, amount } = sums.rows[0] ?? { orders: 0, amount: 0 };
    const people = await directory.usersByIds(rows.map(({ user_id }) => user_id));
    const list = rows.map(({ out_trade_no, user_id, plan_name, total_amount, refunded, paid_at }) => ({
      out_trade_no,
      user: { user_id, name: people.get(asUserId(user_id))?.name ?? '' },
      plan_name,
      total_amount: toWire(fenOf(total_amount)),
      refunded_amount: toWire(fenOf(refunded)),
      paid_time: Math.floor(paid_at / 1000),
    }));
    const has_more = skip + list.length < total_count;
    return { amount: toWire(fenOf(amount)), list, has_more, total_count, as_of };
  });
};

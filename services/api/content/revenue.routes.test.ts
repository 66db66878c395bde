import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import { getPostRevenue } from '#services/contract/content/revenue.ts';
import { TEAM_HEADER } from '#services/contract/endpoint.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);

test('a post brings in the paid orders of its unlock panel, minus refunds; each order counts once', async () => {
  const [creator, other, fan] = [await certifiedCreator(api), await certifiedCreator(api), await api.user()];
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  const foreign = await savePlan(api, other, sponsorshipForm);
  const { post_id } = await publish(api, creator, { audience: 'members' });
  const second = await publish(api, creator, { audience: 'members' });
  await api.projected();
  const { buy, create, pay } = orderCalls(api, fan);
  const revenue = async (id = post_id, more: object = {}) => {
    await api.projected();
    return api.data(getPostRevenue, { post_id: id, ...more }, creator);
  };
  expect(await revenue()).toMatchObject({ amount: '0.00', list: [], total_count: 0, has_more: false });
  const first = await buy({ plan_id, month: 1, post_id });
  const order = { plan_id, month: 2, post_id, client_order_key: 'one' };
  const waiting = (await create(order)).data.out_trade_no;
  // The same request again is the same order; another post does not take it over.
  expect((await create({ ...order, post_id: second.post_id })).data.out_trade_no ?? waiting).toBe(waiting);
  await buy({ plan_id, month: 1 });
  // A post of another creator, and one that does not exist, count for nothing.
  await buy({ plan_id: foreign.plan_id, month: 1, post_id });
  await buy({ plan_id, month: 1, post_id: 'unknown' });
  expect(await revenue()).toMatchObject({ amount: '30.00', total_count: 1 });
  await pay(waiting, 60);
  await api.data(refundOrder, { out_trade_no: first, amount: '10.00' }, creator);
  const explained = await revenue();
  expect(explained).toMatchObject({ amount: '80.00', total_count: 2 });
  expect(explained.list).toMatchObject([
    { out_trade_no: waiting, total_amount: '60.00', refunded_amount: '0.00', plan_name: 'Coffee' },
    { out_trade_no: first, total_amount: '30.00', refunded_amount: '10.00', user: { user_id: fan.user_id } },
  ]);
  const sum = explained.list.reduce(
    (all, one) => all + Number(one.total_amount) - Number(one.refunded_amount),
    0,
  );
  expect(sum.toFixed(2)).toBe(explained.amount);
  expect(await revenue(post_id, { per_page: 1 })).toMatchObject({ has_more: true, amount: '80.00' });
  expect(await revenue(second.post_id)).toMatchObject({ amount: '0.00', total_count: 0 });

  const own = async (as = creator, headers = {}) => {
    const { list } = await api.data(listOwnPosts, { status: 1 }, as, headers);
    return list.map((post) => [post.post_id, post.revenue, post.orders, post.readers]);
  };
  expect(await own()).toEqual([
    [second.post_id, '0.00', 0, 1],
    [post_id, '80.00', 2, 1],
  ]);
  // Money stays with the creator.
  const member = await api.user();
  const { email: account } = await api.deps.accounts.addressesOf(member.user_id);
  await api.data(addTeamMember, { account, member_name: 'Ann', rights: ['content'] }, creator);
  const forCreator = { [TEAM_HEADER]: creator.user_id };
  expect((await own(member, forCreator))[1]).toEqual([post_id, '0.00', 0, 1]);
  expect((await api.call(getPostRevenue, { post_id }, member, forCreator)).ec).toBe(40300);
  expect((await api.call(getPostRevenue, { post_id }, other)).ec).toBe(40400);
});

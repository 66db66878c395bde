import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getAccess } from '#services/contract/content/access.ts';
import { deletePost } from '#services/contract/content/posts.ts';
import { getSupportAccess, getSupportOrder, searchOrders } from '#services/contract/staff/support.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { forSale, openShop, savePlan, sponsorshipForm, unitsOf } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

let order: string;
const api = fixture(startTestApi);
const fan = fixture(() => api.user('Anna'));
const support = fixture(() => api.staff('support'));
beforeAll(async () => {
  const { plan, skus } = await openShop(api, [forSale('Red', 10)]);
  const calls = orderCalls(api, fan);
  const placed = await calls.create({ ...unitsOf({ plan, skus }, 1), remark: 'ring twice' });
  order = placed.data.out_trade_no;
  await calls.pay(order, 10);
  await api.projected();
});

const looks = async () => {
  const { rows } = await api.deps.pool.query<{ staff_id: string; ref: string; reason: string }>(
    'SELECT staff_id, ref, reason FROM accounts.staff_reads ORDER BY id',
  );
  return rows;
};

describe('support', () => {
  test('finds a person’s orders by account or id, without personal data, and records the access', async () => {
    const { rows } = await api.deps.pool.query('SELECT 1 FROM accounts.staff_reads');
    expect(rows).toEqual([]);
    const account = 'user1@example.com';
    for (const by of [{ account }, { user_id: fan.user_id }] as Record<string, string>[]) {
      const reply = await api.call(searchOrders, { ...by, reason: 'ticket 7' }, support);
      expect(reply.data).toMatchObject({ user: { user_id: fan.user_id, name: 'Anna' }, total_count: 1 });
      expect(reply.data.list[0]).toMatchObject({ out_trade_no: order, remark: '', status: 2 });
    }
    const look = { staff_id: support.user_id, ref: `orders-of:${fan.user_id}`, reason: 'ticket 7' };
    expect(await looks()).toEqual([look, look]);
  });

  test('sees one whole order, each vault entry by a recorded access, and cannot change it', async () => {
    const before = (await looks()).length;
    const query = { out_trade_no: order, reason: 'where is it' };
    const reply = await api.call(getSupportOrder, query, support);
    expect(reply.data).toMatchObject({
      remark: 'ring twice',
      replies: [],
      may: { cancel: false, refund: false },
    });
    const [whose, remark, ...more] = (await looks()).slice(before);
    expect([whose?.ref, more]).toEqual([`orders-of:${fan.user_id}`, []]);
    const { rows } = await api.deps.pool.query('SELECT user_id, kind FROM accounts.vault WHERE ref = $1', [
      remark?.ref,
    ]);
    expect(rows).toEqual([{ user_id: fan.user_id, kind: 'remark' }]);
    expect(remark).toMatchObject({ staff_id: support.user_id, reason: 'where is it' });
  });

  test('sees why a person, or the buyer of an order, can read a post, as its creator does; the look is recorded', async () => {
    const creator = await certifiedCreator(api);
    const coffee = await savePlan(api, creator, { ...sponsorshipForm, name: 'Coffee', price: '30.00' });
    const post = await publish(api, creator, { content: 'Secret words', audience: 'members' });
    const paid = await orderCalls(api, fan).buy({ plan_id: coffee.plan_id, month: 1 });
    await api.projected();
    const before = (await looks()).length;
    const of = { post_id: post.post_id, reason: 'ticket 9' };
    const [byPerson, byOrder, creators] = [
      await api.data(getSupportAccess, { ...of, user_id: fan.user_id }, support),
      await api.data(getSupportAccess, { ...of, out_trade_no: paid }, support),
      await api.data(getAccess, { post_id: post.post_id, user_id: fan.user_id }, creator),
    ];
    expect(byPerson).toMatchObject({ open: true, reason: 'grant', grants: [{ out_trade_no: paid }] });
    const without = ({ time: _, ...rest }: typeof creators) => rest;
    expect([without(byPerson), without(byOrder)]).toEqual([without(creators), without(creators)]);
    expect(JSON.stringify(byPerson)).not.toContain('Secret');
    const earlier = { ...of, user_id: fan.user_id, at: post.publish_time - 1 };
    expect(await api.data(getSupportAccess, earlier, support)).toMatchObject({ reason: 'unpublished' });
    const look = { staff_id: support.user_id, ref: `access-of:${fan.user_id}`, reason: 'ticket 9' };
    expect((await looks()).slice(before)).toEqual([look, look, look]);

    const codeOf = async (query: object, as = support) => (await api.send(getSupportAccess, query, as)).ec;
    const whole = { ...of, user_id: fan.user_id };
    for (const role of ['finance', 'admin'] as const)
      expect(await codeOf(whole, await api.staff(role))).toBe(40300);
    expect(await codeOf(whole, creator)).toBe(40300);
    for (const wrong of [
      of,
      { ...whole, out_trade_no: paid },
      { ...whole, reason: ' ' },
      { ...whole, at: 4e9 },
    ])
      expect(await codeOf(wrong)).toBe(40000);
    for (const wrong of [
      { ...whole, user_id: 'nobody' },
      { ...whole, post_id: 'none' },
      { ...of, out_trade_no: '1' },
    ])
      expect(await codeOf(wrong)).toBe(40400);
    await api.data(deletePost, { post_id: post.post_id }, creator);
    await api.projected();
    expect(await codeOf(whole)).toBe(41010);
    expect((await looks()).length).toBe(before + 3);
  });

  test('requires a reason and a person', async () => {
    const { user_id } = fan;
    const wrong: Record<string, string>[] = [
      { user_id },
      { user_id, reason: '  ' },
      { reason: 'why' },
      { account: 'x', reason: 'why' },
    ];
    for (const query of wrong) {
      expect((await api.send(searchOrders, query, support)).ec).toBe(40000);
    }
    expect((await api.send(getSupportOrder, { out_trade_no: order }, support)).ec).toBe(40000);
    const unknown: [string, Record<string, string>][] = [
      ['/api/support/orders', { account: 'nobody@example.com' }],
      ['/api/support/orders', { user_id: 'nobody' }],
      ['/api/support/order', { out_trade_no: '1' }],
    ];
    for (const [url, query] of unknown) {
      expect((await api.get(url, support, { ...query, reason: 'why' })).ec).toBe(40400);
    }
  });

  test('is the only one who may', async () => {
    for (const role of ['finance', 'admin'] as const) {
      const other = await api.staff(role);
      expect((await api.call(searchOrders, { user_id: fan.user_id, reason: 'why' }, other)).ec).toBe(40300);
    }
    // Reading is all: nothing of an order is support's to change.
    for (const url of ['/api/order/refund', '/api/order/cancel-order']) {
      expect([40300, 40400]).toContain((await api.post(url, { out_trade_no: order }, support)).ec);
    }
  });
});

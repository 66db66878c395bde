import { beforeAll, describe, expect, test } from 'vitest';
import { asPlanId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { listSponsors } from '#services/contract/memberships/sponsors.ts';
import type { OpenOrder } from '#services/contract/open/answers.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { listCreatorOrders, type Order } from '#services/contract/orders/order-list.ts';
import { type OpenProgram, openProgram } from '../testing/open-calls.ts';
import { type OrderCalls, orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { certify } from '../testing/replying.ts';
import { keepAddress } from '../testing/sample-shop.ts';
import { forSale, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const NEVER = 2_114_352_000;
const api = fixture(startTestApi);
const creator = fixture(() => api.creator('林间'));
let program: OpenProgram;
let calls: OrderCalls;
const anna = fixture(() => api.user('Anna'));
let coffee: string;
let goods: { plan_id: string; sku_id: string };
/** Paid orders, the oldest first. */
const paid: string[] = [];

async function bought(fan: TestUser, body: object, yuan: number): Promise<string> {
  const { data } = await calls.create(body, fan);
  await calls.pay(data.out_trade_no, yuan);
  paid.push(data.out_trade_no);
  return data.out_trade_no;
}

beforeAll(async () => {
  await certify(api, creator);
  calls = orderCalls(api, creator);
  program = await openProgram(api, creator, [
    'orders',
    'sponsors',
    'plans',
    'posts',
    'replies',
    'edit-replies',
    'messages',
  ]);
  coffee = (await savePlan(api, creator, sponsorshipForm)).plan_id;
  const forever = {
    ...sponsorshipForm,
    name: 'For ever',
    price: '99.00',
    permanent: 1,
    independent: 1,
  } as const;
  const permanent = (await savePlan(api, creator, forever)).plan_id;
  const shop = await savePlan(api, creator, {
    name: 'Scarf',
    product_type: 1,
    need_address: true,
    reply_switch: true,
    reply_content: 'Thanks',
    sku: [forSale('Red', 5, { reply_random_switch: true }), forSale('Blue', '')],
  });
  goods = { plan_id: shop.plan_id, sku_id: shop.sku[0]?.sku_id ?? '' };
  const bo = await api.user('Bo');
  const sku = [{ sku_id: goods.sku_id, count: 2 }];
  await bought(anna, { plan_id: coffee, month: 3, custom_order_id: 'own-1' }, 90);
  await bought(bo, { user_id: creator.user_id, custom_price: '5.00', product_type: 0 }, 5);
  const more = { address_id: await keepAddress(api, anna), remark: '请快一点' };
  const third = await bought(anna, { plan_id: goods.plan_id, sku, ...more }, 20);
  await bought(bo, { plan_id: permanent }, 99);
  await calls.create({ plan_id: coffee }, await api.user('unpaid'));
  await api.call(refundOrder, { out_trade_no: third, amount: '10.00', reason: 'late' }, creator);
  await api.projected();
});

const orders = async (params: object) => (await program.call('query-order', params)).data;
const numbers = ({ list }: { list: { out_trade_no: string }[] }) => list.map((one) => one.out_trade_no);
const newest = () => paid.toReversed();

describe('query-order', () => {
  test('has the paid orders of the creator’s list, with equal figures, newest first', async () => {
    const { list, total_count, total_page } = await orders({ page: 1 });
    const { data } = await api.call(listCreatorOrders, { status: 2, per_page: 100 }, creator);
    expect([numbers({ list }), total_count, total_page]).toEqual([newest(), paid.length, 1]);
    const shared = (one: Order | OpenOrder) => ({
      out_trade_no: one.out_trade_no,
      status: one.status,
      remark: one.remark,
      total_amount: one.total_amount,
      show_amount: one.show_amount,
      discount: one.discount,
      create_time: one.create_time,
      custom_order_id: one.custom_order_id,
      redeem_id: one.redeem_id,
      refund_state: one.refund_state,
      refunded_amount: one.refunded_amount,
    });
    expect(list.map(shared)).toEqual(data.list.map(shared));
  });

  test('has address, SKUs, parts of the money, refunds and the end of the membership', async () => {
    const { list } = await orders({});
    const [permanent, scarf, custom, sponsorship] = list;
    expect(scarf).toMatchObject({
      user_name: 'Anna',
      plan_title: 'Scarf',
      title: 'Scarf',
      product_type: 1,
      remark: '请快一点',
      address_person: '林小满',
      address_phone: '13800138000',
      total_amount: '20.00',
      payment_fee: '0.20',
      service_fee: '1.00',
      affiliate_fee: '0.00',
      net_amount: '18.80',
      refund_state: 1,
      refunded_amount: '10.00',
      membership_end: 0,
      sku_detail: [
        { sku_id: goods.sku_id, count: 2, name: 'Red', price: '10.00', album_id: '', post_id: '' },
      ],
    });
    expect(scarf?.address_address).toContain('文三路 42 号');
    expect(custom).toMatchObject({ plan_id: '', plan_title: '', total_amount: '5.00', sku_detail: [] });
    expect(sponsorship).toMatchObject({ month: 3, custom_order_id: 'own-1', address_person: '' });
    expect(sponsorship?.membership_end).toBeGreaterThan(0);
    expect(permanent?.membership_end).toBe(NEVER);
    expect(scarf?.user_private_id).toBe(sponsorship?.user_private_id);
    expect(scarf?.user_private_id).not.toBe(custom?.user_private_id);
  });

  test('pages; a size outside its range is clamped; numbers may be text', async () => {
    const second = await orders({ page: '2', per_page: '3' });
    expect([numbers(second), second.total_count, second.total_page]).toEqual([newest().slice(3), 4, 2]);
    expect(numbers(await orders({ per_page: 0 }))).toEqual(newest().slice(0, 1));
    expect((await orders({ per_page: 1_000_000_000 })).total_page).toBe(1);
    expect(numbers(await orders({ page: 1_000_000_000 }))).toEqual([]);
    expect(numbers(await orders({ page: 'x', per_page: '' }))).toEqual(newest());
  });

  test('finds numbers, alone and with a page; unknown ones give an empty list', async () => {
    const [one = '', two = ''] = paid;
    const both = await orders({ out_trade_no: ` ${one}, ${two},unknown` });
    expect([numbers(both), both.total_count]).toEqual([[two, one], 2]);
    const paged = await orders({ out_trade_no: `${one},${two}`, page: 2, per_page: 1 });
    expect([numbers(paged), paged.total_page]).toEqual([[one], 2]);
    expect(await orders({ out_trade_no: 'unknown' })).toMatchObject({
      list: [],
      total_count: 0,
      total_page: 0,
    });
    const other = await openProgram(api, await api.creator());
    expect((await other.call('query-order', { out_trade_no: one })).data.list).toEqual([]);
  });

  test('reads without gaps by position', async () => {
    const read: string[] = [];
    for (let after = 0, size = 1; size > 0; ) {
      const page = await orders({ after, per_page: 3 });
      read.push(...numbers(page));
      expect(page.total_count).toBe(paid.length);
      size = page.list.length;
      after = page.next_after;
    }
    expect(read).toEqual(paid);
  });
});

describe('query-sponsor', () => {
  const sponsors = async (params: object = {}) => (await program.call('query-sponsor', params)).data;
  const names = ({ list }: Awaited<ReturnType<typeof sponsors>>) => list.map(({ user }) => user.name);

  test('has the sponsors of the creator’s list with equal totals, the newest relation first', async () => {
    const found = await sponsors();
    expect([names(found), found.total_count, found.total_page]).toEqual([['Bo', 'Anna'], 2, 1]);
    const { data } = await api.call(listSponsors, {}, creator);
    const totals = new Map(data.list.map((one) => [one.user.user_id, one]));
    for (const { user, all_sum_amount, first_pay_time, last_pay_time, create_time } of found.list) {
      expect(totals.get(user.user_id)).toMatchObject({ all_sum_amount, first_pay_time, last_pay_time });
      expect(create_time).toBe(first_pay_time);
    }
  });

  test('has the plans that are valid, with their end', async () => {
    const [bo, ann] = (await sponsors()).list;
    expect(bo?.current_plan).toMatchObject({ name: 'For ever', expire_time: NEVER, permanent: 1 });
    expect(ann?.sponsor_plans.map(({ name }) => name)).toEqual(['Coffee', 'Scarf']);
    expect(ann?.current_plan).toMatchObject({
      plan_id: coffee,
      name: 'Coffee',
      price: '30.00',
      favorable_price: -1,
      sale_limit_count: -1,
      need_invite_code: false,
      has_coupon: 0,
      coupon: [],
      config: {},
      sku_processed: [],
      timing: { timing_on: 0, timing_off: 0 },
      independent: 0,
      rankType: 0,
    });
    expect(ann?.current_plan).not.toHaveProperty('shipping_fee_info');
    const fan = await api.user('Cleo');
    const other = await api.creator();
    const { data } = await calls.create(
      { user_id: other.user_id, custom_price: '7.00', product_type: 0 },
      fan,
    );
    await calls.pay(data.out_trade_no, 7);
    await api.projected();
    const own = await openProgram(api, other);
    const { list } = (await own.call('query-sponsor', {})).data;
    expect(list).toMatchObject([{ sponsor_plans: [], current_plan: { name: '' }, all_sum_amount: '7.00' }]);
  });

  test('pages, and finds users', async () => {
    const second = await sponsors({ page: 2, per_page: '1' });
    expect([names(second), second.total_page]).toEqual([['Anna'], 2]);
    expect(names(await sponsors({ page: 9 }))).toEqual([]);
    expect((await sponsors({ per_page: 500 })).total_page).toBe(1);
    expect(names(await sponsors({ user_id: `${anna.user_id},nobody` }))).toEqual(['Anna']);
    expect(await sponsors({ user_id: 'nobody' })).toMatchObject({ list: [], total_count: 0 });
  });
});

test('query-posts has published posts by page, newest first, and no text', async () => {
  const text = { content: 'The key is under the mat', preview_text: 'Soon' };
  const [first, second] = [
    await publish(api, creator, { ...text, audience: 'members' }),
    await publish(api, creator, text),
  ];
  await publish(api, await certifiedCreator(api), text);
  await api.projected();
  const answer = await program.call('query-posts', { per_page: 1, page: 2 });
  expect(answer.data).toMatchObject({
    list: [
      { post_id: first.post_id, preview_text: 'Soon', audience: 'members', publish_sn: first.publish_sn },
    ],
    total_count: 2,
    total_page: 2,
  });
  const { list } = (await program.call('query-posts', {})).data;
  expect(list.map(({ post_id }) => post_id)).toEqual([second.post_id, first.post_id]);
  expect(JSON.stringify(list)).not.toContain(text.content);
});

describe('plans and replies', () => {
  const reply = async (params: object) => await program.call('update-plan-reply', params);
  const planOf = async (plan_id: string) => (await program.call('query-plan', { plan_id })).data.plan;

  test('query-plan has a product with its SKUs, and a sponsorship without', async () => {
    const scarf = await planOf(goods.plan_id);
    expect(scarf).toMatchObject({ name: 'Scarf', product_type: 1, reply_content: 'Thanks' });
    expect(scarf.skus).toMatchObject([
      {
        sku_id: goods.sku_id,
        plan_id: goods.plan_id,
        name: 'Red',
        desc: '',
        price: '10.00',
        reply_content: '',
      },
      { name: 'Blue', stock: '' },
    ]);
    expect(await planOf(coffee)).not.toHaveProperty('skus');
  });

  test('query-plan of another’s plan is not found; without an id it is incomplete', async () => {
    const other = await openProgram(api, await api.creator());
    expect((await other.call('query-plan', { plan_id: coffee })).ec).toBe(40400);
    const { ec, data } = await program.call('query-plan', { page: 1 });
    expect([ec, data.explain]).toMatchObject([400001, expect.stringContaining('plan_id')]);
  });

  test('query-plans has all plans, hidden ones too, by page', async () => {
    const hidden = await savePlan(api, creator, { ...sponsorshipForm, name: 'Hidden', status: 3 });
    await api.projected();
    const { list, total_count } = (await program.call('query-plans', {})).data;
    expect(list.map(({ name }) => name).sort()).toEqual(['Coffee', 'For ever', 'Hidden', 'Scarf']);
    expect([total_count, list.find(({ plan_id }) => plan_id === hidden.plan_id)?.status]).toEqual([4, 3]);
    expect((await program.call('query-plans', { per_page: 1, page: 4 })).data.list).toHaveLength(1);
  });

  test('a reply is overwritten by text, and not by none; the next call sees it', async () => {
    expect((await reply({ plan_id: coffee, auto_reply: '你好' })).data.reply_random_num).toBe(0);
    expect((await planOf(coffee)).reply_content).toBe('你好');
    const before = await api.deps.log.head();
    await reply({ plan_id: coffee, auto_reply: '' });
    await reply({ plan_id: coffee, auto_reply: '你好' });
    expect([(await planOf(coffee)).reply_content, await api.deps.log.head()]).toEqual(['你好', before]);
    await reply({ sku_id: goods.sku_id, auto_reply: 'Red ones' });
    const { skus, reply_content, desc } = await planOf(goods.plan_id);
    expect([skus?.[0]?.reply_content, reply_content, desc]).toEqual(['Red ones', 'Thanks', '']);
  });

  test('random replies are appended or overwritten, and unchanged without a type', async () => {
    const { sku_id } = goods;
    const set = async (more: object) => (await reply({ sku_id, ...more })).data.reply_random_num;
    const lines = async () => (await planOf(goods.plan_id)).skus?.[0]?.reply_random_content;
    const append = { update_random_reply_type: 'append' };
    expect(await set({ auto_random_reply: 'a\nb', ...append })).toBe(0);
    expect(await set({ auto_random_reply: 'c\nd\ne', ...append, idempotency_key: 'k' })).toBe(3);
    expect(await set({ auto_random_reply: 'c\nd\ne', ...append, idempotency_key: 'k' })).toBe(3);
    expect(await lines()).toBe('c\nd\ne');
    expect(await set({ auto_random_reply: 'x' })).toBe(3);
    expect(await set({ auto_random_reply: 'f', update_random_reply_type: 'overwrite' })).toBe(1);
    expect(await lines()).toBe('f');
    const [, , scarf = ''] = paid;
    const request = { out_trade_no: `${scarf},${paid[0]},unknown` };
    const { list } = (await program.call('query-random-reply', request)).data;
    expect(list.filter(({ content }) => content !== '')).toEqual([{ out_trade_no: scarf, content: 'a\nb' }]);
    const other = await openProgram(api, await api.creator());
    expect((await other.call('query-random-reply', request)).data.list).toEqual([]);
  });

  test.each([
    ['a product by its plan', () => ({ plan_id: goods.plan_id, auto_reply: 'x' }), 40000],
    ['nothing', () => ({ auto_reply: 'x' }), 40000],
    ['what is unknown', () => ({ sku_id: 'nothing', auto_reply: 'x' }), 40400],
    ['another way', () => ({ plan_id: coffee, update_random_reply_type: 'x' }), 40000],
    ['a NUL', () => ({ plan_id: coffee, auto_reply: 'a\0' }), 40000],
  ])('a change of %s is refused', async (_, params, ec) => {
    const before = await api.deps.log.head();
    expect([(await reply(params())).ec, await api.deps.log.head()]).toEqual([ec, before]);
  });

  test('replies are for certified creators', async () => {
    const other = await api.creator();
    const plan = await savePlan(api, other, sponsorshipForm);
    const own = await openProgram(api, other, ['edit-replies']);
    const change = { plan_id: asPlanId(plan.plan_id), auto_reply: 'x' };
    expect((await own.call('update-plan-reply', change)).ec).toBe(40000);
  });

  test('no message is sent until there are messages', async () => {
    const message = { recipient: anna.user_id, content: 'hello' };
    expect((await program.call('send-msg', message)).ec).toBe(40902);
    expect((await program.call('send-msg', { recipient: anna.user_id })).ec).toBe(400001);
  });
});

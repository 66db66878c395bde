import { beforeEach, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import { getAccess, previewTerms } from '#services/contract/content/access.ts';
import { deletePost, hidePost, type PublishPost } from '#services/contract/content/posts.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { orderCalls } from '../../testing/order-calls.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { forSale, savePlan, sponsorshipForm } from '../../testing/shop.ts';
import { startTestApi, type TestUser } from '../../testing/test-api.ts';

const DAY = 86_400;
const api = fixture(startTestApi);
let creator: TestUser;
let fan: TestUser;
beforeEach(async () => {
  creator = await certifiedCreator(api);
  fan = await api.user();
});

const now = () => Math.floor(api.deps.clock.now() / 1_000);
const pass = (days: number) => api.deps.clock.setOffset(api.deps.clock.offset + days * DAY * 1_000);
const write = (body: Partial<PublishPost>) => publish(api, creator, { content: 'Hello', ...body });
const sponsorship = async (name: string, price: string) =>
  (await savePlan(api, creator, { ...sponsorshipForm, name, price })).plan_id;
const join = (plan_id: string, more: object = {}) => orderCalls(api, fan).buy({ plan_id, month: 1, ...more });
const refund = (out_trade_no: string) => api.data(refundOrder, { out_trade_no }, creator);
const access = async (input: { post_id: string; user_id?: string; at?: number }, as = fan) => {
  await api.projected();
  return api.data(getAccess, input, as);
};
const codeOf = async (input: { post_id: string; user_id?: string; at?: number }, as?: TestUser) =>
  (await api.call(getAccess, input, as)).ec;
/** What the first grant says. */
const first = async (input: Parameters<typeof access>[0], as = fan) => (await access(input, as)).grants[0];

test('a membership opens a post until it ends, is refunded or replaced: with order, plan and times', async () => {
  const [coffee, cake] = [await sponsorship('Coffee', '30.00'), await sponsorship('Cake', '60.00')];
  const { post_id, publish_time } = await write({ audience: 'members' });
  expect(await access({ post_id })).toMatchObject({
    open: false,
    reason: 'no_grant',
    grants: [],
    audience: 'members',
    publish_time,
  });
  pass(1);
  const order = await join(coffee);
  const [bought, open] = [now(), await access({ post_id })];
  expect(open).toMatchObject({ open: true, reason: 'grant', user: { user_id: fan.user_id, name: fan.name } });
  expect(open.grants).toEqual([
    {
      kind: 'membership',
      out_trade_no: order,
      plan_id: coffee,
      sku_id: '',
      name: 'Coffee',
      monthly_amount: '30.00',
      from: expect.any(Number),
      until: expect.any(Number),
      verdict: 'opens',
      ended_time: 0,
      ended_by: '',
    },
  ]);
  const named = await write({ audience: 'named', plan_ids: [cake] });
  const dear = await write({ audience: 'price', min_price: '50.00' });
  const earlier = await write({ audience: 'members', window: 'period' });
  expect(await first({ post_id: named.post_id })).toMatchObject({ verdict: 'other_plan', name: 'Coffee' });
  expect(await first({ post_id: dear.post_id })).toMatchObject({ verdict: 'cheaper' });
  expect(await first({ post_id: earlier.post_id })).toMatchObject({ verdict: 'opens' });
  pass(1);
  const upgrade = await join(cake);
  const upgraded = now();
  const before = await write({ audience: 'named', plan_ids: [coffee] });
  expect(await first({ post_id: before.post_id })).toMatchObject({ verdict: 'replaced', ended_by: upgrade });
  expect(await first({ post_id: dear.post_id })).toMatchObject({ verdict: 'opens', out_trade_no: upgrade });
  pass(1);
  await refund(upgrade);
  await refund(order);
  const closed = await access({ post_id });
  expect(closed).toMatchObject({ open: false, reason: 'closed' });
  expect(closed.grants.map(({ verdict, ended_by }) => [verdict, ended_by])).toEqual([
    ['refunded', upgrade],
    ['refunded', order],
  ]);
  // The past stays what it was.
  expect(await access({ post_id, at: bought + 1 })).toMatchObject({ open: true, time: bought + 1 });
  expect(
    (await access({ post_id, at: upgraded + 1 })).grants.map(({ name, verdict }) => [name, verdict]),
  ).toEqual([
    ['Cake', 'opens'],
    ['Coffee', 'replaced'],
  ]);
  expect(await access({ post_id, at: publish_time + 1 })).toMatchObject({ open: false, reason: 'no_grant' });
  expect(await access({ post_id, at: publish_time - 1 })).toMatchObject({ reason: 'unpublished' });

  const again = await join(coffee);
  pass(40);
  expect(await first({ post_id })).toMatchObject({ verdict: 'ended', out_trade_no: again, ended_time: 0 });
  const later = await write({ audience: 'members', window: 'period' });
  expect(await first({ post_id: later.post_id })).toMatchObject({ verdict: 'not_at_publication' });
});

test('a purchase opens what names it, and a refund closes it', async () => {
  const scarf = { name: 'Scarf', product_type: 1 as const, sku: [forSale('Red', 5)] };
  const { plan_id, sku } = await savePlan(api, creator, scarf);
  const [{ sku_id } = { sku_id: '' }] = sku;
  const { post_id } = await write({ audience: 'named', skus: [{ plan_id, sku_id }] });
  const other = await write({ audience: 'members' });
  const order = await orderCalls(api, fan).buy({ plan_id, sku: [{ sku_id, count: 1 }] });
  expect(await first({ post_id })).toMatchObject({
    kind: 'purchase',
    out_trade_no: order,
    plan_id,
    sku_id,
    verdict: 'opens',
    until: 2_114_352_000,
  });
  expect(await access({ post_id: other.post_id })).toMatchObject({ reason: 'no_grant', grants: [] });
  const then = now();
  pass(1);
  await refund(order);
  expect(await first({ post_id })).toMatchObject({ verdict: 'refunded', ended_by: order });
  expect(await first({ post_id, at: then + 1 })).toMatchObject({
    verdict: 'opens',
    ended_by: '',
    ended_time: 0,
  });
});

test('early access ends, and terms that changed are those of the time', async () => {
  const public_time = now() + DAY;
  const { post_id } = await write({ audience: 'members', public_time });
  expect(await access({ post_id })).toMatchObject({ open: false, public_time });
  const then = now();
  pass(1);
  await write({ post_id, audience: 'members', public_time });
  expect(await access({ post_id })).toMatchObject({ open: true, reason: 'opened' });
  expect(await access({ post_id, at: public_time - 1 })).toMatchObject({ open: false });
  pass(1);
  await write({ post_id, audience: 'all' });
  expect(await access({ post_id })).toMatchObject({ open: true, reason: 'everybody', audience: 'all' });
  expect(await access({ post_id, at: then + 1 })).toMatchObject({ audience: 'members', reason: 'no_grant' });
  const later = now();
  pass(1);
  await api.data(hidePost, { post_id }, creator);
  expect(await access({ post_id, user_id: fan.user_id }, creator)).toMatchObject({
    open: false,
    reason: 'hidden',
  });
  expect(await access({ post_id, user_id: fan.user_id, at: later + 1 }, creator)).toMatchObject({
    open: true,
  });
});

test('a fan asks about oneself, the creator and the team with the right about anybody', async () => {
  await sponsorship('Coffee', '30.00');
  const { post_id } = await write({ audience: 'members' });
  const own = await write({ audience: 'self' });
  const [other, member, plain] = [await api.user(), await api.user(), await api.user()];
  for (const [who, right] of [
    [member, 'content'],
    [plain, 'orders'],
  ] as const) {
    const { email: account } = await api.deps.accounts.addressesOf(who.user_id);
    await api.data(addTeamMember, { account, member_name: 'Ann', rights: [right] }, creator);
  }
  const about = { post_id, user_id: fan.user_id };
  for (const who of [creator, member]) {
    expect(await access(about, who)).toMatchObject({ open: false, user: { user_id: fan.user_id } });
    expect(await access({ post_id }, who)).toMatchObject({ open: true, reason: 'creator' });
    expect(await codeOf({ post_id, user_id: 'nobody' }, who)).toBe(40400);
    expect((await access({ post_id: own.post_id, user_id: fan.user_id }, who)).reason).toBe('only_creator');
  }
  expect(await codeOf(about, fan)).toBe(200);
  for (const who of [other, plain]) expect(await codeOf(about, who)).toBe(40400);
  expect(await codeOf({ post_id: own.post_id }, fan)).toBe(40400);
  expect(await codeOf({ post_id: 'unknown' }, fan)).toBe(40400);
  expect(await codeOf({ post_id })).toBe(40100);
  const future = await api.send(getAccess, { post_id, at: now() + 60 }, fan);
  expect(future.data.errors).toMatchObject([{ field: 'at' }]);
  for (const at of [-1, 1.5, 1e15]) expect(await codeOf({ post_id, at }, fan)).toBe(40000);
  await api.data(deletePost, { post_id }, creator);
  await api.projected();
  expect([await codeOf({ post_id }, fan), await codeOf(about, creator)]).toEqual([41010, 41010]);
});

test('a change of terms says who loses and who gains access before it is saved', async () => {
  const [coffee, cake] = [await sponsorship('Coffee', '30.00'), await sponsorship('Cake', '60.00')];
  const { post_id } = await write({ audience: 'members' });
  const rich = await api.user();
  await join(coffee);
  await orderCalls(api, rich).buy({ plan_id: cake, month: 1 });
  await api.projected();
  const before = await api.deps.log.head();
  const preview = (body: object) => api.data(previewTerms, { post_id, ...body }, creator);
  const closed = { before: false, after: false };
  expect(await preview({ audience: 'price', min_price: '50.00' })).toMatchObject({
    losing: 1,
    gaining: 0,
    keeping: 1,
    losers: [{ user_id: fan.user_id, name: fan.name }],
    everybody: closed,
  });
  expect(await preview({ audience: 'members' })).toMatchObject({ losing: 0, keeping: 2, losers: [] });
  expect(await preview({ audience: 'self' })).toMatchObject({ losing: 2, keeping: 0, everybody: closed });
  expect(await preview({ audience: 'named', plan_ids: [coffee] })).toMatchObject({ losing: 1, keeping: 1 });
  expect(await preview({ audience: 'all' })).toMatchObject({
    keeping: 2,
    everybody: { before: false, after: true },
  });
  expect(await api.deps.log.head()).toBe(before);
  await write({ post_id, audience: 'named', plan_ids: [cake] });
  await api.projected();
  expect(await preview({ audience: 'members' })).toMatchObject({ losing: 0, gaining: 1, keeping: 1 });

  const refused = async (body: object, as = creator) =>
    (await api.send(previewTerms, { post_id, ...body }, as)).ec;
  expect(await refused({ audience: 'price' })).toBe(40000);
  expect(await refused({ audience: 'members' }, await certifiedCreator(api))).toBe(40400);
  const draft = await write({ publish_time: now() + DAY });
  expect(await refused({ post_id: draft.post_id, audience: 'members' })).toBe(40902);
});

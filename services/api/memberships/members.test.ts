import { beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { addDays, DAY_MS } from '#events/time.ts';
import { endAgreement, getOrderSignature, listAgreements } from '#services/contract/memberships/calls.ts';
import {
  deleteSponsorRelation,
  editMembershipNotices,
  listMyMembers,
  listMySponsorships,
  listSponsors,
  type Members,
  type Sponsoring,
  whoSponsoredMe,
} from '#services/contract/memberships/sponsors.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { type OrderCalls, orderCalls } from '../testing/order-calls.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const clock = movableClock();
let creator: TestUser;
let calls: OrderCalls;
let coffee: string;
let forever: string;

const pass = (days: number) => clock.setOffset(clock.offset + days * DAY_MS);
const today = () => api.deps.calendar.dayOf(clock.now());

async function buy(fan: TestUser, plan_id: string, yuan: number, month?: number): Promise<string> {
  const out_trade_no = await calls.buy({ plan_id, month, total_amount: `${yuan}.00` }, fan);
  await api.projected();
  return out_trade_no;
}
async function members(query: Record<string, string | number> = {}): Promise<Members> {
  return api.data(listMyMembers, query, creator);
}
async function sponsoring(fan: TestUser): Promise<Sponsoring['list']> {
  const data = await api.data(listMySponsorships, {}, fan);
  return data.list;
}

const api = fixture(() => startTestApi({ clock }));
beforeAll(async () => {
  // At noon, so that no day ends while a test runs.
  const { calendar } = api.deps;
  clock.setOffset(calendar.startOf(addDays(calendar.dayOf(Date.now()), 1)) + DAY_MS / 2 - Date.now());
  creator = await api.creator('林间');
  calls = orderCalls(api, creator);
  coffee = (await savePlan(api, creator, sponsorshipForm)).plan_id;
  const form = {
    ...sponsorshipForm,
    name: 'For ever',
    price: '99.00',
    permanent: 1,
    independent: 1,
  } as const;
  forever = (await savePlan(api, creator, form)).plan_id;
});

test('the members of any day, their monthly amount, and the end of each', async () => {
  const [anna, bo] = [await api.user('Anna'), await api.user('Bo')];
  const first = today();
  await buy(anna, coffee, 90, 3);
  pass(5);
  await buy(bo, coffee, 30, 1);
  await buy(bo, forever, 99);

  const now = await members();
  expect(now).toMatchObject({ members: 2, monthly_recurring: '60.00', total_count: 3 });
  // Earliest end first; memberships without end last.
  expect(now.list.map(({ user, plan }) => [user.name, plan.name, plan.monthly_amount])).toEqual([
    ['Bo', 'Coffee', '30.00'],
    ['Anna', 'Coffee', '30.00'],
    ['Bo', 'For ever', '99.00'],
  ]);
  expect(await members({ date: first })).toMatchObject({ members: 1, monthly_recurring: '30.00' });
  const second = await members({ per_page: 2, page: 2 });
  expect([second.list.length, second.has_more, second.total_count]).toEqual([1, false, 3]);

  pass(40);
  expect(await members()).toMatchObject({ members: 2, monthly_recurring: '30.00', total_count: 2 });
  expect(await members({ date: first })).toMatchObject({ members: 1 });
});

test('a fan sees each membership by creator, with its end and grants', async () => {
  const cleo = await api.user('Cleo');
  expect(await sponsoring(cleo)).toEqual([]);
  const order = await buy(cleo, coffee, 60, 2);
  const [one] = await sponsoring(cleo);
  expect(one).toMatchObject({
    user: { name: '林间' },
    all_sum_amount: '60.00',
    plans: [{ plan_id: coffee, name: 'Coffee', monthly_amount: '30.00', independent: false }],
  });
  const until = one?.plans[0]?.expire_time ?? 0;
  expect(api.deps.calendar.dayOf(until * 1000)).toBe(
    api.deps.calendar.dayOf(api.deps.calendar.addMonths(clock.now(), 2)),
  );
  await api.call(refundOrder, { out_trade_no: order }, creator);
  await api.projected();
  expect(await sponsoring(cleo)).toEqual([]);
});

test('an upgrade is offered only where the creator sells a dearer plan', async () => {
  const seller = await api.creator('峰');
  const plan = async (name: string, price: string) =>
    (await savePlan(api, seller, { ...sponsorshipForm, name, price })).plan_id;
  const [low, top] = [await plan('Low', '10.00'), await plan('Top', '20.00')];
  const buyer = orderCalls(api, seller);
  const offers = async (plan_id: string, total_amount: string) => {
    const fan = await api.user('Fan');
    await buyer.buy({ plan_id, month: 1, total_amount }, fan);
    await api.projected();
    return (await sponsoring(fan)).map(({ can_upgrade, can_plan_cheaper }) => [
      can_upgrade,
      can_plan_cheaper,
    ]);
  };
  expect(await offers(low, '10.00')).toEqual([[true, false]]);
  expect(await offers(top, '20.00')).toEqual([[false, true]]);
});

test('an ended membership is listed for 30 days, until another follows; its mails can be turned off', async () => {
  const dora = await api.user('Dora');
  const ended = async () => {
    const { ended: list, notices } = await api.data(listMySponsorships, {}, dora);
    return { plans: list.map(({ user, plan }) => [user.name, plan.name]), notices };
  };
  await buy(dora, coffee, 30, 1);
  expect(await ended()).toEqual({ plans: [], notices: true });
  pass(32);
  expect((await ended()).plans).toEqual([['林间', 'Coffee']]);
  await buy(dora, forever, 99);
  expect((await ended()).plans).toEqual([['林间', 'Coffee']]);
  await buy(dora, coffee, 30, 1);
  expect((await ended()).plans).toEqual([]);
  pass(62);
  expect((await ended()).plans).toEqual([]);
  expect(await api.data(editMembershipNotices, { notices: 0 }, dora)).toEqual({ notices: false });
  expect((await ended()).notices).toBe(false);
  expect((await api.call(editMembershipNotices, { notices: 'maybe' as never }, dora)).ec).toBe(40000);
});

test('a cheaper plan is chosen for the time after the present one, and its agreement replaces the other', async () => {
  const emil = await api.user('Emil');
  const form = { ...sponsorshipForm, name: 'Tea', price: '10.00', can_ali_agreement: 1 } as const;
  const tea = (await savePlan(api, creator, form)).plan_id;
  await buy(emil, coffee, 30, 1);
  const [now] = await sponsoring(emil);
  const until = now?.plans[0]?.expire_time ?? 0;
  expect((await calls.create({ plan_id: tea }, emil)).ec).toBe(41004);
  const wanted = { plan_id: tea, begin_at_end: true, total_amount: '10.00', agreement_amount: '10.00' };
  const order = await calls.buy(wanted, emil);
  await api.projected();
  const [both] = await sponsoring(emil);
  expect(both).toMatchObject({
    plans: [{ name: 'Coffee', expire_time: until }],
    planned: [{ name: 'Tea', begin_time: until, monthly_amount: '10.00' }],
  });
  const end = both?.planned[0]?.expire_time ?? 0;
  const agreed = await api.data(listAgreements, {}, emil);
  expect(agreed.list).toMatchObject([{ name: 'Tea', until: end, end_reason: '' }]);
  pass(32);
  expect(await sponsoring(emil)).toMatchObject([{ plans: [{ name: 'Tea', expire_time: end }], planned: [] }]);
  const { ended } = await api.data(listMySponsorships, {}, emil);
  expect(ended).toEqual([]);
  await api.call(refundOrder, { out_trade_no: order }, creator);
  await api.projected();
  expect(await sponsoring(emil)).toEqual([]);
});

test('an order says whether an agreement to renew was signed with it', async () => {
  const finn = await api.user('Finn');
  const form = { ...sponsorshipForm, name: 'Cocoa', can_ali_agreement: 1 } as const;
  const { plan_id } = await savePlan(api, creator, form);
  const sign = (out_trade_no: string, as = finn) => api.call(getOrderSignature, { out_trade_no }, as);
  const agreed = { plan_id, agreement_amount: '30.00' };
  const { out_trade_no: signed } = await api.data(createOrder, agreed, finn);
  const terms = { amount: '30.00', months: 1 };
  expect((await sign(signed)).data).toMatchObject({ sign_status: 'offered', ...terms });
  await calls.pay(signed, 30);
  expect((await sign(signed)).data).toMatchObject({ out_trade_no: signed, sign_status: 'active', ...terms });
  const plain = await calls.buy({ plan_id }, finn);
  expect((await sign(plain)).data).toMatchObject({ sign_status: 'none', amount: null, months: 0 });
  await api.data(endAgreement, { plan_id }, finn);
  expect((await sign(signed)).data).toMatchObject({ sign_status: 'ended', ...terms });
  // The creator and strangers learn nothing.
  for (const as of [creator, await api.user()]) expect((await sign(signed, as)).ec).toBe(40400);
  expect((await sign('2999')).ec).toBe(40400);
  expect((await api.call(getOrderSignature, { out_trade_no: signed })).ec).toBe(40100);
});

test('members are their creator’s business', async () => {
  const fan = await api.user();
  expect((await api.call(listMyMembers, {}, fan)).ec).toBe(40300);
  expect((await api.call(listMyMembers, {})).ec).toBe(40100);
  expect((await api.call(listMySponsorships, {})).ec).toBe(40100);
  expect((await api.call(listMyMembers, { date: '2026-02-30' }, creator)).ec).toBe(40000);
  const other = await api.creator();
  const { data } = await api.call(listMyMembers, {}, other);
  expect(data).toMatchObject({ members: 0, monthly_recurring: '0.00', list: [] });
});

test('who sponsored the creator is the list of sponsors', async () => {
  const fan = await api.user('Who');
  await buy(fan, coffee, 30, 1);
  const found = await api.data(whoSponsoredMe, { search_q: 'Who', per_page: 5 }, creator);
  expect(found.list).toMatchObject([{ user: { name: 'Who' }, all_sum_amount: '30.00' }]);
  expect(found.list).toEqual((await api.data(listSponsors, { search_q: 'Who', per_page: 5 }, creator)).list);
  expect(await api.call(whoSponsoredMe, {}, fan)).toMatchObject({ ec: 40300 });
});

test('a fan removes ended memberships with a creator from the own list; a running one stays', async () => {
  const [fan, other] = [await api.user(), await api.user()];
  await buy(fan, coffee, 30, 1);
  await buy(other, coffee, 30, 1);
  const remote_id = creator.user_id;
  const remove = (as: TestUser) => api.call(deleteSponsorRelation, { remote_id }, as);
  const ended = async (as: TestUser) => (await api.data(listMySponsorships, {}, as)).ended.length;
  expect(await remove(fan)).toMatchObject({ ec: 40902 });
  pass(32);
  expect([await ended(fan), await ended(other)]).toEqual([1, 1]);
  expect(await remove(fan)).toMatchObject({ ec: 200, em: '删除成功' });
  expect([await ended(fan), await ended(other)]).toEqual([0, 1]);
  expect(await remove(fan)).toMatchObject({ ec: 40400 });
  expect(await api.call(deleteSponsorRelation, { remote_id: 'nobody' }, fan)).toMatchObject({ ec: 40400 });
  // Sponsored and ended again, it is listed again.
  await buy(fan, coffee, 30, 1);
  expect(await remove(fan)).toMatchObject({ ec: 40902 });
  pass(32);
  expect(await ended(fan)).toBe(1);
});

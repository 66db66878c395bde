import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { asOutTradeNo, cartNumber, type OutTradeNo } from '#events/ids.ts';
import { unpaidStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { closeAccount } from '#services/commerce/accounts/close-account.ts';
import { handOverOrder } from '#services/commerce/staff/hand-over-order.ts';
import { ofOrder, shipped } from '#services/commerce/testing/sent-orders.ts';
import { login } from '#services/contract/accounts/accounts.ts';
import { deleteAccount, getDeletion } from '#services/contract/accounts/deletion.ts';
import { changePassword } from '#services/contract/accounts/passport.ts';
import { editAffiliate } from '#services/contract/affiliates/calls.ts';
import { addCartEntry } from '#services/contract/cart/calls.ts';
import { editCreator } from '#services/contract/catalog/creators.ts';
import { deletePlan } from '#services/contract/catalog/plan-changes.ts';
import { editAddress } from '#services/contract/delivery/addresses.ts';
import { getOverlay } from '#services/contract/goals/overlay.ts';
import { listCreatorOrders } from '#services/contract/orders/order-list.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { editIdcard } from '#services/contract/tickets/identities.ts';
import { closedWithMoney } from '#services/modules/accounts/deletion/closed-with-money.ts';
import { removeDue } from '#services/modules/media/removal.ts';
import { addOlderFile, addOlderRows } from '#services/modules/media/testing/older-pictures.ts';
import { photo } from '#services/modules/media/testing/photo.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { buyTickets, moveEvening, openEvent } from '../testing/event-tickets.ts';
import { leaver, PASSWORD } from '../testing/leaving.ts';
import { openProgram } from '../testing/open-calls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { pictures } from '../testing/pictures.ts';
import { sent } from '../testing/sent.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { uploadFile } from '../testing/uploading.ts';
import { cartOf, given, waitingOrder } from '../testing/waiting-orders.ts';

const api = fixture(startTestApi);
const other = fixture(() => api.another());

const ADDRESS = {
  addr_name: 'Wilhelmina',
  addr_phone: '13912345678',
  addr_address: 'Back door of No. 42',
  province: '330000',
  city: '330100',
  area: '330106',
};
const HOLDER = { name: 'Theodora', id_card: '110101199003070011' };

const fan = () => leaver(api);
const openOf = async (as: TestUser) => (await api.data(getDeletion, {}, as)).open;
const leave = (as: TestUser, password = PASSWORD) => api.call(deleteAccount, { password }, as);
const isThere = async (name: string) => (await api.deps.media.store.size(name)) !== null;

/** Names in the store of private files. */
const mediaFiles = async (): Promise<string[]> =>
  (await readdir(join(api.deps.config.dataDir, 'media'), { recursive: true, withFileTypes: true })).flatMap(
    (one) => (one.isFile() ? [one.name] : []),
  );

/** Tables that hold the id, of those that are neither events nor made from them. */
async function tablesWith(user: string): Promise<string[]> {
  const { rows } = await api.deps.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname IN ('accounts', 'cart', 'content', 'relations', 'runtime') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await api.deps.pool.query(`SELECT FROM ${name} t WHERE t::text LIKE $1 LIMIT 1`, [
      `%${user}%`,
    ]);
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

test('a deleted account leaves its id to orders and events, and nothing of the person', async () => {
  const creator = await api.creator();
  const plan = await savePlan(api, creator, sponsorshipForm);
  const person = await fan();
  const { user_id } = person;
  const orders = orderCalls(api, person);
  await orders.buy({ plan_id: plan.plan_id, month: 1, remark: 'ring twice' });
  await api.data(editAddress, ADDRESS, person);
  await api.data(editIdcard, HOLDER, person);
  await api.data(addCartEntry, { plan_id: plan.plan_id, remark: 'for later' }, person);
  await api.deps.accounts.team.add(creator.user_id, user_id, { member_name: 'helper', rights: [] });
  const { config, media, pool } = api.deps;
  const picture = { bytes: pictures.png, extension: 'png', width: 3, height: 2 } as const;
  for (const most of [pictures.png.length + 1, pictures.png.length + 1]) {
    expect(await media.pictures.add(user_id, picture, most)).toMatchObject({ url: expect.any(String) });
  }
  // Of an older version, which stored equal pictures of two accounts once.
  const [own, shared] = ['own.png', 'shared.png'];
  for (const name of [own, shared]) await addOlderFile(config.dataDir, name, pictures.png);
  await addOlderRows(pool, user_id, [own, shared]);
  await addOlderRows(pool, creator.user_id, [shared]);
  const { file_id } = await uploadFile(api, person, 'picture', await photo(200, 100));
  await api.deps.media.files.setUses('post:a', [file_id]);
  await api.deps.outbox.send({ to_user: user_id, template: 'password_changed', values: {} });
  await api.projected();

  expect(await openOf(person)).toEqual([]);
  expect((await leave(person)).ec).toBe(200);
  expect(await tablesWith(user_id)).toEqual(['accounts.team_changes', 'accounts.users']);
  await api.deps.pool.query('UPDATE media.garbage SET due_at = now()');
  await removeDue(api.deps.media.removal, 0);
  expect([await isThere(own), await isThere(shared)]).toEqual([false, true]);
  expect(await mediaFiles()).toEqual([]);
  expect(await api.deps.accounts.team.list(creator.user_id)).toEqual([]);

  const headers = { authorization: `Bearer ${person.token}` };
  const there = async () => (await sent(other.app, { method: 'GET', url: '/api/my/account', headers })).ec;
  await vi.waitFor(async () => expect(await there()).toBe(40101), 20_000);
  const again = { account: person.account, password: PASSWORD };
  expect((await api.call(login, again)).data.errors).toMatchObject([{ field: 'password' }]);
  const creatorOrders = await api.data(listCreatorOrders, {}, creator);
  expect(creatorOrders.list).toMatchObject([
    { user: { user_id, name: '已注销用户', avatar: '' }, remark: '' },
  ]);

  const { list: letters } = await api.data(sandboxOutbox, { account: person.account });
  expect(letters).toMatchObject([{ subject: '账号已注销' }]);

  // The address is free for somebody new, and the deleted account gets no personal data any more.
  const account = accountName(person.account)!;
  const newcomer = await api.deps.accounts.members.add({ name: 'New', account });
  expect(newcomer).not.toBe(user_id);
  await expect(api.deps.vault.put(user_id, 'address', 'too late')).rejects.toThrow('no key');
});

test('what is open is listed with its numbers, and keeps the account', async () => {
  const creator = await api.creator();
  const plan = await savePlan(api, creator, sponsorshipForm);
  const scarf = await savePlan(api, creator, {
    name: 'Scarf',
    product_type: 1,
    need_address: true,
    sku: [{ name: 'Red', price: '9.00', stock: '' }],
  });
  const event = await savePlan(api, creator, {
    name: 'Concert',
    product_type: 4,
    sku: [{ name: 'Seat', price: '9.00', stock: '' }],
  });
  const person = await fan();
  const orders = orderCalls(api, person);
  const { address } = await api.data(editAddress, ADDRESS, person);
  const seat = { plan_id: event.plan_id, sku: [{ sku_id: event.sku[0]!.sku_id, count: 2 }] };
  await orders.buy({ ...seat, tickets: [HOLDER, { ...HOLDER, id_card: '11010519491231002X' }] });
  const goods = { plan_id: scarf.plan_id, sku: [{ sku_id: scarf.sku[0]!.sku_id, count: 1 }] };
  await orders.buy({ ...goods, address_id: address.address_id });
  const unpaid = await orders.create({ plan_id: plan.plan_id, month: 1 });
  await api.projected();

  expect(await openOf(person)).toEqual([
    { kind: 'orders', count: 2 },
    { kind: 'tickets', count: 2 },
  ]);
  expect((await leave(person)).ec).toBe(40902);
  await orders.cancel(unpaid.data.out_trade_no);
  expect(await openOf(person)).toContainEqual({ kind: 'orders', count: 1 });

  expect(await openOf(creator)).toEqual([{ kind: 'seller', count: 1 }]);
  expect((await leave(creator)).ec).toBe(40902);
  const staff = await api.staff('support');
  expect(await openOf(staff)).toEqual([{ kind: 'staff', count: 1 }]);
});

test('an order that was handed over keeps every account that had it, until it is sent', async () => {
  const { committer } = api.deps;
  const [{ user_id: creator_id }, support] = [await api.creator(), await api.staff('support')];
  const people = [await fan(), await fan(), await fan()] as const;
  const [buyer, second, third] = people;
  const handOver = async (out_trade_no: OutTradeNo, from: TestUser, to: TestUser) => {
    const who = { from: from.user_id, to: to.user_id, by: support.user_id, reason: 'lost phone' };
    const command = handOverOrder({ out_trade_no, ...who, secret: to.user_id });
    expect(await committer.submit(command)).toMatchObject({ accepted: true });
  };
  const openOrders = () =>
    Promise.all(people.map(async (one) => (await openOf(one)).map(({ kind, count }) => `${count} ${kind}`)));
  // Both of one cart.
  const { user_id } = buyer;
  const cart_order_no = cartNumber(user_id);
  const parcel = await waitingOrder(committer, { user_id, creator_id }, { cart_order_no });
  const kept = await waitingOrder(committer, { user_id, creator_id }, { cart_order_no });
  const orders = [parcel, kept].map((out_trade_no) => ({ out_trade_no, creator_id }));
  await cartOf(committer, user_id, orders, cart_order_no);
  const data = { user_id, out_trade_no: parcel, lines: [], closed: [] };
  const event = { type: 'UnpaidOrderAdded' as const, data };
  await given(committer, [{ stream: unpaidStream(user_id), creator_id, event }]);
  expect(await openOrders()).toEqual([['2 orders'], [], []]);
  await handOver(parcel, buyer, second);
  expect(await openOrders()).toEqual([['2 orders'], ['1 orders'], []]);
  expect((await leave(second)).ec).toBe(40902);
  await handOver(parcel, second, third);
  expect(await openOrders()).toEqual([['2 orders'], ['1 orders'], ['1 orders']]);
  await given(committer, ofOrder(parcel, [shipped()]));
  expect(await openOrders()).toEqual([['1 orders'], [], []]);

  const concert = await openEvent(api, await api.creator());
  const { out_trade_no } = await buyTickets(api, concert, buyer, { count: 2 });
  await handOver(asOutTradeNo(out_trade_no), buyer, third);
  expect(await openOrders()).toEqual([['1 orders', '2 tickets'], [], ['2 tickets']]);
  expect((await leave(third)).ec).toBe(40902);
  expect((await leave(second)).ec).toBe(200);
});

test('a ticket is open until its round is over, by the present time of the round', async () => {
  const event = await openEvent(api, await api.creator());
  const person = await fan();
  await buyTickets(api, event, person, { count: 2 });
  const DAY = 24 * 3_600_000;
  expect(await openOf(person)).toEqual([{ kind: 'tickets', count: 2 }]);
  await moveEvening(api, event, api.deps.clock.now() - DAY);
  expect(await openOf(person)).toEqual([]);
  await moveEvening(api, event, api.deps.clock.now() + 7 * DAY);
  expect((await leave(person)).ec).toBe(40902);
});

test('a wrong password deletes nothing, and its guesses are those of a change', async () => {
  const person = await fan();
  const guess = () => leave(person, 'wrong horse 1');
  expect((await guess()).data.errors).toMatchObject([{ field: 'password' }]);
  for (let more = 1; more < 10; more += 1) await guess();
  expect((await leave(person)).ec).toBe(42900);
  const change = { old_password: PASSWORD, new_password: 'another horse' };
  expect((await api.call(changePassword, change, person)).ec).toBe(42900);
  expect((await api.call(login, { account: person.account, password: PASSWORD })).ec).toBe(200);
});

test('of two deletions at once on two servers one succeeds, and one message is sent', async () => {
  const person = await fan();
  const headers = { authorization: `Bearer ${person.token}` };
  const there = {
    method: 'POST' as const,
    url: '/api/account/delete',
    headers,
    payload: { password: PASSWORD },
  };
  const answers = await Promise.all([leave(person), sent(other.app, there)]);
  expect(answers.filter(({ ec }) => ec === 200)).toHaveLength(1);
  expect((await api.data(sandboxOutbox, { account: person.account })).list).toHaveLength(1);
});

test('a creator who has sold nothing can leave; a partner with a commission cannot', async () => {
  const person = await fan();
  const page = { name: 'Unused', url_slug: 'UnusedPage' };
  expect((await api.call(editCreator, page, person)).ec).toBe(200);
  const { plan_id } = await savePlan(api, person, sponsorshipForm);
  await openProgram(api, person);
  await api.data(getOverlay, {}, person);
  const helper = await fan();
  await api.deps.accounts.team.add(person.user_id, helper.user_id, { member_name: 'helper', rights: [] });
  expect(await openOf(person)).toEqual([{ kind: 'plans', count: 1 }]);
  await api.data(deletePlan, { plan_id }, person);
  expect((await leave(person)).ec).toBe(200);
  expect(await tablesWith(person.user_id)).toEqual(['accounts.users']);
  expect((await api.call(editCreator, page, helper)).ec).toBe(200);

  const seller = await api.creator();
  const partner = await api.creator();
  const plan = await savePlan(api, seller, sponsorshipForm);
  const code = { code: 'partner1', partner: partner.user_id, rate: 10 };
  expect((await api.call(editAffiliate, code, seller)).ec).toBe(200);
  await orderCalls(api, helper).buy({ plan_id: plan.plan_id, month: 1, affiliate_code: 'partner1' });
  await api.projected();
  expect(await openOf(partner)).toEqual([{ kind: 'seller', count: 1 }]);
});

test('a check names the money of an account that was closed nevertheless', async () => {
  const { committer, pool } = api.deps;
  const { user_id } = await api.creator();
  await orderCalls(api, await api.user()).buy({ user_id, custom_price: '500.00' });
  await committer.submit(closeAccount({ user_id, orders_seen: null }));
  await api.projected();
  expect(await closedWithMoney(pool)).toEqual([
    { account: `liabilities:user:${user_id}:pending`, amount: 47_000 },
  ]);
});

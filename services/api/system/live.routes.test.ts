import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { addTeamMember, editTeamMember } from '#services/contract/accounts/team.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { sandboxPay } from '#services/contract/payments/sandbox-payments.ts';
import { changeRole } from '#services/contract/staff/admin.ts';
import { listenAt } from '../testing/live-client.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const addresses: string[] = [];

const api = fixture(startTestApi);
const shop = fixture(() => openShop(api, [forSale('Red', 100)]));
const fan = fixture(() => api.user());
const stranger = fixture(() => api.user());
beforeAll(async () => {
  await api.projected();
  for (const { app } of [api, await api.another()]) {
    await app.listen({ port: 0, host: '127.0.0.1' });
    addresses.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/live`);
  }
});

/** The events that a client receives at the n-th server, in order. */
const listen = (as: TestUser, n = 0, lastId?: string, query = '') =>
  listenAt(`${addresses[n]}${query}`, as, lastId);

const order = async (as: TestUser): Promise<number> => {
  const body = unitsOf(shop, 1);
  return (await api.call(createOrder, body, as)).data.position;
};

test('fan and creator of an order are notified when its models have moved, others are not', async () => {
  const [hers, theirs, others] = [await listen(fan), await listen(shop.creator), await listen(stranger)];
  const position = await order(fan);
  await Promise.all([hers.until('orders', position), theirs.until('orders', position)]);
  await theirs.until('stock', position);
  const own = await order(stranger);
  await others.until('orders', own);
  expect(others.hints.every((event) => event.position > position)).toBe(true);
  for (const client of [hers, theirs, others]) client.close();
});

test('finance is notified when any money moves, admin is not', async () => {
  const [desk, admin] = [await listen(await api.staff('finance')), await listen(await api.staff('admin'))];
  const { data } = await api.call(createOrder, unitsOf(shop, 1), fan);
  await api.call(sandboxPay, { charge_id: data.pay.charge_id, outcome: 'success' });
  await desk.until('ledger', data.position);
  expect(desk.hints.map(({ topic }) => topic)).not.toContain('orders');
  expect(admin.hints.map(({ topic }) => topic)).not.toContain('ledger');
  for (const client of [desk, admin]) client.close();
});

test('admins and finance are notified of staff actions, others are not', async () => {
  const admin = await api.staff('admin');
  const [hers, desk] = [await listen(admin), await listen(await api.staff('finance'))];
  const other = await listen(await api.staff('support'));
  const { user_id } = stranger;
  const change = { user_id, role: 'support', granted: true, reason: 'holidays' };
  const { data } = await api.send(changeRole, change, admin);
  await Promise.all([hers.until('staff_actions', data.position), desk.until('staff_actions', data.position)]);
  expect(other.hints).toEqual([]);
  for (const client of [hers, desk, other]) client.close();
});

test('admins are notified again when rows have followed the event', async () => {
  const admin = await listen(await api.staff('admin'));
  await api.deps.accounts.staff.grant(stranger.user_id, 'finance');
  await admin.until('staff_actions', 0);
  admin.close();
});

test('a member of a team is notified of what the rights in it cover', async () => {
  const member = await api.user('Ann');
  const { email: account } = await api.deps.accounts.addressesOf(member.user_id);
  const { user_id } = shop.creator;
  await api.data(addTeamMember, { account, member_name: 'Ann', rights: ['orders'] }, shop.creator);
  const [client, own] = [await listen(member, 1, undefined, `?team_of=${user_id}`), await listen(member)];
  const { data } = await api.call(createOrder, unitsOf(shop, 1), fan);
  await api.call(sandboxPay, { charge_id: data.pay.charge_id, outcome: 'success' });
  await client.until('orders', data.position + 1);
  const second = await order(fan);
  await client.until('orders', second);
  const topics = new Set(client.hints.map(({ topic }) => topic));
  expect(topics).toContain('orders');
  for (const covered of ['ledger', 'daily_stats', 'stock', 'affiliates'])
    expect(topics).not.toContain(covered);
  expect(own.hints).toEqual([]);
  for (const one of [client, own]) one.close();
  await api.data(editTeamMember, { user_id: member.user_id, rights: [] }, shop.creator);
  const refused = async (as: TestUser, of: string) => (await api.get(`/api/live?team_of=${of}`, as)).ec;
  expect([await refused(member, user_id), await refused(stranger, user_id)]).toEqual([40400, 40400]);
});

test('needs a session', async () => {
  expect((await api.get('/api/live')).ec).toBe(40100);
});

test('one user cannot take all the streams', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, () => listen(fan)));
  expect((await api.get('/api/live', fan)).ec).toBe(42900);
  for (const client of opened) client.close();
  const again = () =>
    listen(fan).then(
      ({ close }) => close() === undefined,
      () => false,
    );
  await expect.poll(again).toBe(true);
});

test('a stream that is cut goes on at another server: with its last id it misses and repeats nothing', async () => {
  const buyer = await api.user();
  const seen: { topic: string; position: number }[] = [];
  let [lastId, position] = ['', 0];
  for (let cut = 0; cut < 6; cut += 1) {
    const client = await listen(buyer, cut % 2, lastId);
    // Odd: cut before anything arrives; the order is placed without a listener.
    if (cut % 2 === 0) {
      if (position > 0) await client.until('orders', position);
      position = await order(buyer);
      await client.until('orders', position);
    }
    seen.push(...client.hints);
    lastId = client.lastId;
    client.close();
    if (cut % 2 === 1) position = await order(buyer);
    await api.projected();
  }
  const orders = seen.filter(({ topic }) => topic === 'orders');
  expect(orders.map((hint) => hint.position)).toEqual([...new Set(orders.map((hint) => hint.position))]);
  expect(seen.map(({ topic }) => topic)).not.toContain('*');

  const own = await order(buyer);
  await api.projected();
  const mindful = await listen(buyer, 1, lastId);
  await mindful.until('orders', own);
  // The server has sent every earlier hint.
  const forgetful = await listen(buyer, 1);
  const next = await order(buyer);
  await forgetful.until('orders', next);
  expect(forgetful.hints.filter(({ topic }) => topic === 'orders').some((one) => one.position < next)).toBe(
    false,
  );
  for (const client of [forgetful, mindful]) client.close();
});

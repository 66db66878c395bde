import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { accountStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { closeAccount } from '#services/commerce/accounts/close-account.ts';
import { deleteAccount, getDeletion } from '#services/contract/accounts/deletion.ts';
import { editAffiliate } from '#services/contract/affiliates/calls.ts';
import { addCartEntry, orderCart } from '#services/contract/cart/calls.ts';
import { listMyMessages } from '#services/contract/messages/calls.ts';
import { makeRedeemCodes, useRedeemCode } from '#services/contract/redeem/calls.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { openClosing } from '#services/modules/accounts/deletion/closing.ts';
import { addOlderRows } from '#services/modules/media/testing/older-pictures.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { agree, renewable } from '#services/worker/testing/agreements.ts';
import { leaver, leavingCreator, PASSWORD } from '../testing/leaving.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { holdersOf } from '../testing/sample-shop.ts';
import { forSale, openShop, savePlan, sponsorshipForm, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { waitingOrder } from '../testing/waiting-orders.ts';

/** No read model moves: everything is decided from the log. */
const api = fixture(() => startTestApi({ projections: false }));

const openOf = async (as: TestUser) => (await api.data(getDeletion, {}, as)).open;
const leave = async (as: TestUser) => (await api.call(deleteAccount, { password: PASSWORD }, as)).ec;
const seller = [{ kind: 'seller', count: 1 }];
const custom = ({ user_id }: TestUser) => ({ user_id, custom_price: '500.00' });

it('a creator with an unpaid custom amount of 500.00 stays, and gets the money', async () => {
  const creator = await leavingCreator(api);
  const orders = orderCalls(api, await api.user());
  const { out_trade_no } = (await orders.create(custom(creator))).data;
  expect([await leave(creator), await openOf(creator)]).toEqual([40902, seller]);
  expect(await orders.pay(out_trade_no, 500)).toMatchObject({ result: { outcome: 'paid' } });
});

it('the partner of a 50 % code leaves, and later orders pay the seller alone', async () => {
  const [creator, partner] = [await api.creator(), await leavingCreator(api)];
  await api.data(editAffiliate, { code: 'half-price', partner: partner.user_id, rate: 50 }, creator);
  expect([await openOf(partner), await leave(partner)]).toEqual([[], 200]);
  const { list } = await api.data(listMyMessages, {}, creator);
  expect(list).toMatchObject([{ template: 'affiliate_ended' }]);
  const orders = orderCalls(api, await api.user());
  const number = await orders.buy({ ...custom(creator), affiliate_code: 'half-price' });
  expect((await orders.eventsOf(number))[0]?.data).toMatchObject({ affiliate: null });
  const again = { code: 'half-2', partner: partner.user_id, rate: 50 };
  expect((await api.call(editAffiliate, again, creator)).ec).toBe(40000);
});

it('a seller and a partner count as such while all read models stand still', async () => {
  const [creator, partner] = [await leavingCreator(api), await leavingCreator(api)];
  await api.data(editAffiliate, { code: 'stands', partner: partner.user_id, rate: 10 }, creator);
  const fan = await leaver(api);
  await orderCalls(api, fan).buy({ ...custom(creator), affiliate_code: 'stands' });
  for (const one of [creator, partner])
    expect([await openOf(one), await leave(one)]).toEqual([seller, 40902]);
  expect(await leave(fan)).toBe(200);
});

it('purchases of every kind keep a fan, and plans a creator', async () => {
  const more = { need_address: true };
  const shop = await openShop(api, [forSale('Red', '')], more);
  const { creator, skus } = shop;
  const concert = { name: 'Concert', product_type: 4 } as const;
  const event = await savePlan(api, creator, { ...concert, sku: [forSale('Seat', '')] });
  const fan = await leaver(api);
  const orders = orderCalls(api, fan);
  const expectEntries = async (kind: string, count: number) =>
    expect([await openOf(fan), await leave(fan)]).toEqual([expect.arrayContaining([{ kind, count }]), 40902]);
  await orders.buy({ ...unitsOf({ plan: event, skus: event.sku }, 1), tickets: holdersOf(1) });
  await expectEntries('tickets', 1);
  await agree(api, fan, await renewable(api, creator));
  await expectEntries('renewals', 1);
  // A free order, and both orders of a cart.
  const what = { plan_id: shop.plan.plan_id, sku_id: skus[0]!.sku_id, num: 1 };
  const { list } = await api.data(makeRedeemCodes, what, creator);
  await api.data(useRedeemCode, { code: list[0]!.code }, fan);
  await expectEntries('orders', 1);
  const entries: { cart_id: string }[] = [];
  for (const one of [shop, await openShop(api, [forSale('Blue', '')], more)]) {
    const { cart_id } = await api.data(addCartEntry, unitsOf(one, 1), fan);
    entries.push({ cart_id });
  }
  await api.data(orderCart, { entries }, fan);
  await expectEntries('orders', 3);

  const other = await leavingCreator(api);
  await savePlan(api, other, sponsorshipForm);
  expect([await openOf(other), await leave(other)]).toEqual([[{ kind: 'plans', count: 1 }], 40902]);
});

it('orders from before the streams of accounts count, too', async () => {
  const { pool, committer } = api.deps;
  const [creator, fan] = [await leavingCreator(api), await leaver(api)];
  await waitingOrder(committer, { creator_id: creator.user_id, user_id: fan.user_id });
  expect([await openOf(creator), await openOf(fan)]).toEqual([[], []]);
  const folder = new URL('../../commerce/migrations/', import.meta.url);
  const migration = await readFile(new URL('0004-account-closing.sql', folder), 'utf8');
  await inTransaction(pool, async (client) => {
    await client.query('DROP INDEX log.begun_by_creator, log.codes_of_partner');
    await client.query('DROP TABLE commerce.earlier_earners, commerce.earlier_orders');
    await client.query(migration);
  });
  expect([await openOf(creator), await leave(creator)]).toEqual([seller, 40902]);
  expect([await openOf(fan), await leave(fan)]).toEqual([[{ kind: 'orders', count: 1 }], 40902]);
});

it('a deletion that a crash left after its event is completed by the next one', async () => {
  const { committer, log } = api.deps;
  const person = await leavingCreator(api);
  const { user_id } = person;
  await committer.submit(closeAccount({ user_id, orders_seen: -1 }));
  expect(await openOf(person)).toEqual([]);
  expect(await leave(person)).toBe(200);
  expect((await log.readStream(accountStream(user_id))).map(({ type }) => type)).toEqual(['AccountClosed']);
  expect((await api.data(sandboxOutbox, { account: person.account })).list).toHaveLength(1);
});

it.each(['outbox', 'team', 'media', 'vault'] as const)(
  'an erasure that breaks at %s is completed by its repetition, with one message',
  async (broken) => {
    const { accounts, committer, pool } = api.deps;
    const person = await leavingCreator(api);
    const { user_id } = person;
    await addOlderRows(pool, user_id, [`${user_id}.png`]);
    await committer.submit(closeAccount({ user_id, orders_seen: -1 }));
    const parts = { ...api.deps, team: accounts.team };
    const breaking = new Proxy(parts[broken], {
      get: () => async () => {
        throw new Error('broken');
      },
    });
    await expect(openClosing({ ...parts, [broken]: breaking }).complete(user_id)).rejects.toThrow('broken');
    expect([await openClosing(parts).complete(user_id), await openClosing(parts).complete(user_id)]).toEqual([
      true,
      false,
    ]);
    expect((await api.data(sandboxOutbox, { account: person.account })).list).toHaveLength(1);
    const left = await pool.query('SELECT FROM media.files WHERE owner_id = $1', [user_id]);
    expect(left.rowCount).toBe(0);
  },
);

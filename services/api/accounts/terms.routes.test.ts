import { expect, test } from 'vitest';
import { asUserId } from '#events/ids.ts';
import { accountStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { register, sendVerifyCode } from '#services/contract/accounts/passport.ts';
import { acceptTerms, getConsent } from '#services/contract/accounts/terms.ts';
import { addCartEntry, listCart, orderCart } from '#services/contract/cart/calls.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { TERMS_VERSION } from '#services/runtime/settings/operator.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const OLD = '2025-01-01';

async function registered(account: string, terms_version?: string) {
  await api.call(sendVerifyCode, { account, account_type: 'email' });
  const [{ code } = { code: '' }] = (await api.data(sandboxOutbox, { account })).list;
  return api.call(register, { account, code, name: '小雨', password: 'correct horse', terms_version });
}
const acceptedBy = async (user_id: string) =>
  (await api.deps.log.readStream(accountStream(asUserId(user_id))))
    .filter(({ type }) => type === 'TermsAccepted')
    .map(({ data }) => data);
/** Refused: people were shown other texts. */
const CHANGED = 40902;

test('registering records the version that was shown, with its time', async () => {
  const { data } = await registered('agrees@example.com', TERMS_VERSION);
  const { user_id } = data.user;
  expect(await acceptedBy(user_id)).toEqual([{ user_id, version: TERMS_VERSION, occasion: 'registration' }]);
});

test('who was shown other texts registers nothing', async () => {
  expect((await registered('other@example.com', OLD)).ec).toBe(CHANGED);
  // The code was not used up; without a version nothing is recorded.
  const { data } = await registered('other@example.com');
  expect(await acceptedBy(data.user.user_id)).toEqual([]);
});

test('without a recorded version a person can agree later, once', async () => {
  const user = await api.user();
  expect(await api.data(getConsent, {}, user)).toEqual({
    terms_version: TERMS_VERSION,
    agreed_version: '',
    agree_time: 0,
  });
  expect((await api.call(acceptTerms, { terms_version: OLD }, user)).ec).toBe(CHANGED);
  for (const _ of [1, 2]) {
    const agreed = await api.data(acceptTerms, { terms_version: TERMS_VERSION }, user);
    expect(agreed.agreed_version).toBe(TERMS_VERSION);
    expect(agreed.agree_time).toBeGreaterThan(0);
  }
  expect(await acceptedBy(user.user_id)).toHaveLength(1);
  expect((await api.send(getConsent, {})).ec).toBe(40100);
  expect((await api.send(acceptTerms, { terms_version: TERMS_VERSION })).ec).toBe(40100);
});

test('the order button records the version with the order, also in a cart', async () => {
  const shop = await openShop(api, [forSale('红', 10)]);
  const fan: TestUser = await api.user();
  const { eventsOf } = orderCalls(api, fan);
  const versionsOf = async (out_trade_no: string) =>
    (await eventsOf(out_trade_no))
      .filter(({ type }) => type === 'OrderTermsAccepted')
      .map(({ data }) => data);
  const body = { ...unitsOf(shop, 1), product_type: 1 };
  const placed = await api.data(createOrder, { ...body, terms_version: TERMS_VERSION }, fan);
  const { out_trade_no } = placed;
  expect(await versionsOf(out_trade_no)).toEqual([{ out_trade_no, version: TERMS_VERSION }]);
  expect((await api.call(createOrder, { ...body, terms_version: OLD }, fan)).ec).toBe(CHANGED);
  const byProgram = await api.data(createOrder, body, fan);
  expect(await versionsOf(byProgram.out_trade_no)).toEqual([]);

  await api.data(addCartEntry, body, fan);
  const { list } = await api.data(listCart, {}, fan);
  const entries = list.flatMap(({ entries: own }) => own.map(({ cart_id }) => ({ cart_id })));
  expect((await api.call(orderCart, { entries, terms_version: OLD }, fan)).ec).toBe(CHANGED);
  const { orders } = await api.data(orderCart, { entries, terms_version: TERMS_VERSION }, fan);
  for (const one of orders)
    expect(await versionsOf(one.out_trade_no)).toEqual([
      { out_trade_no: one.out_trade_no, version: TERMS_VERSION },
    ]);
  expect(orders).toHaveLength(1);
  // Lists have them all, and what happens to them later.
  const { pay } = orderCalls(api, fan);
  await pay(out_trade_no, 10);
  await api.projected();
  const { list: listed } = await api.data(listMyOrders, {}, fan);
  expect(listed.map((one) => [one.out_trade_no, one.status]).sort()).toEqual(
    [
      [out_trade_no, 2],
      [byProgram.out_trade_no, 1],
      [orders[0]?.out_trade_no, 1],
    ].sort(),
  );
});

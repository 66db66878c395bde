import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { addCartEntry } from '#services/contract/cart/calls.ts';
import { createOrder, prepareOrder } from '#services/contract/orders/orders.ts';
import { makeRedeemCodes } from '#services/contract/redeem/calls.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ config: { rateLimits: true } }));

test('wrong codes count by address at checkout, too; payers with money or a valid code are not limited', async () => {
  const creator = await api.creator();
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  const { data } = await api.call(makeRedeemCodes, { plan_id, num: 1, uses: 50 }, creator);
  const redeem_code = data.list[0]?.code ?? '';
  const fan = await api.user();
  // A valid code does not count as a guess, even with repeated quotes.
  for (let n = 0; n < 25; n += 1) {
    expect((await api.call(prepareOrder, { redeem_code }, fan)).ec).toBe(200);
  }
  // Each account guesses a little; the shared address is limited.
  for (let n = 0; n < 20; n += 1) {
    const guesser = await api.user();
    expect((await api.call(prepareOrder, { redeem_code: `wrong ${n}` }, guesser)).ec).toBe(41007);
  }
  const answer = await api.call(createOrder, { redeem_code: 'wrong' }, await api.user());
  expect(answer.ec).toBe(42900);
  expect(answer.data.retry_after).toBeGreaterThan(0);
  expect((await api.call(createOrder, { plan_id }, fan)).ec).toBe(200);
});

test('wrong invite codes are limited by account in every call; the correct one does not count', async () => {
  const quiet = await startTestApi({ projections: false });
  const seller = await quiet.creator();
  const { plan_id: other } = await savePlan(quiet, seller, { ...sponsorshipForm, invite_code: 'SPRING' });
  const [guesser, friend] = [await quiet.user(), await quiet.user()];
  const asks = async (url: string, body: object, as = guesser) => (await quiet.post(url, body, as)).ec;
  for (let n = 0; n < 25; n += 1) {
    const body = { plan_id: other, invite_code: ' spring' };
    expect(await asks('/api/order/prepare', body, friend)).toBe(200);
  }
  const { data } = await quiet.call(addCartEntry, { plan_id: other }, guesser);
  for (let n = 0; n < 5; n += 1) {
    const entries = [{ cart_id: data.cart_id, invite_code: `wrong ${n}` }];
    expect(await asks('/api/cart/prepare', { entries })).toBe(200);
    expect(await asks('/api/cart/create-order', { entries })).toBe(40000);
    expect(await asks('/api/order/prepare', { plan_id: other, invite_code: `wrong ${n}` })).toBe(40000);
    expect(await asks('/api/order/create-order', { plan_id: other, invite_code: `wrong ${n}` })).toBe(40000);
  }
  const entries = [{ cart_id: data.cart_id, invite_code: 'SPRING' }];
  for (const url of ['/api/order/prepare', '/api/order/create-order']) {
    expect(await asks(url, { plan_id: other, invite_code: 'SPRING' })).toBe(42900);
  }
  for (const url of ['/api/cart/prepare', '/api/cart/create-order']) {
    expect(await asks(url, { entries })).toBe(42900);
  }
  expect(await asks('/api/order/prepare', { plan_id: other })).toBe(200);
  expect(await asks('/api/order/create-order', { plan_id: other, invite_code: 'SPRING' }, friend)).toBe(200);
  quiet.deps.clock.setOffset(quiet.deps.clock.offset + 900_000);
  expect(await asks('/api/order/create-order', { plan_id: other, invite_code: 'SPRING' })).toBe(200);
  await quiet.close();
});

test('guests have no account: the address that they share gives them away', async () => {
  const limited = await startTestApi({ projections: false, config: { rateLimits: true } });
  const seller = await limited.creator();
  const { plan_id } = await savePlan(limited, seller, { ...sponsorshipForm, invite_code: 'SPRING' });
  const asks = (invite_code: string) => limited.call(prepareOrder, { plan_id, invite_code });
  for (let n = 0; n < 20; n += 1) expect((await asks(`wrong ${n}`)).ec).toBe(40000);
  const answer = await asks('SPRING');
  expect(answer.ec).toBe(42900);
  expect(answer.data.retry_after).toBeGreaterThan(0);
  await limited.close();
});

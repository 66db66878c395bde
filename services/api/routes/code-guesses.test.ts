import { afterAll, beforeAll, expect, test } from 'vitest';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ config: { rateLimits: true } });
});
afterAll(() => api?.close());

test('wrong codes count by address at checkout too; whoever pays with money, or has a code, is not kept waiting', async () => {
  const creator = await api.creator();
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  const { data } = await api.post<{ list: { code: string }[] }>(
    '/api/creator/make-redeem',
    { plan_id, num: 1, uses: 50 },
    creator,
  );
  const redeem_code = data.list[0]?.code ?? '';
  const fan = await api.user();
  // A true code is no guess, however often its price is asked.
  for (let n = 0; n < 25; n += 1) {
    expect((await api.post('/api/order/prepare', { redeem_code }, fan)).ec).toBe(200);
  }
  // Each account guesses a little; the address they share is what gives them away.
  for (let n = 0; n < 20; n += 1) {
    const guesser = await api.user();
    expect((await api.post('/api/order/prepare', { redeem_code: `wrong ${n}` }, guesser)).ec).toBe(41007);
  }
  const answer = await api.post<{ retry_after: number }>(
    '/api/order/create-order',
    { redeem_code: 'wrong' },
    await api.user(),
  );
  expect(answer.ec).toBe(42900);
  expect(answer.data.retry_after).toBeGreaterThan(0);
  expect((await api.post('/api/order/create-order', { plan_id }, fan)).ec).toBe(200);
});

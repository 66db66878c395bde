import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { setShownAsSupporter } from '#services/contract/accounts/accounts.ts';
import { editGoal, setGoalProductCount } from '#services/contract/goals/goals.ts';
import {
  getOverlay,
  OVERLAY_HEADER,
  renewOverlay,
  saveOverlay,
  showOverlay,
  testOverlay,
} from '#services/contract/goals/overlay.ts';
import { getThanks } from '#services/contract/memberships/sponsors.ts';
import { guessLimit, MAX_PER_LINK } from '../http/rate-limits.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { forSale, openShop, type TestShop } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
let second: FastifyInstance;
let shop: TestShop;
const fan = fixture(() => api.user('Lin'));
const origins: string[] = [];
beforeAll(async () => {
  second = (await api.another()).app;
  for (const app of [api.app, second]) {
    await app.listen({ port: 0, host: '127.0.0.1' });
    origins.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
  }
});
beforeEach(async () => {
  shop = await openShop(api, [forSale('Red', '')]);
});

const own = async () => (await api.call(getOverlay, {}, shop.creator)).data;
const show = async (token: string) => {
  await api.projected();
  return api.call(showOverlay, {}, undefined, { [OVERLAY_HEADER]: token });
};
async function sold(by = fan): Promise<void> {
  const calls = orderCalls(api, by);
  const body = { plan_id: shop.plan.plan_id, sku: [{ sku_id: shop.skus[0]!.sku_id, count: 1 }] };
  await calls.pay((await calls.create(body)).data.out_trade_no, 10);
}

/** Topics that an open overlay at the n-th server receives, in order, and its end. */
async function open(n: number, path: string, token: string) {
  const abort = new AbortController();
  const answer = await fetch(`${origins[n]}${path}`, {
    headers: { [OVERLAY_HEADER]: token },
    signal: abort.signal,
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const topics: string[] = [];
  const state = { ended: false };
  const reading = (async () => {
    const text = answer.body!.pipeThrough(new TextDecoderStream());
    for await (const part of text)
      for (const [, topic = ''] of part.matchAll(/"topic":"(\w+)"/g)) topics.push(topic);
  })();
  reading.then(
    () => Object.assign(state, { ended: true }),
    () => undefined,
  );
  return { topics, state, close: () => abort.abort() };
}

test('shows the goal and the latest supporters, by the saved style', async () => {
  await api.call(editGoal, { type: 2, monthly_income: '50.00', desc: 'Microphone' }, shop.creator);
  await api.call(setGoalProductCount, { status: 1 }, shop.creator);
  const { token, style } = await own();
  expect((await show(token)).data).toMatchObject({
    goal: { desc: 'Microphone', percent: 0 },
    supporters: [],
  });
  await sold();
  await sold(await api.user('Ming'));
  await sold();
  expect((await show(token)).data).toMatchObject({
    goal: { amount: '30.00', percent: 0.6 },
    supporters: [{ name: 'Lin' }, { name: 'Ming' }],
  });
  const changed = { ...style, supporters: 1, show_goal: false, bar_color: '#00ff88' };
  expect((await api.call(saveOverlay, changed, shop.creator)).data.style).toEqual(changed);
  const { data } = await show(token);
  expect(data).toMatchObject({ goal: null, style: changed });
  expect(data.supporters).toHaveLength(1);
  const wrong = await api.send(saveOverlay, { ...style, bar_color: 'url(x)', supporters: 11 }, shop.creator);
  expect(wrong.data.errors).toMatchObject([{ field: 'supporters' }, { field: 'bar_color' }]);
});

test('a supporter who hides the name has none here and none on the thank page', async () => {
  const { token } = await own();
  await sold();
  await api.call(setShownAsSupporter, { status: 0 }, fan);
  await expect
    .poll(async () => (await show(token)).data.supporters)
    .toMatchObject([{ name: '', avatar: '' }]);
  const thanks = await api.call(getThanks, { user_id: shop.creator.user_id });
  expect(thanks.data.list).toEqual([]);
  await api.call(setShownAsSupporter, { status: 1 }, fan);
  await expect.poll(async () => (await show(token)).data.supporters).toMatchObject([{ name: 'Lin' }]);
});

test('moves and tests reach the open overlays of one creator at every server; a renewed link ends', async () => {
  const { token } = await own();
  const other = await api.creator();
  const others = (await api.call(getOverlay, {}, other)).data.token;
  const page = `/api/live/creator?user_id=${shop.creator.user_id}`;
  const one = await open(0, '/api/overlay/live', token);
  const two = await open(1, '/api/overlay/live', token);
  const foreign = await open(0, '/api/overlay/live', others);
  const watcher = await open(1, page, 'none');
  await sold();
  await expect.poll(() => [one, two].map(({ topics }) => topics.includes('goals'))).toEqual([true, true]);
  await expect.poll(() => watcher.topics.includes('goals')).toBe(true);
  const head = await api.deps.log.head();
  // What another client of the database sends on the channel has no effect.
  for (const payload of ['{', 'null', '{"creator_id":7}'])
    await api.deps.pool.query("SELECT pg_notify('overlay_news', $1)", [payload]);
  await api.call(testOverlay, {}, shop.creator);
  await expect
    .poll(() => [one, two].map(({ topics }) => topics.includes('overlay_test')))
    .toEqual([true, true]);
  expect(await api.deps.log.head()).toBe(head);
  expect(watcher.topics.every((topic) => topic === 'goals')).toBe(true);

  const { data } = await api.call(renewOverlay, {}, shop.creator);
  expect(data.token).not.toBe(token);
  await expect.poll(() => [one, two].map(({ state }) => state.ended)).toEqual([true, true]);
  expect([(await show(token)).ec, (await show(data.token)).ec]).toEqual([40400, 200]);
  expect([foreign.topics, foreign.state.ended]).toEqual([[], false]);
  for (const each of [one, two, foreign, watcher]) each.close();
});

test('a token that was changed anywhere is unknown', async () => {
  const { token } = await own();
  const [creator = '', generation, mac = ''] = token.split('.');
  const other = await api.creator();
  const last = mac.endsWith('A') ? 'E' : 'A';
  for (const wrong of [
    `${other.user_id}.${generation}.${mac}`,
    `${creator}.2.${mac}`,
    `${creator}.${generation}.${mac.slice(0, -1)}${last}`,
    `${creator}.${generation}`,
    'x',
  ])
    expect((await show(wrong)).ec).toBe(40400);
  expect((await api.send(showOverlay, {})).ec).toBe(40000);
});

test('calls are counted by token, wrong tokens by address', async () => {
  const limited = await startTestApi({ projections: false, config: { rateLimits: true } });
  try {
    const [one, other] = await Promise.all(
      [await limited.creator(), await limited.creator()].map(
        async (creator) => (await limited.call(getOverlay, {}, creator)).data.token,
      ),
    );
    const call = async (token = '') =>
      (await limited.send(showOverlay, {}, undefined, { [OVERLAY_HEADER]: token })).ec;
    for (let calls = 0; calls < MAX_PER_LINK; calls += 100) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => call(one)));
      expect(new Set(answers)).toEqual(new Set([200]));
    }
    expect([await call(one), await call(other)]).toEqual([42900, 200]);
    for (let guess = 0; guess < guessLimit.max; guess += 1) expect(await call(`x.1.${guess}`)).toBe(40400);
    expect([await call('x.1.y'), await call(other)]).toEqual([42900, 200]);
  } finally {
    await limited.close();
  }
});

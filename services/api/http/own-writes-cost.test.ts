import { beforeAll, describe, expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { savePlan } from '#services/contract/catalog/plan-changes.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { sent } from '../testing/sent.ts';
import { forSale, openShop, sponsorshipForm, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { forgetPositions } from './own-writes.ts';

const api = fixture(startTestApi);
const other = fixture(() => api.another());
const shop = fixture(() => openShop(api, [forSale('Red', '')]));
const fan = fixture(() => api.user());
beforeAll(() => order(fan));

/** Writes at the first server. */
async function order(as: TestUser): Promise<void> {
  const body = unitsOf(shop, 1);
  expect((await api.call(createOrder, body, as)).ec).toBe(200);
}

/** Reads at the second server. */
const read = (url: string, as: TestUser | undefined, headers: Record<string, string> = {}) =>
  sent(other.app, {
    method: 'GET',
    url,
    headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
  });

/** The queries of one request at the second server; the projections use the same pool, so the least of several. */
async function queriesOf(ask: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(other.deps.pool, 'query');
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 20; n += 1) {
    query.mockClear();
    await ask();
    least = Math.min(least, query.mock.calls.length);
  }
  query.mockRestore();
  return least;
}

describe('what it costs', () => {
  const url = () => `/api/plan/skus?plan_id=${shop.plan.plan_id}`;

  test('guests, sessions that have not written and those that wrote long ago pay no query', async () => {
    const reader = await api.user();
    await api.projected();
    for (const as of [reader, fan, undefined]) await read(url(), as);
    const guest = await queriesOf(() => read(url(), undefined));
    expect(guest).toBeGreaterThan(0);
    for (const as of [reader, fan]) expect(await queriesOf(() => read(url(), as))).toBe(guest);
  });

  test('writes that are answered together share one upsert', async () => {
    const fans = await Promise.all(Array.from({ length: 20 }, () => api.user()));
    const query = vi.spyOn(api.deps.pool, 'query');
    await Promise.all(fans.map(order));
    const upserts = query.mock.calls.filter(
      ([text]) => JSON.stringify(text)?.includes('session-positions') ?? false,
    );
    query.mockRestore();
    expect(upserts.length).toBeGreaterThan(0);
    expect(upserts.length).toBeLessThan(10);
  });

  test('waits that begin together share looks at the checkpoints', async () => {
    const query = vi.spyOn(other.deps.pool, 'query');
    const beyond = (await api.deps.log.head()) + 1;
    await Promise.all(Array.from({ length: 50 }, () => other.deps.readModels.waitFor('orders', beyond, 50)));
    const looks = query.mock.calls.filter(([text]) => JSON.stringify(text)?.includes('rm-checkpoints'));
    query.mockRestore();
    expect(looks.length).toBeLessThanOrEqual(2);
  });
});

test('the answer to a write has its position, which every client can send with a read', async () => {
  const form = { ...sponsorshipForm, name: 'Tea' };
  const answer = await api.call(savePlan, form, shop.creator);
  const position = String(answer.headers['x-position']);
  expect(Number(position)).toBeGreaterThan(0);
  const { plan_id } = answer.data.plan;
  const seen = await read(`/api/plan/detail?plan_id=${plan_id}`, undefined, { 'x-position': position });
  expect(seen.ec).toBe(200);
  expect(seen.headers['x-position']).toBeUndefined();
});

test('a read waits half a second at most, then answers with its as_of', async () => {
  const beyond = String((await api.deps.log.head()) + 1000);
  for (const nonsense of ['', '-1', '1e9', 'x', '9'.repeat(40)]) {
    expect((await read('/api/my/orders', fan, { 'x-position': nonsense })).ec).toBe(200);
  }
  const took = await quickest(1_500, async () => {
    const begun = performance.now();
    const answer = await read('/api/my/orders', fan, { 'x-position': beyond });
    expect(answer).toMatchObject({ ec: 200, data: { as_of: { position: expect.any(Number) } } });
    return performance.now() - begun;
  });
  expect(took).toBeGreaterThan(450);
  expect(took).toBeLessThan(1_500);
});

test('a write is answered also when its position cannot be noted; old positions are removed', async () => {
  const { pool } = api.deps;
  await pool.query('ALTER TABLE rm.session_positions RENAME TO hidden');
  await order(fan);
  await pool.query('ALTER TABLE rm.hidden RENAME TO session_positions');
  await pool.query(`UPDATE rm.session_positions SET written_at = now() - interval '2 hours'`);
  await order(fan);
  await forgetPositions(pool);
  expect((await pool.query('SELECT 1 FROM rm.session_positions')).rows).toHaveLength(1);
});

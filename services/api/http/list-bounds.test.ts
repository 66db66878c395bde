import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { PlanId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getPlan, listProducts, listSkus } from '#services/contract/catalog/plans.ts';
import { richPlans } from '../testing/rich-plans.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { MAX_ANSWER_BYTES } from './answer-size.ts';

const PLANS = 110;
const SKUS = 20;

const api = fixture(startTestApi);
const creator = fixture(() => api.creator());
let plans: PlanId[];
beforeAll(async () => {
  plans = await richPlans(api.deps, creator.user_id, { plans: PLANS, skus: SKUS, text: 5_000 });
  await api.projected();
});

/** The answer, and the bytes of rows that the process read for it. */
async function measured<Data>(ask: () => Promise<Data>): Promise<{ answer: Data; taken: number }> {
  const { pool } = api.deps;
  const query = pool.query.bind(pool);
  let taken = 0;
  const spy = vi.spyOn(pool, 'query').mockImplementation((async (...args: Parameters<typeof query>) => {
    const result: unknown = await query(...args);
    taken += Buffer.byteLength(JSON.stringify((result as { rows: unknown }).rows));
    return result;
  }) as unknown as typeof pool.query);
  try {
    return { answer: await ask(), taken };
  } finally {
    spy.mockRestore();
  }
}

describe('a page of plans with long texts', () => {
  it.each(['guest', 'creator'])('is at most 1 MiB for a %s, and reads only what it shows', async (who) => {
    const seen = new Set<string>();
    for (const page of [1, 2]) {
      const query = { user_id: creator.user_id, per_page: 100, page };
      const as = who === 'creator' ? creator : undefined;
      const { answer, taken } = await measured(() => api.call(listProducts, query, as));
      expect(answer.ec).toBe(200);
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
      expect(taken).toBeLessThan(4 * MAX_ANSWER_BYTES);
      const { list, total_count, has_more } = answer.data;
      expect([total_count, has_more]).toEqual([PLANS, page === 1]);
      for (const plan of list) {
        seen.add(plan.plan_id);
        expect(plan.sku_count).toBe(SKUS);
        expect(plan).toMatchObject({ show_price: '10.00', floor_price: '10.00', can_buy: true });
        expect(plan.sku.length).toBeGreaterThan(0);
        expect(plan.desc.startsWith('说明')).toBe(true);
      }
    }
    expect([...seen].sort()).toEqual([...plans].sort());
  });

  it('keeps small rows whole: a page of few plans has all their SKUs', async () => {
    const { data } = await api.call(listProducts, { user_id: creator.user_id, per_page: 10 });
    expect(data.list.map(({ sku }) => sku.length)).toEqual(Array(10).fill(SKUS));
  });
});

describe('one plan', () => {
  it('private texts are returned to the creator only, and not read for others', async () => {
    const [plan_id = ''] = plans;
    const ask = (as?: TestUser) => measured(() => api.call(getPlan, { plan_id }, as));
    const own = await ask(creator);
    expect(own.answer.data.plan.sku.map(({ purchased_rich_text: text }) => text.length)).toEqual(
      Array.from({ length: SKUS }, (_, at) => 5_000 + `0-${at} `.length),
    );
    const other = await ask();
    expect(other.taken).toBeLessThan(100_000);
    expect(other.answer.data.plan).toMatchObject({ desc: '说明'.repeat(5_000), sku_count: SKUS });
  });

  it('has its SKUs page by page', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => api.call(listSkus, { plan_id: plans[0] ?? '', per_page: 8, page })),
    );
    expect(pages.map(({ data }) => [data.list.length, data.total_count, data.has_more])).toEqual([
      [8, SKUS, true],
      [8, SKUS, true],
      [4, SKUS, false],
    ]);
    expect(new Set(pages.flatMap(({ data }) => data.list.map(({ sku_id }) => sku_id))).size).toBe(SKUS);
  });
});

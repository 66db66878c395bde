import type { Pool, QueryConfig } from 'pg';
import { describe, expect, it, test, vi } from 'vitest';
import { plainOffer } from '#events/catalog.ts';
import { newEventId, newPlanId, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { planStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { deletePlan, savePlan } from '#services/contract/catalog/plan-changes.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import { addOlderRows } from '#services/modules/media/testing/older-pictures.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { pictures } from '../testing/pictures.ts';
import { sent } from '../testing/sent.ts';
import { sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import type * as Quota from './quota.ts';
import { inTurnOf } from './quota.ts';

const api = fixture(startTestApi);

/** Plans as a creator has made them over the years. */
async function plansOf(creator_id: UserId, count: number): Promise<void> {
  await appendPlans(creator_id, count);
  await api.projected();
}

async function appendPlans(creator_id: UserId, count: number): Promise<void> {
  const metadata = { creator_id, actor: `user:${creator_id}` as const, at: api.deps.clock.now() };
  const offer = { ...plainOffer, name: 'Old', product_type: 0 as const, price: fenOf(3000), rank: 0 };
  const writes = Array.from({ length: count }, () => {
    const plan_id = newPlanId();
    const event = { type: 'PlanCreated', data: { plan_id, creator_id, offer }, id: newEventId(), metadata };
    return { stream: planStream(plan_id), expected: 'no_stream' as const, events: [event] };
  });
  for (let from = 0; from < count; from += 500) await api.deps.log.append(writes.slice(from, from + 500));
}

describe('a creator', () => {
  it('has at most 2,000 plans, also with concurrent requests; a deleted one frees a place', async () => {
    const creator = await api.creator();
    await plansOf(creator.user_id, QUOTAS.plans - 1);
    const make = () => api.call(savePlan, sponsorshipForm, creator);
    const answers = await Promise.all([make(), make(), make()]);
    expect(answers.map(({ ec }) => ec).sort()).toEqual([200, 40902, 40902]);
    expect(answers.find(({ ec }) => ec !== 200)).toMatchObject({
      em: '最多保存 2000 条，请先删除不用的',
      data: { errors: [{ field: '' }] },
    });
    const made = answers.find(({ ec }) => ec === 200)?.data.plan.plan_id ?? '';
    const renamed = { ...sponsorshipForm, plan_id: made, name: 'Renamed' };
    expect((await api.call(savePlan, renamed, creator)).ec).toBe(200);
    expect((await api.call(deletePlan, { plan_id: made }, creator)).ec).toBe(200);
    expect((await make()).ec).toBe(200);
  });

  it('saves at most 512 KiB of text in a plan, refused by the field that is too much', async () => {
    const creator = await api.creator();
    const text = 'x'.repeat(50_000);
    const sku = Array.from({ length: 12 }, (_, at) => ({
      name: `SKU ${at}`,
      price: '10.00',
      purchased_rich_text: text,
    }));
    const save = (skus: object[]) =>
      api.call(savePlan, { name: 'Prints', product_type: 1, sku: skus }, creator, { 'locale-lang': 'en-US' });
    expect(await save(sku)).toMatchObject({
      ec: 40000,
      data: {
        errors: [
          {
            field: 'sku.10.purchased_rich_text',
            message: 'The texts of one plan can take up at most 512 KiB',
          },
        ],
      },
    });
    expect((await save(sku.slice(0, 10))).ec).toBe(200);
    // As much text, but with signs that take two bytes each in an event.
    const escaped = sku
      .slice(0, 10)
      .map((one) => ({ ...one, purchased_rich_text: `${'\n'.repeat(49_999)}.` }));
    expect(await save(escaped)).toMatchObject({ ec: 40000, data: { errors: [{ field: 'sku' }] } });
  });
});

/** The same database without the guard: no lock per person. */
const withoutLocks = (pool: Pool): Pool => {
  const connect = async () => {
    const client = await pool.connect();
    const query = (statement: string | QueryConfig, values?: unknown[]) =>
      typeof statement === 'string'
        ? client.query(statement.replace(' FOR NO KEY UPDATE', ''), values)
        : client.query(statement);
    return { query, release: (error?: Error) => client.release(error) };
  };
  return { connect, query: pool.query.bind(pool), options: pool.options } as unknown as Pool;
};

describe('two plans near the limit, created concurrently by two processes', () => {
  /** @returns how many were made of the one that fits */
  async function made(pool: Pool): Promise<number> {
    const { user_id: creator } = await api.creator();
    await plansOf(creator, QUOTAS.plans - 1);
    const { log, readModels } = api.deps;
    // Each process has its own module: only the database is shared.
    const processes: (typeof Quota)[] = [];
    for (let n = 0; n < 2; n += 1) {
      vi.resetModules();
      processes.push(await import('./quota.ts'));
    }
    const answers = await Promise.all(
      processes.map(({ withinQuota }) =>
        withinQuota({ pool, log, readModels }, { kind: 'plans', creator }, async () => {
          await appendPlans(creator, 1);
          return 'made';
        }),
      ),
    );
    return answers.filter((answer) => answer === 'made').length;
  }

  it('are one plan and one refusal', async () => {
    for (let round = 0; round < 3; round += 1) expect(await made(api.deps.pool)).toBe(1);
  });

  it('negative control: without locks on the creator both are made', async () => {
    let most = 0;
    for (let round = 0; round < 10 && most < 2; round += 1) most = await made(withoutLocks(api.deps.pool));
    expect(most).toBe(2);
  });
});

test('many writes of one creator that wait for their turn hold up another by one', async () => {
  const [busy, other] = [await api.creator(), await api.creator()];
  const order: string[] = [];
  const work = ({ user_id }: TestUser) =>
    inTurnOf(api.deps, user_id, 'posts', async () => {
      order.push(user_id);
    });
  await Promise.all([...Array.from({ length: 10 }, () => work(busy)), work(other), work(busy)]);
  expect(order).toHaveLength(12);
  expect(order.indexOf(other.user_id)).toBe(2);
});

describe('an account', () => {
  const BOUNDARY = 'boundary';
  const upload = (bytes: Buffer, as: TestUser) =>
    sent(api.app, {
      method: 'POST',
      url: '/api/upload/common-pic',
      headers: {
        authorization: `Bearer ${as.token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      payload: Buffer.concat([
        Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\n\r\n`),
        bytes,
        Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
      ]),
    });

  it('keeps at most 500 pictures; one that it has already counts once', async () => {
    const fan = await api.user();
    const others = Array.from({ length: QUOTAS.pictures - 1 }, (_, at) => `old-${at}.png`);
    await addOlderRows(api.deps.pool, fan.user_id, others);
    const answers = await Promise.all([upload(pictures.png, fan), upload(pictures.jpg, fan)]);
    expect(answers.map(({ ec }) => ec).sort()).toEqual([200, 40902]);
    const accepted = answers[0]?.ec === 200 ? pictures.png : pictures.jpg;
    expect((await upload(accepted, fan)).ec).toBe(200);
    const other = accepted === pictures.png ? pictures.jpg : pictures.png;
    expect(await upload(other, fan)).toMatchObject({ ec: 40902, data: { errors: [{ field: 'file' }] } });
    expect((await upload(other, await api.user())).ec).toBe(200);
  });

  it('has at most 100 sessions: the oldest ends', async () => {
    const fan = await api.user();
    const { sessions } = api.deps.accounts;
    await api.deps.pool.query('UPDATE accounts.sessions SET created_at = 0 WHERE user_id = $1', [
      fan.user_id,
    ]);
    for (let opened = 0; opened < QUOTAS.sessions; opened += 1) await sessions.open(fan.user_id);
    const { rows } = await api.deps.pool.query('SELECT 1 FROM accounts.sessions WHERE user_id = $1', [
      fan.user_id,
    ]);
    expect(rows).toHaveLength(QUOTAS.sessions);
    expect((await api.call(listMyOrders, {}, fan)).ec).toBe(40101);
  });
});

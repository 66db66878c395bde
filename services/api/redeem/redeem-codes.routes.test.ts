import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { type RedeemCalls, redeemCalls } from '../testing/redeem-calls.ts';
import { forSale, openShop, savePlan, sponsorshipForm, type TestShop } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

let shop: TestShop;
let calls: RedeemCalls;
const clock = movableClock();
const api = fixture(() => startTestApi({ clock }));
beforeEach(async () => {
  shop = await openShop(api, [forSale('Key', ''), forSale('Card', '')]);
  calls = redeemCalls(api, shop.creator);
});

const plan_id = (): string => shop.plan.plan_id;
const sku_id = (): string => shop.skus[0]!.sku_id;
const inAnHour = (): number => Math.floor(api.deps.clock.now() / 1000) + 3_600;

describe('making codes', () => {
  test('gives each its number and text; all are different', async () => {
    const { ec, data } = await calls.make({ plan_id: plan_id(), sku_id: sku_id(), num: 50 });
    expect(ec).toBe(200);
    expect(new Set(data.list.map(({ code }) => code)).size).toBe(50);
    expect(new Set(data.list.map(({ redeem_id }) => redeem_id)).size).toBe(50);
    for (const { code } of data.list)
      expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  test('5,000 are created once for any number of requests with one key', async () => {
    const body = { plan_id: plan_id(), num: 5_000, uses: 2 };
    const [one, other] = await Promise.all([calls.make(body, 'k'), calls.make(body, 'k')]);
    expect(one.ec).toBe(200);
    expect(other.data.list).toEqual(one.data.list);
    const again = await calls.make(body, 'k');
    expect(again.data.list).toEqual(one.data.list);
    const { data } = await calls.history({ min_position: again.data.position });
    expect(data).toMatchObject({ total_count: 1, redeem: { total_count: 10_000, used_count: 0 } });
    expect(data.list).toMatchObject([{ num: 5_000, uses: 2, plan: { name: 'Scarf' }, sku_id: '' }]);
  });

  test('with a key that was used for something else is refused', async () => {
    const body = { plan_id: plan_id(), num: 2 };
    await calls.make(body, 'k');
    for (const change of [
      { num: 3 },
      { num: 1 },
      { uses: 2 },
      { sku_id: sku_id() },
      { valid_until: inAnHour() },
    ]) {
      expect((await calls.make({ ...body, ...change }, 'k')).ec).toBe(40901);
    }
    // The same key is another creator's own.
    const other = await openShop(api, [forSale('Key', '')]);
    const theirs = await calls.make({ plan_id: other.plan.plan_id, num: 2 }, 'k', other.creator);
    expect(theirs.ec).toBe(200);
  });

  test('for months of a sponsorship plan', async () => {
    const plan = await savePlan(api, shop.creator, { ...sponsorshipForm, pay_month: 3 });
    const { data } = await calls.make({ plan_id: plan.plan_id, num: 1, month: 6 });
    const { list } = (await calls.history({ plan_id: plan.plan_id, min_position: data.position })).data;
    expect(list).toMatchObject([{ month: 6, sku_name: '', plan: { product_type: 0 } }]);
  });

  test.each([
    ['no number', { num: undefined }, 'num'],
    ['none of them', { num: 0 }, 'num'],
    ['too many', { num: 5_001 }, 'num'],
    ['a part of one', { num: 1.5 }, 'num'],
    ['no uses', { uses: 0 }, 'uses'],
    ['too many uses', { uses: 10_001 }, 'uses'],
    ['an end in the past', { valid_until: 1 }, 'valid_until'],
    ['an end that is no time', { valid_until: 'tomorrow' }, 'valid_until'],
    ['a SKU that is not the plan’s', { sku_id: 'nowhere' }, 'sku_id'],
    ['months of goods', { month: 37 }, 'month'],
    ['a plan that is none', { plan_id: '../etc' }, 'plan_id'],
  ])('with %s is refused by field', async (_, change, field) => {
    const { ec, data } = await calls.make({ plan_id: plan_id(), num: 1, ...change });
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, field]);
  });

  test('for another’s plan, or one that is not there, is refused', async () => {
    const other = await openShop(api, [forSale('Key', '')]);
    for (const id of [other.plan.plan_id, 'nowhere']) {
      expect((await calls.make({ plan_id: id, num: 1 })).ec).toBe(40400);
    }
    expect((await calls.make({ plan_id: plan_id(), num: 1 }, undefined, await api.user())).ec).toBe(40300);
  });
});

describe('what became of them', () => {
  test('is counted by plan, by SKU and by batch', async () => {
    await calls.make({ plan_id: plan_id(), sku_id: sku_id(), num: 3, uses: 2, valid_until: inAnHour() });
    const { data: made } = await calls.make({ plan_id: plan_id(), num: 1 });
    const fan = await api.user();
    await calls.use({ code: made.list[0]!.code, sku: [{ sku_id: sku_id(), count: 1 }] }, fan);
    await api.projected();
    const all = (await calls.history()).data;
    expect(all).toMatchObject({
      total_count: 2,
      has_more: false,
      redeem: { total_count: 7, used_count: 1, pending_count: 0 },
    });
    expect(all.list.map(({ redeem }) => redeem.used_count)).toEqual([1, 0]);
    const bySku = (await calls.history({ plan_id: plan_id(), sku_id: sku_id() })).data;
    expect(bySku).toMatchObject({
      redeem: { total_count: 6, used_count: 0 },
      list: [{ sku_name: 'Key', uses: 2 }],
    });
    expect((await calls.history({ per_page: 1 })).data).toMatchObject({ has_more: true, list: [{ num: 1 }] });
    const other = await api.creator();
    expect((await calls.history({}, other)).data).toMatchObject({ total_count: 0, list: [] });
  });

  test('tells what has expired from what is left', async () => {
    const soon = { plan_id: plan_id(), sku_id: sku_id(), num: 4, uses: 2, valid_until: inAnHour() };
    const { data: made } = await calls.make(soon);
    await calls.make({ plan_id: plan_id(), num: 1 });
    await calls.use({ code: made.list[0]!.code }, await api.user());
    await calls.revoke({ redeem_id: made.list[1]!.redeem_id });
    const uses = { used_count: 1, pending_count: 0, revoked_count: 2 };
    const expired = async () => {
      await api.projected();
      const { redeem, list } = (await calls.history()).data;
      expect(redeem).toMatchObject({ total_count: 9, ...uses });
      expect(list[1]?.redeem).toMatchObject({ total_count: 8, ...uses });
      return [redeem, ...list.map((one) => one.redeem)].map(({ expired_count }) => expired_count);
    };
    expect(await expired()).toEqual([0, 0, 0]);
    clock.setOffset(clock.offset + 3_600_000);
    expect(await expired()).toEqual([5, 0, 5]);
  });

  test('is listed code by code, with its text, for its creator only', async () => {
    const { data: made } = await calls.make({ plan_id: plan_id(), sku_id: sku_id(), num: 3 });
    await calls.use({ code: made.list[1]!.code }, await api.user());
    await api.projected();
    const { batch_id } = made;
    const { data } = await calls.codes({ batch_id });
    expect(data.list.map(({ code }) => code)).toEqual(made.list.map(({ code }) => code));
    expect(data.list.map(({ status }) => status)).toEqual(['open', 'used', 'open']);
    expect((await calls.codes({ batch_id, status: 'used' })).data).toMatchObject({
      total_count: 1,
      list: [{ redeem_id: made.list[1]!.redeem_id, used_count: 1 }],
    });
    expect((await calls.codes({ batch_id }, await api.creator())).data).toMatchObject({
      total_count: 0,
      list: [],
    });
    expect((await calls.codes({ batch_id, status: 'lost' })).data.errors?.[0]?.field).toBe('status');
  });

  test('is exported as a file that spreadsheets read', async () => {
    const { data: made } = await calls.make({ plan_id: plan_id(), num: 600 });
    await api.projected();
    const get = (as: { token: string }, query: Record<string, string>) =>
      api.app.inject({
        method: 'GET',
        url: '/api/creator/export-redeem',
        query,
        headers: { authorization: `Bearer ${as.token}`, host: 'shop.localhost' },
      });
    const file = await get(shop.creator, { batch_id: made.batch_id, lang: 'en-US' });
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.headers['content-disposition']).toContain('redeem-codes.csv');
    const rows: string[][] = parse(file.body, { bom: true });
    expect(rows).toHaveLength(601);
    const [first] = made.list;
    expect(rows[1]).toEqual([
      first?.code,
      `http://localhost/redeem/${first?.redeem_id}#${first?.code}`,
      'Open',
      '1',
      '0',
      '0',
    ]);
    const foreign: string[][] = parse((await get(await api.creator(), { batch_id: made.batch_id })).body, {
      bom: true,
    });
    expect(foreign).toHaveLength(1);
  });
});

describe('taking back', () => {
  test('withdraws the unused ones, of a batch or code by code', async () => {
    const { data: made } = await calls.make({ plan_id: plan_id(), sku_id: sku_id(), num: 4 });
    const [used, single, ...rest] = made.list;
    const fan = await api.user();
    await calls.use({ code: used!.code }, fan);
    expect((await calls.revoke({ redeem_id: single!.redeem_id })).data.num).toBe(1);
    const { data } = await calls.revoke({ batch_id: made.batch_id });
    expect(data.num).toBe(2);
    expect((await calls.revoke({ batch_id: made.batch_id })).data.num).toBe(0);
    for (const { code } of [single!, ...rest]) expect((await calls.use({ code }, fan)).ec).toBe(41007);
    const { redeem } = (await calls.history({ min_position: data.position })).data;
    expect(redeem).toEqual({
      total_count: 4,
      used_count: 1,
      pending_count: 0,
      revoked_count: 3,
      expired_count: 0,
    });
  });

  test('of another’s codes takes nothing', async () => {
    const { data: made } = await calls.make({ plan_id: plan_id(), sku_id: sku_id(), num: 1 });
    const other = await api.creator();
    const names = { redeem_id: [made.list[0]!.redeem_id] };
    expect((await calls.revoke({ batch_id: made.batch_id }, other)).data.num).toBe(0);
    expect((await calls.revoke(names, other)).data.num).toBe(0);
    expect((await calls.use({ code: made.list[0]!.code }, await api.user())).ec).toBe(200);
  });

  test.each([
    [{}, 'batch_id'],
    [{ redeem_id: [] }, 'batch_id'],
    [{ batch_id: 7 }, 'batch_id'],
    [{ redeem_id: ['a b'] }, 'redeem_id'],
  ])('by %j is refused by field', async (body, field) => {
    const { ec, data } = await calls.revoke(body);
    expect(ec).toBe(40000);
    expect(data.errors?.[0]?.field).toMatch(new RegExp(`^${field}`));
  });
});

test('no code is stored in clear text', async () => {
  const { data: made } = await calls.make({ plan_id: plan_id(), num: 3 });
  const secrets = made.list.flatMap(({ code }) => [code, code.replaceAll('-', '')]);
  const { rows: tables } = await api.deps.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  await api.projected();
  for (const { name } of tables) {
    const { rows } = await api.deps.pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    for (const secret of secrets) {
      const hex = Buffer.from(secret).toString('hex');
      expect(rows.some(({ text }) => text.includes(secret) || text.includes(hex))).toBe(false);
    }
  }
});

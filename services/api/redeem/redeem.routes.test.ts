import { beforeEach, describe, expect, test } from 'vitest';
import { redeemStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { codeTyped } from '#services/commerce/redeem/redeem-code-text.ts';
import { deletePlan, hidePlan } from '#services/contract/catalog/plan-changes.ts';
import { createOrder, prepareOrder } from '#services/contract/orders/orders.ts';
import { findRedeemOffer } from '#services/contract/redeem/calls.ts';
import { editReplyPool, listOrderReplies } from '#services/contract/replies/calls.ts';
import { editSkuStock } from '#services/contract/stock/calls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { type RedeemCalls, redeemCalls } from '../testing/redeem-calls.ts';
import { certify, replyWith } from '../testing/replying.ts';
import { forSale, openShop, savePlan, sponsorshipForm, type TestShop } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

let shop: TestShop;
let calls: RedeemCalls;
let fan: TestUser;
const api = fixture(startTestApi);
beforeEach(async () => {
  shop = await openShop(api, [forSale('Key', 5), forSale('Card', 0)]);
  calls = redeemCalls(api, shop.creator);
  fan = await api.user();
});

const sku_id = (at = 0): string => shop.skus[at]!.sku_id;

/** One code as shown to its creator. */
async function aCode(more: object = {}): Promise<{ redeem_id: string; code: string }> {
  const { ec, data } = await calls.make({ plan_id: shop.plan.plan_id, sku_id: sku_id(), num: 1, ...more });
  if (ec !== 200) throw new Error(`no code: ${JSON.stringify(data)}`);
  return data.list[0]!;
}

describe('the contents of a code', () => {
  test('are shown for the code in any spelling', async () => {
    const { redeem_id, code } = await aCode();
    const typed = [
      code,
      code.toLowerCase(),
      code.replaceAll('-', ''),
      ` ${code.replaceAll('-', ' ')} `,
      code.replaceAll('0', 'o').replaceAll('1', 'L'),
    ];
    for (const one of typed) {
      const { ec, data } = await calls.info(one, fan);
      expect(ec).toBe(200);
      expect(data).toMatchObject({
        redeem_id,
        status: 'open',
        sku_id: sku_id(),
        month: 0,
        valid_until: null,
      });
      expect(data.plan).toMatchObject({ plan_id: shop.plan.plan_id, name: 'Scarf' });
      expect(data.creator).toMatchObject({ user_id: shop.creator.user_id, name: shop.creator.name });
    }
  });

  test('are public at its address, which grants nothing', async () => {
    const { redeem_id, code } = await aCode();
    await api.projected();
    expect((await calls.offer(redeem_id)).data).toMatchObject({ redeem_id, status: 'open' });
    expect((await calls.info(redeem_id, fan)).ec).toBe(41007);
    await calls.use({ code }, fan);
    await api.projected();
    expect((await calls.offer(redeem_id)).data).toMatchObject({ status: 'used' });
    expect((await calls.offer('nowhere')).ec).toBe(41007);
  });

  test('only a valid code shows its contents', async () => {
    const used = await aCode();
    await calls.use({ code: used.code }, fan);
    expect((await calls.info(used.code, fan)).ec).toBe(41003);
    for (const code of ['0000-0000-0000-0000', 'hello', '💜'.repeat(20)]) {
      expect((await calls.info(code, fan)).ec).toBe(41007);
    }
    for (const code of ['', ' ', 7, null, 'x'.repeat(61)]) {
      const { ec, data } = await calls.info(code, fan);
      expect([ec, data.errors?.[0]?.field]).toEqual([40000, 'code']);
    }
    expect((await api.call(findRedeemOffer, { code: used.code })).ec).toBe(40100);
  });
});

describe('using a code', () => {
  test('is a free order, paid immediately', async () => {
    const { redeem_id, code } = await aCode();
    const { ec, data } = await calls.use({ code, remark: 'for my sister' }, fan, 'k1');
    expect(ec).toBe(200);
    expect(data).toMatchObject({ status: 2, total_amount: '0.00', pay: { url: '' } });
    const orders = orderCalls(api, fan);
    expect(await orders.typesOf(data.out_trade_no)).toEqual(['OrderPlaced', 'OrderPaid']);
    const { data: check } = await orders.check(data.out_trade_no);
    expect(check).toMatchObject({
      status: 2,
      total_amount: '0.00',
      show_amount: '10.00',
      remark: 'for my sister',
    });
    expect(check.sku_detail).toMatchObject([{ sku_id: sku_id(), count: 1 }]);
    const [placed] = await orders.eventsOf(data.out_trade_no);
    expect(placed?.data).toMatchObject({ py_type: '3', redeem: { redeem_id } });
    // With the same key it is the same order; with another key the code is used up.
    expect(
      (await calls.use({ code: code.toLowerCase(), remark: 'for my sister' }, fan, 'k1')).data,
    ).toMatchObject({
      out_trade_no: data.out_trade_no,
      status: 2,
    });
    expect((await calls.use({ code }, fan, 'k2')).ec).toBe(41003);
    expect((await calls.use({ code }, await api.user())).ec).toBe(41003);
  });

  test('takes stock like any order, and without it nothing is used', async () => {
    const { code } = await aCode({ sku_id: sku_id(1) });
    expect((await calls.use({ code }, fan)).ec).toBe(41001);
    await api.call(editSkuStock, { sku_id: sku_id(1), stock: 1 }, shop.creator);
    expect((await calls.use({ code }, fan)).ec).toBe(200);
  });

  test('of any SKU lets the fan choose one of them, and one only', async () => {
    const { code } = await aCode({ sku_id: '' });
    const use = (sku: object[]) => calls.use({ code, sku }, fan);
    expect((await use([])).data.errors?.[0]?.field).toBe('sku');
    expect((await use([{ sku_id: sku_id(), count: 2 }])).data.errors?.[0]?.field).toBe('sku.0.count');
    expect((await use([{ sku_id: 'nowhere', count: 1 }])).data.errors?.[0]?.field).toBe('sku.0.sku_id');
    expect((await use([{ sku_id: sku_id(), count: 1 }])).ec).toBe(200);
  });

  test('bound to a SKU gives no other', async () => {
    const { code } = await aCode();
    const other = await calls.use({ code, sku: [{ sku_id: sku_id(1), count: 1 }] }, fan);
    expect(other.ec).not.toBe(200);
    expect((await calls.use({ code }, fan)).ec).toBe(200);
  });

  test('of a sponsorship plan grants a membership for its months', async () => {
    const plan = await savePlan(api, shop.creator, sponsorshipForm);
    const { code } = await aCode({ plan_id: plan.plan_id, sku_id: '', month: 3 });
    const { data } = await calls.use({ code }, fan);
    const orders = orderCalls(api, fan);
    const { data: check } = await orders.check(data.out_trade_no);
    expect(check).toMatchObject({ status: 2, month: 3, show_amount: '90.00', total_amount: '0.00' });
  });

  test('with several uses works as often, and no oftener', async () => {
    const { code } = await aCode({ uses: 2 });
    expect((await calls.use({ code }, fan)).ec).toBe(200);
    expect((await calls.use({ code }, await api.user())).ec).toBe(200);
    expect((await calls.use({ code }, await api.user())).ec).toBe(41003);
  });

  test('that has expired or was revoked is refused as unknown', async () => {
    const soon = Math.floor(api.deps.clock.now() / 1000) + 100;
    const ending = await aCode({ valid_until: soon });
    const revoked = await aCode();
    await calls.revoke({ redeem_id: revoked.redeem_id });
    expect((await calls.use({ code: revoked.code }, fan)).ec).toBe(41007);
    expect((await calls.info(ending.code, fan)).data).toMatchObject({ valid_until: soon });
    api.deps.clock.setOffset(api.deps.clock.offset + 101_000);
    expect((await calls.info(ending.code, fan)).ec).toBe(41007);
    expect((await calls.use({ code: ending.code }, fan)).ec).toBe(41007);
  });

  test('gives the replies that a paid order gives', async () => {
    await certify(api, shop.creator);
    await replyWith(api, shop, { on: true, content: 'Your key:', random_on: true }, sku_id());
    const lines = { sku_id: sku_id(), reply_random_content: 'KEY-1\nKEY-2' };
    expect((await api.call(editReplyPool, lines, shop.creator)).ec).toBe(200);
    const { code } = await aCode();
    const { out_trade_no } = (await calls.use({ code }, fan)).data;
    expect((await api.call(listOrderReplies, { out_trade_no }, fan)).data).toMatchObject({
      list: [{ reply_content: 'Your key:', reply_random_content: ['KEY-1'] }],
    });
  });

  test('is not for its own creator', async () => {
    const { code } = await aCode();
    expect((await calls.use({ code }, shop.creator)).ec).toBe(40300);
    expect((await calls.use({ code }, fan)).ec).toBe(200);
  });

  test.each([
    [{}, 'code'],
    [{ code: 7 }, 'code'],
    [{ code: '' }, 'code'],
    [{ code: 'x'.repeat(61) }, 'code'],
    [{ code: 'hello', remark: 'x'.repeat(501) }, 'remark'],
    [{ code: 'hello', sku: [{ sku_id: 'a', count: 0 }] }, 'sku.0.count'],
  ])('by %j is refused by field', async (body, field) => {
    const { ec, data } = await calls.use(body, fan);
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, field]);
  });
});

describe('guessing', () => {
  test('is limited by account, also without limits by address; a correct code does not count', async () => {
    const { code } = await aCode({ uses: 100 });
    for (let tries = 0; tries < 15; tries += 1) expect((await calls.info('hello', fan)).ec).toBe(41007);
    for (let uses = 0; uses < 15; uses += 1) expect((await calls.info(code, fan)).ec).toBe(200);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await calls.use({ code: 'nope' }, fan)).ec).toBe(41007);
    const { ec, data } = await calls.info(code, fan);
    expect(ec).toBe(42900);
    expect(data.retry_after).toBeGreaterThan(0);
    expect((await calls.use({ code }, fan)).ec).toBe(42900);
    // Others are not limited.
    expect((await calls.use({ code }, await api.user())).ec).toBe(200);
    api.deps.clock.setOffset(api.deps.clock.offset + (data.retry_after ?? 0) * 1000);
    expect((await calls.info(code, fan)).ec).toBe(200);
  });

  test('is held off by address', async () => {
    const limited = await startTestApi({ projections: false, config: { rateLimits: true } });
    const codes: number[] = [];
    // Each by another account: only the address is the same.
    for (let tries = 0; tries < 22; tries += 1) {
      codes.push((await limited.call(findRedeemOffer, { code: 'hello' }, await limited.user())).ec);
    }
    expect(codes.filter((ec) => ec === 41007).length).toBe(20);
    expect(codes.slice(20)).toEqual([42900, 42900]);
    await limited.close();
  });
});

describe('a plan that cannot be bought', () => {
  const hide = () => api.call(hidePlan, { plan_id: shop.plan.plan_id }, shop.creator);
  const buy = { sku: [] as object[], plan_id: '' };
  beforeEach(() => {
    Object.assign(buy, { plan_id: shop.plan.plan_id, sku: [{ sku_id: sku_id(), count: 1 }] });
  });

  test('is given by a code that was handed out when it is only hidden, and by nothing else', async () => {
    const { code } = await aCode();
    await hide();
    expect((await api.call(createOrder, buy, fan)).ec).toBe(40000);
    expect((await api.call(prepareOrder, { redeem_code: code }, fan)).data).toMatchObject({
      total_amount: '0.00',
      show_amount: '10.00',
    });
    expect((await calls.use({ code }, fan)).data).toMatchObject({ status: 2 });
  });

  test('is not given once it is deleted, or before and after it is sold', async () => {
    const [early, late, gone] = [await aCode(), await aCode(), await aCode()];
    const now = Math.floor(api.deps.clock.now() / 1000);
    const sold = (timing: object) =>
      savePlan(api, shop.creator, {
        plan_id: shop.plan.plan_id,
        name: 'Scarf',
        product_type: 1,
        sku: shop.skus.map((one) => ({ sku_id: one.sku_id, name: one.name, price: one.price })),
        ...timing,
      });
    await sold({ timing_sell_on: now + 3600 });
    expect((await calls.use({ code: early.code }, fan)).ec).toBe(40000);
    await sold({ timing_sell_off: now - 3600 });
    expect((await calls.use({ code: late.code }, fan)).ec).toBe(40000);
    await api.call(deletePlan, { plan_id: shop.plan.plan_id }, shop.creator);
    expect((await calls.use({ code: gone.code }, fan)).ec).toBe(41005);
    // Refused, none of them was used up.
    const stream = (code: string) => redeemStream(api.deps.redeemCodeId(codeTyped(code) ?? ''));
    for (const { code } of [early, late, gone]) {
      expect((await api.deps.log.readStream(stream(code))).map(({ type }) => type)).toEqual([
        'RedeemCodeIssued',
      ]);
    }
  });
});

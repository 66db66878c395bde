import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asOutTradeNo, cartNumber } from '#events/ids.ts';
import { cartStream, membershipStream, orderStream } from '#events/stream-names.ts';
import type * as Membership from '#services/commerce/effects/membership.ts';
import type * as OrderChoice from '#services/commerce/order-choice.ts';
import { cartCalls } from '../testing/fair.ts';
import { goesWrong, type Race, startRace } from '../testing/race.ts';
import type { Heard, Servers } from '../testing/servers.ts';
import { forSale, openShop, savePlan, sponsorshipForm, type TestShop } from '../testing/shop.ts';
import type { TestUser } from '../testing/test-api.ts';

/** Guards that negative controls take out. */
const without = { summing: false, confirming: false };

vi.mock('#services/commerce/order-choice.ts', async (load) => {
  const real = await load<typeof OrderChoice>();
  const chosenOf: typeof real.chosenOf = (plan, choice) => {
    const chosen = real.chosenOf(plan, choice);
    if ('code' in chosen || !without.summing) return chosen;
    // Each line as it was sent, to be judged by itself.
    const lines = choice.lines.flatMap(({ sku_id, count }) =>
      chosen.lines
        .filter(({ sku }) => sku.sku_id === sku_id)
        .map((line) => ({ ...line, count: count * Math.max(1, chosen.bundle_count) })),
    );
    return { ...chosen, lines };
  };
  return { ...real, chosenOf };
});

vi.mock('#services/commerce/effects/membership.ts', async (load) => {
  const real = await load<typeof Membership>();
  const { membershipEffect } = real;
  const confirm: typeof membershipEffect.confirm = (states, order, now) => {
    if (!without.confirming || order.upgrade === null) return membershipEffect.confirm(states, order, now);
    // As if the membership still were what it was when the order was placed.
    const stream = membershipStream(order.creator_id, order.user_id);
    const state = states.get('membership', stream);
    const runs = state.runs.map((run) => ({
      ...run,
      grants: run.grants.filter(({ from_plan }) => from_plan === null),
    }));
    const before: typeof states = {
      ...states,
      get: (kind, name) => (name === stream ? ({ ...state, runs } as never) : states.get(kind, name)),
    };
    return membershipEffect.confirm(before, order, now);
  };
  return { ...real, membershipEffect: { ...membershipEffect, confirm } };
});

let race: Race;
beforeAll(async () => {
  race = await startRace(24);
});
afterAll(() => race?.close());

interface Placed {
  out_trade_no: string;
  total_amount: string;
}

describe('one order with two lines on one SKU inside a bundle', () => {
  async function buyTwice(): Promise<{ ec: number; sku_id: string }> {
    const creator = await race.api.creator();
    const set = await savePlan(race.api, creator, {
      name: 'Two of two',
      product_type: 3,
      price: '15.00',
      bundle_sku_select_count: 2,
      bundle_sku_can_repeat: true,
      sku: [forSale('Last', 1), forSale('More', '')],
    });
    const { sku_id } = set.sku[0]!;
    const sku = [
      { sku_id, count: 1 },
      { sku_id, count: 1 },
    ];
    const answer = await race.guarded.post(
      0,
      '/api/order/create-order',
      { plan_id: set.plan_id, sku },
      race.fan(0),
    );
    return { ec: answer.ec, sku_id };
  }

  it('is refused when either line alone would fit, and leaves nothing behind', async () => {
    const { ec, sku_id } = await buyTwice();
    expect(ec).toBe(41001);
    expect(await race.tally(sku_id)).toMatchObject({ held: 0, orders: new Set() });
  });

  it('negative control: judged line by line it takes more than there is, and the log shows it', async () => {
    without.summing = true;
    const { ec, sku_id } = await buyTwice();
    without.summing = false;
    expect(ec).toBe(200);
    expect(await race.tally(sku_id)).toMatchObject({ held: 2, most: 1 });
  });
});

describe('upgrade twice at once', () => {
  /** A member orders the same upgrade in two windows, and pays both at two servers at once. */
  async function upgradeTwice(servers: Servers) {
    const creator = await race.api.creator();
    const small = await savePlan(race.api, creator, sponsorshipForm);
    const large = await savePlan(race.api, creator, { ...sponsorshipForm, name: 'Dinner', price: '50.00' });
    const fan = await race.api.user();
    const buy = (n: number, plan_id: string) =>
      servers.post<Placed>(n, '/api/order/create-order', { plan_id, month: 1 }, fan);
    const first = await buy(0, small.plan_id);
    expect(await race.notify(servers, 0, first.data)).toBe(200);
    const orders = await Promise.all([buy(0, large.plan_id), buy(1, large.plan_id)]);
    expect(orders.map(({ ec, data }) => [ec, data.total_amount])).toEqual([
      [200, '20.00'],
      [200, '20.00'],
    ]);
    expect(await Promise.all(orders.map(({ data }, n) => race.notify(servers, n, data)))).toEqual([200, 200]);
    const stream = membershipStream(creator.user_id, fan.user_id);
    const upgrades = (await race.api.deps.log.readStream(stream)).filter(
      ({ type }) => type === 'MembershipUpgraded',
    );
    const histories = await Promise.all(
      orders.map(async ({ data }) =>
        (await race.api.deps.log.readStream(orderStream(asOutTradeNo(data.out_trade_no)))).map(
          ({ type }) => type,
        ),
      ),
    );
    return {
      upgrades: upgrades.length,
      histories: histories.sort((one, other) => one.length - other.length),
    };
  }

  it('happens once; the other’s money goes back', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { upgrades, histories } = await upgradeTwice(race.guarded);
      expect(upgrades).toBe(1);
      expect(histories).toEqual([
        ['OrderPlaced', 'OrderPaid'],
        ['OrderPlaced', 'OrderCancelled', 'LatePaymentReceived'],
      ]);
    }
  });

  it('negative control: paid without a look at what became of the membership, it is paid for twice', async () => {
    without.confirming = true;
    const paidTwice = await goesWrong(async () => (await upgradeTwice(race.guarded)).upgrades > 1);
    without.confirming = false;
    expect(paidTwice).toBe(true);
  });
});

describe('a price that changes between prepare and create', () => {
  async function shopAt(price: string): Promise<TestShop> {
    return openShop(race.api, [forSale('Red', '', { price })]);
  }
  const reprice = (shop: TestShop, price: string, n: number) => {
    const { plan_id } = shop.plan;
    const sku = [{ sku_id: shop.skus[0]!.sku_id, name: 'Red', price }];
    return race.guarded.post(
      n,
      '/api/creator/edit-plan',
      { plan_id, name: 'Scarf', product_type: 1, sku },
      shop.creator,
    );
  };
  const choice = (shop: TestShop) => ({
    plan_id: shop.plan.plan_id,
    sku: [{ sku_id: shop.skus[0]!.sku_id, count: 2 }],
  });

  it('is refused with the new one at the server that did not see the change', async () => {
    const shop = await shopAt('10.00');
    for (const n of [0, 1]) {
      const shown = await race.guarded.post(n, '/api/order/prepare', choice(shop), race.fan(0));
      expect(shown.data).toMatchObject({ total_amount: '20.00' });
    }
    expect((await reprice(shop, '12.50', 0)).ec).toBe(200);
    const answer = await race.guarded.post(
      1,
      '/api/order/create-order',
      { ...choice(shop), total_amount: '20.00' },
      race.fan(0),
    );
    expect([answer.ec, answer.data.total_amount]).toEqual([40902, '25.00']);
    const again = { ...choice(shop), total_amount: '25.00' };
    expect((await race.guarded.post(1, '/api/order/create-order', again, race.fan(0))).ec).toBe(200);
  });

  it('never charges anybody what they did not see, while it goes up and down', async () => {
    const shop = await shopAt('10.00');
    const prices = ['10.00', '12.50', '10.00', '9.00'];
    const [answers] = await Promise.all([
      Promise.all(
        race.fans.map((fan, n) =>
          race.guarded.post<Placed>(
            n,
            '/api/order/create-order',
            { ...choice(shop), total_amount: '20.00' },
            fan,
          ),
        ),
      ),
      (async () => {
        for (const [n, price] of prices.entries()) await reprice(shop, price, n);
      })(),
    ]);
    for (const { ec, data } of answers) {
      if (ec === 200) expect(data.total_amount).toBe('20.00');
      else expect([ec, ['18.00', '25.00']]).toEqual([40902, expect.arrayContaining([data.total_amount])]);
    }
  });
});

describe('carts at once', () => {
  type Answers = Heard<{ cart_order_no: string }>[];
  const ordered = (servers: Servers, n: number, body: object, fan: TestUser, key?: string) =>
    servers.post<{ cart_order_no: string }>(n, '/api/cart/create-order', body, fan, key);

  it('under one key are one cart order on both servers, though its entries go with the first', async () => {
    const shop = await openShop(race.api, [forSale('Red', '')]);
    const fan = await race.api.user();
    const calls = cartCalls(race.api, fan);
    const { plan_id } = shop.plan;
    const { data } = await calls.add({ plan_id, sku: [{ sku_id: shop.skus[0]!.sku_id, count: 1 }] });
    const body = { entries: [{ cart_id: data.cart_id, remark: 'once' }] };
    const answers: Answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ordered(race.guarded, n, body, fan, 'at once')),
    );
    expect(new Set(answers.map(({ ec }) => ec))).toEqual(new Set([200]));
    const number = cartNumber(fan.user_id, 'at once');
    expect(new Set(answers.map(({ data: one }) => one.cart_order_no))).toEqual(new Set([number]));
    expect(await race.api.deps.log.readStream(cartStream(number))).toHaveLength(1);
    expect(await race.tally(shop.skus[0]!.sku_id)).toMatchObject({ held: 1 });
    // The remark of the one that stands, and no other.
    const { rows } = await race.api.deps.pool.query(
      `SELECT 1 FROM accounts.vault WHERE user_id = $1 AND kind = 'remark'`,
      [fan.user_id],
    );
    expect(rows).toHaveLength(1);
  });

  /** Every fan wants both things of both shops, half of them in the opposite order. */
  async function opposite(servers: Servers) {
    const shops = [
      await openShop(race.api, [forSale('A', 6)], { name: 'First' }),
      await openShop(race.api, [forSale('B', 6)], { name: 'Second' }),
    ];
    for (const shop of shops) await race.warm(servers, shop);
    const carts = await Promise.all(
      race.fans.map(async (fan) => {
        const calls = cartCalls(race.api, fan);
        const entries = [];
        for (const { plan, skus } of shops) {
          const put = await calls.add({
            plan_id: plan.plan_id,
            sku: [{ sku_id: skus[0]!.sku_id, count: 1 }],
          });
          entries.push({ cart_id: put.data.cart_id });
        }
        return entries;
      }),
    );
    const answers: Answers = await Promise.all(
      race.fans.map((fan, n) =>
        ordered(
          servers,
          n,
          { entries: n % 2 ? carts[n] : carts[n]?.toReversed() },
          fan,
          `opposite ${shops[0]!.plan.plan_id}`,
        ),
      ),
    );
    const tallies = await Promise.all(shops.map(({ skus }) => race.tally(skus[0]!.sku_id)));
    // Whatever is left of a race makes room for the next.
    await Promise.all(
      race.fans.map((fan, n) =>
        cartCalls(race.api, fan).remove((carts[n] ?? []).map(({ cart_id }) => cart_id)),
      ),
    );
    return { answers, tallies };
  }

  it('touching the same SKUs in opposite order take all that they need or nothing, and do not wait for each other', async () => {
    const { answers, tallies } = await opposite(race.guarded);
    expect(new Set(answers.map(({ ec }) => ec))).toEqual(new Set([200, 41001]));
    expect(answers.filter(({ ec }) => ec === 200)).toHaveLength(6);
    for (const tally of tallies) expect(tally).toMatchObject({ held: 6, most: 0 });
    const [first, second] = tallies;
    expect(first?.orders.size).toBe(6);
    expect(second?.orders.size).toBe(6);
  });

  it('negative control: without expected versions more is sold than there is', async () => {
    const oversold = async () => (await opposite(race.careless)).tallies.some(({ most }) => most > 0);
    expect(await goesWrong(oversold)).toBe(true);
  });
});

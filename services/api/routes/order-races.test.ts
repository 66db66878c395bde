import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOutTradeNo, asPlanId, asSkuId, chargeIdOf, type UserId } from '#events/ids.ts';
import { fenOf, fromWire } from '#events/money.ts';
import { allowanceStream, orderStream, stockStream } from '#events/stream-names.ts';
import { payOrder } from '#services/commerce/pay-order.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { forSale, openShop, type TestShop } from '../testing/shop.ts';
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts';

/** Races through real HTTP on two servers with one database; each once more with the guard taken out. */
const BUYERS = 40;

let api: TestApi;
let guarded: Servers;
let careless: Servers;
let fans: TestUser[];

beforeAll(async () => {
  api = await startTestApi();
  guarded = await startServers(api);
  careless = await startServers(api, false);
  fans = await Promise.all(Array.from({ length: BUYERS }, (_, n) => api.user(`fan ${n}`)));
});
afterAll(async () => {
  await careless?.close();
  await guarded?.close();
  await api?.close();
});

interface Line {
  sku_id: string;
  count: number;
}
interface Placed {
  out_trade_no: string;
  total_amount: string;
}
const fan = (n: number): TestUser => fans[n % BUYERS]!;

async function buy(servers: Servers, n: number, shop: TestShop, sku: Line[], as = fan(n), key?: string) {
  const body = { plan_id: shop.plan.plan_id, sku };
  return servers.post<Placed>(n, '/api/order/create-order', body, as, key);
}

/** Both servers know the SKUs' stock before the race: neither is helped by having to load it. */
async function warm(servers: Servers, shop: TestShop): Promise<void> {
  for (const n of [0, 1]) {
    for (const { sku_id, stock } of shop.skus) {
      if (stock === '') continue;
      const refused = await buy(servers, n, shop, [{ sku_id, count: stock + 1 }]);
      expect(refused.ec).toBe(41001);
    }
  }
}

/** What the log says of one SKU, added up event by event; never more promised than there is. */
async function tally(sku_id: string) {
  const sums = {
    stock: null as number | null,
    held: 0,
    sold: 0,
    most: Number.NEGATIVE_INFINITY,
    orders: new Set<string>(),
  };
  for (const { type, data } of await api.deps.log.readStream(stockStream(asSkuId(sku_id)))) {
    const {
      count = 0,
      stock = null,
      out_trade_no,
    } = data as { count?: number; stock?: number | null; out_trade_no?: string };
    if (type === 'StockSet') sums.stock = stock;
    if (type === 'StockHeld') sums.held += count;
    if (type === 'StockSold' || type === 'StockReleased') sums.held -= count;
    if (type === 'StockSold') sums.sold += count;
    if (out_trade_no !== undefined) sums.orders.add(out_trade_no);
    sums.most = Math.max(sums.most, sums.held + sums.sold - (sums.stock ?? Number.POSITIVE_INFINITY));
  }
  return sums;
}

/** Every order that touched the SKU stands whole; nobody else left anything behind. */
async function whole(sku_id: string, placed: readonly string[]): Promise<void> {
  const { orders } = await tally(sku_id);
  expect([...orders].sort()).toEqual([...placed].sort());
  for (const order of placed) {
    const [first] = await api.deps.log.readStream(orderStream(asOutTradeNo(order)));
    expect(first?.type).toBe('OrderPlaced');
  }
  const { rows } = await api.deps.pool.query<{ out_trade_no: string }>(
    'SELECT out_trade_no FROM sandbox.charges WHERE out_trade_no = ANY ($1::text[])',
    [placed],
  );
  expect(rows).toHaveLength(placed.length);
}

const won = (answers: readonly { ec: number; data: Placed }[]): string[] =>
  answers.filter(({ ec }) => ec === 200).map(({ data }) => data.out_trade_no);
const codes = (answers: readonly { ec: number }[]): number[] =>
  [...new Set(answers.map(({ ec }) => ec))].sort();

describe('N buyers for one unit', () => {
  async function race(servers: Servers) {
    const shop = await openShop(api, [forSale('Last', 1)]);
    await warm(servers, shop);
    const { sku_id } = shop.skus[0]!;
    const answers = await Promise.all(fans.map((_, n) => buy(servers, n, shop, [{ sku_id, count: 1 }])));
    return { answers, sku_id };
  }

  it('one gets it, the others hear 库存不足, and leave nothing behind', async () => {
    const { answers, sku_id } = await race(guarded);
    expect(won(answers)).toHaveLength(1);
    expect(codes(answers)).toEqual([200, 41001]);
    expect(answers.find(({ ec }) => ec === 41001)?.em).toBe('库存不足');
    expect(await tally(sku_id)).toMatchObject({ held: 1, sold: 0 });
    await whole(sku_id, won(answers));
  });

  it('negative control: without expected versions it is sold twice, and the log shows it', async () => {
    const { sku_id } = await race(careless);
    expect((await tally(sku_id)).most).toBeGreaterThan(0);
  });
});

describe('N buyers for K units with mixed quantities', () => {
  async function race(servers: Servers) {
    const shop = await openShop(api, [forSale('Few', 20)]);
    await warm(servers, shop);
    const { sku_id } = shop.skus[0]!;
    const answers = await Promise.all(
      fans.map((_, n) => buy(servers, n, shop, [{ sku_id, count: (n % 3) + 1 }])),
    );
    return { answers, sku_id };
  }

  it('sells all that fits, never more', async () => {
    const { answers, sku_id } = await race(guarded);
    const { held, most } = await tally(sku_id);
    expect(most).toBeLessThanOrEqual(0);
    // Whoever was refused wanted more than was left then, and so more than is left now.
    const refused = answers.flatMap(({ ec }, n) => (ec === 200 ? [] : [(n % 3) + 1]));
    expect(Math.min(...refused)).toBeGreaterThan(20 - held);
    await whole(sku_id, won(answers));
  });

  it('negative control: without expected versions more is sold than there is', async () => {
    const { sku_id } = await race(careless);
    expect((await tally(sku_id)).most).toBeGreaterThan(0);
  });
});

describe('orders that touch several SKUs', () => {
  it('two lines on one SKU count together, whoever else buys', async () => {
    const shop = await openShop(api, [forSale('Pair', 5)]);
    await warm(guarded, shop);
    const line = { sku_id: shop.skus[0]!.sku_id, count: 1 };
    const answers = await Promise.all(fans.map((_, n) => buy(guarded, n, shop, [line, line])));
    expect(won(answers)).toHaveLength(2);
    expect(await tally(line.sku_id)).toMatchObject({ held: 4 });
    await whole(line.sku_id, won(answers));
  });

  async function opposite(servers: Servers) {
    const shop = await openShop(api, [forSale('A', 10), forSale('B', 10)]);
    await warm(servers, shop);
    const [a, b] = shop.skus.map(({ sku_id }) => ({ sku_id, count: 1 })) as [Line, Line];
    const answers = await Promise.all(fans.map((_, n) => buy(servers, n, shop, n % 2 ? [a, b] : [b, a])));
    return { answers, a, b };
  }

  it('in opposite order neither wait for each other nor take half of what they need', async () => {
    const { answers, a, b } = await opposite(guarded);
    expect(codes(answers)).toEqual([200, 41001]);
    expect(won(answers)).toHaveLength(10);
    for (const { sku_id } of [a, b]) {
      expect(await tally(sku_id)).toMatchObject({ held: 10 });
      await whole(sku_id, won(answers));
    }
  });

  it('negative control: without expected versions both are oversold', async () => {
    const { a } = await opposite(careless);
    expect((await tally(a.sku_id)).most).toBeGreaterThan(0);
  });
});

describe('one idempotency key at once', () => {
  let shop: TestShop;
  let line: Line;
  beforeAll(async () => {
    shop = await openShop(api, [forSale('Red', 1000)]);
    line = { sku_id: shop.skus[0]!.sku_id, count: 1 };
    await warm(guarded, shop);
    await warm(careless, shop);
  });

  it('is one order on both servers', async () => {
    const answers = await Promise.all(fans.map((_, n) => buy(guarded, n, shop, [line], fan(0), 'at once')));
    expect(codes(answers)).toEqual([200]);
    expect(new Set(won(answers)).size).toBe(1);
    const events = await api.deps.log.readStream(orderStream(asOutTradeNo(won(answers)[0]!)));
    expect(events.map(({ type }) => type)).toEqual(['OrderPlaced']);
  });

  it('with two bodies is one order; the other is refused', async () => {
    const answers = await Promise.all(
      fans.map((_, n) =>
        buy(guarded, n, shop, [{ ...line, count: (n >> 1) % 2 ? 2 : 3 }], fan(1), 'two bodies'),
      ),
    );
    expect(codes(answers)).toEqual([200, 40901]);
    expect(new Set(won(answers)).size).toBe(1);
  });

  it('of several users is an order for each', async () => {
    const answers = await Promise.all(fans.map((one, n) => buy(guarded, n, shop, [line], one, 'everyone')));
    expect(new Set(won(answers)).size).toBe(BUYERS);
  });

  it('negative control: without expected versions it is placed twice', async () => {
    const answers = await Promise.all(fans.map((_, n) => buy(careless, n, shop, [line], fan(0), 'careless')));
    const events = await api.deps.log.readStream(orderStream(asOutTradeNo(won(answers)[0]!)));
    expect(events.length).toBeGreaterThan(1);
  });
});

describe('a purchase limit from two sessions at once', () => {
  async function race(servers: Servers, user: TestUser) {
    const limit = { purchase_limit_count: 3, purchase_limit_days: 7 };
    const shop = await openShop(api, [forSale('Red', 1000)], {
      purchase_limit_type: 2,
      product_purchase_limit: limit,
    });
    await warm(servers, shop);
    const again: TestUser = { ...user, token: await api.deps.accounts.sessions.open(user.user_id) };
    const line = { sku_id: shop.skus[0]!.sku_id, count: 1 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => buy(servers, n, shop, [line], n % 2 ? user : again)),
    );
    const stream = allowanceStream(asPlanId(shop.plan.plan_id), user.user_id as UserId);
    const taken = await api.deps.log.readStream(stream);
    const units = taken.reduce((all, { data }) => all + (data as { units: number }).units, 0);
    return { answers, units, sku_id: line.sku_id };
  }

  it('lets through what it allows, and leaves nothing of the others', async () => {
    const { answers, units, sku_id } = await race(guarded, fan(2));
    expect(units).toBe(3);
    expect(codes(answers)).toEqual([200, 41002]);
    expect(answers.find(({ ec }) => ec === 41002)?.em).toBe('已达到可购买上限');
    await whole(sku_id, won(answers));
  });

  it('negative control: without expected versions it is passed', async () => {
    expect((await race(careless, fan(3))).units).toBeGreaterThan(3);
  });
});

describe('stock edited while it sells', () => {
  async function race(servers: Servers) {
    const shop = await openShop(api, [forSale('Red', 30)]);
    await warm(servers, shop);
    const { sku_id } = shop.skus[0]!;
    const edits = [
      { stock: 10 },
      { delta: -5 },
      { stock: 12 },
      { delta: 3 },
      { stock: 5 },
      { delta: -2 },
      { stock: 8 },
      { delta: 1 },
    ];
    const [answers] = await Promise.all([
      Promise.all(fans.map((_, n) => buy(servers, n, shop, [{ sku_id, count: 1 }]))),
      Promise.all(
        edits.map((change, n) =>
          servers.post(n, '/api/creator/edit-sku-stock', { sku_id, ...change }, shop.creator),
        ),
      ),
    ]);
    return { answers, sku_id };
  }

  it('is never set below what is held and sold, nor sold above what it is set to', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { answers, sku_id } = await race(guarded);
      const { most, held } = await tally(sku_id);
      expect(most).toBeLessThanOrEqual(0);
      expect(held).toBe(won(answers).length);
      await whole(sku_id, won(answers));
    }
  });

  it('negative control: without expected versions, within three rounds, it is', async () => {
    let most = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < 3; round += 1)
      most = Math.max(most, (await tally((await race(careless)).sku_id)).most);
    expect(most).toBeGreaterThan(0);
  });
});

describe('buying, paying and giving up at once', () => {
  it('what the log says is sold is what was paid; the loser never undoes the winner', async () => {
    const shop = await openShop(api, [forSale('Red', 15)]);
    await warm(guarded, shop);
    const { sku_id } = shop.skus[0]!;
    const ends = await Promise.all(
      fans.map(async (one, n) => {
        const { ec, data } = await buy(guarded, n, shop, [{ sku_id, count: 1 }]);
        if (ec !== 200) return 'refused';
        const out_trade_no = asOutTradeNo(data.out_trade_no);
        const amount = fromWire(data.total_amount) ?? fenOf(0);
        const news = { out_trade_no, charge_id: chargeIdOf(out_trade_no, 1), amount, provider: 'sandbox' };
        const [cancelled, paid] = await Promise.all([
          guarded.post(n + 1, '/api/order/cancel-order', { out_trade_no }, one),
          n % 3 ? api.deps.committer.submit(payOrder(news)) : undefined,
        ]);
        expect([200, 40902]).toContain(cancelled.ec);
        return paid?.accepted && paid.result.outcome !== 'to_return' ? 'paid' : 'given up';
      }),
    );
    const paid = ends.filter((end) => end === 'paid').length;
    const { held, sold, most } = await tally(sku_id);
    expect({ held, sold }).toEqual({ held: 0, sold: paid });
    expect(most).toBeLessThanOrEqual(0);
  });
});

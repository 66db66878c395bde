import { describe, expect, it } from 'vitest';
import { asOutTradeNo, asSkuId, chargeIdOf } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DataOf } from '#events/registry.ts';
import { orderStream, stockStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { recordDispute } from '#services/commerce/refunds/dispute.ts';
import { trusting } from '#services/commerce/testing/test-committers.ts';
import { updateExpress, updateOrderAddress } from '#services/contract/delivery/express.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { forSale, openShop } from '../testing/shop.ts';

const AT_ONCE = 24;
/** Two scarves at 10.00. */
const TOTAL = 2_000;

const race = fixture(() => startRace(2));
const trustingServers = fixture(() => startServers(race.api, trusting));
const shop = fixture(() => openShop(race.api, [forSale('Red', '')], { need_address: true }));

/** A paid order that both servers have seen, so that neither is helped by having to load it. */
async function paid(servers: Servers): Promise<string> {
  const sku = [{ sku_id: shop.skus[0]!.sku_id, count: 2 }];
  const { ec, data } = await race.buy(servers, 0, shop, sku);
  expect(ec).toBe(200);
  expect(await race.notify(servers, 0, data)).toBe(200);
  const { out_trade_no } = data;
  await expect.poll(() => typesOf(out_trade_no)).toEqual(['OrderPlaced', 'OrderPaid']);
  const home = {
    addr_name: '林',
    addr_phone: '13800138000',
    addr_address: '1',
    province: '310000',
    city: '310100',
    area: '310101',
  };
  const set = await servers.call(0, updateOrderAddress, { out_trade_no, ...home }, race.fan(0));
  expect(set.ec).toBe(200);
  for (const n of [0, 1]) {
    const seen = await servers.call(n, refundOrder, { out_trade_no, amount: '999' }, shop.creator);
    expect(seen.ec).toBe(40000);
  }
  return out_trade_no;
}
const eventsOf = (order: string) => race.api.deps.log.readStream(orderStream(asOutTradeNo(order)));
const typesOf = async (order: string) => (await eventsOf(order)).map(({ type }) => type);
/** Fen, as the log has them, refund by refund. */
async function refundsOf(order: string): Promise<number[]> {
  const refunds = (await eventsOf(order)).filter(({ type }) => type === 'OrderRefunded');
  return refunds.map(({ data }) => (data as DataOf<'OrderRefunded'>).amount);
}
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

const refund = (servers: Servers, n: number, order: string, body: object, key?: string) =>
  servers.call(n, refundOrder, { out_trade_no: order, ...body }, shop.creator, key);

/** Removes the log's own check. */
async function withoutTheLogsGuard<Result>(run: () => Promise<Result>): Promise<Result> {
  const guard = (how: string) =>
    race.api.deps.pool.query(`ALTER TABLE log.events ${how} TRIGGER refunds_within_payment`);
  await guard('DISABLE');
  try {
    return await run();
  } finally {
    await guard('ENABLE');
  }
}

describe('refunds that exceed the payment together', () => {
  async function run(servers: Servers) {
    const order = await paid(servers);
    const answers = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, n) => refund(servers, n, order, { amount: '3.00' }, `r${n}`)),
    );
    return { order, answers };
  }

  it('are given as far as the money goes, never further', async () => {
    const { order, answers } = await run(race.guarded);
    const codes = answers.map((one) => (one.status === 'fulfilled' ? one.value.ec : 0));
    expect(codes.filter((ec) => ec === 200)).toHaveLength(6);
    expect(codes.filter((ec) => ec === 40000)).toHaveLength(AT_ONCE - 6);
    expect(await refundsOf(order)).toEqual(Array.from({ length: 6 }, () => 300));
    // Earlier refunds are recorded with each refund: fees depend on them.
    const before = (await eventsOf(order))
      .filter(({ type }) => type === 'OrderRefunded')
      .map(({ data }) => (data as DataOf<'OrderRefunded'>).refunded_before);
    expect(before).toEqual([0, 300, 600, 900, 1200, 1500]);
    expect((await refund(race.guarded, 0, order, {})).data.amount).toBe('2.00');
    expect(sum(await refundsOf(order))).toBe(TOTAL);
  });

  it('negative control: without expected versions more is refunded than was paid', async () => {
    const passed = async () => sum(await refundsOf((await run(race.careless)).order)) > TOTAL;
    expect(await withoutTheLogsGuard(() => goesWrong(passed))).toBe(true);
  });

  it('are refused by the log itself when nothing else does', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(sum(await refundsOf((await run(race.careless)).order))).toBeLessThanOrEqual(TOTAL);
    }
  });
});

describe('a lost dispute, reported to both servers, against refunds by the creator', () => {
  /** @param reports the servers that get the notice */
  async function run(servers: Servers, reports: readonly number[] = [0, 1]): Promise<string> {
    const order = await paid(servers);
    const command = recordDispute({
      charge_id: chargeIdOf(asOutTradeNo(order), 1),
      dispute_id: `du_${order}`,
      status: 'lost',
      amount: fenOf(TOTAL),
      reason: 'fraudulent',
      provider: 'sandbox',
    });
    if (!command) throw new Error('the charge is not ours');
    await Promise.allSettled([
      ...reports.map((n) => servers.committer(n).submit(command)),
      ...[0, 1, 0, 1].map((n, at) => refund(servers, n, order, { amount: '3.00' }, `d${at}`)),
    ]);
    return order;
  }

  it('takes what the refunds left, once: together exactly the payment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await run(race.guarded);
      expect(sum(await refundsOf(order))).toBe(TOTAL);
      const types = await typesOf(order);
      expect(types.filter((type) => type === 'PaymentDisputeClosed')).toHaveLength(1);
    }
  });

  it('negative control: without expected versions more is taken than was paid', async () => {
    const passed = async () => sum(await refundsOf(await run(race.careless, [0]))) > TOTAL;
    expect(await withoutTheLogsGuard(() => goesWrong(passed))).toBe(true);
  });
});

describe('one refund requested many times', () => {
  const run = async (keyOf: (n: number) => string) => {
    const order = await paid(race.guarded);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => refund(race.guarded, n, order, { amount: '1.00' }, keyOf(n))),
    );
    return { refunds: await refundsOf(order), answers };
  };

  it('under one key is paid once, and all requests get the same answer', async () => {
    const { refunds, answers } = await run(() => 'the same');
    expect(refunds).toEqual([100]);
    expect(answers.map(({ ec, data }) => [ec, data.amount])).toEqual(
      Array.from({ length: AT_ONCE }, () => [200, '1.00']),
    );
  });

  it('negative control: under different keys each is paid', async () => {
    expect((await run((n) => `key ${n}`)).refunds.length).toBeGreaterThan(1);
  });
});

describe('one key with two amounts, concurrently at each server', () => {
  const OWN = 3_000;
  const ROUNDS = 12;

  async function paidOnBoth(servers: Servers): Promise<string> {
    const gift = { user_id: shop.creator.user_id, custom_price: '30.00' };
    const order = await servers.call(0, createOrder, gift, race.fan(0));
    expect(order.ec).toBe(200);
    expect(await race.notify(servers, 0, order.data)).toBe(200);
    const { out_trade_no } = order.data;
    for (const n of [0, 1])
      expect((await refund(servers, n, out_trade_no, { amount: '999' })).ec).toBe(40000);
    return out_trade_no;
  }

  /** Then the whole rest is requested from both. */
  async function run(servers: Servers, round: number) {
    const order = await paidOnBoth(servers);
    const amounts = round % 2 === 0 ? ['18.00', '30.00'] : ['30.00', '18.00'];
    const answers = await Promise.all(
      amounts.map((amount, n) => refund(servers, n, order, { amount }, 'the key')),
    );
    const rest = [0, 1, 0, 1].map((n) => refund(servers, n, order, {}, `rest ${n}`).catch(() => undefined));
    await Promise.all(rest);
    return { refunded: sum(await refundsOf(order)), codes: answers.map(({ ec }) => ec).sort() };
  }

  it('is one refund and one conflict; with the rest it equals the payment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await run(race.guarded, round)).toEqual({ refunded: OWN, codes: [200, 40901] });
    }
  });

  it('negative control: a server that takes the other’s refund for its own gives more than was paid', async () => {
    const passed = async (round: number) => (await run(trustingServers, round)).refunded > OWN;
    expect(await withoutTheLogsGuard(() => goesWrong(passed))).toBe(true);
  });
});

describe('a refund of everything against its sending', () => {
  /** What became of the units: on sale again, on their way, or, torn, both. */
  async function fateOf(order: string): Promise<string> {
    const types = await typesOf(order);
    const stock = await race.api.deps.log.readStream(stockStream(asSkuId(shop.skus[0]!.sku_id)));
    const returned = stock.some(({ type, data }) => type === 'StockReturned' && data.out_trade_no === order);
    const shipped = types.includes('OrderShipped');
    if (shipped && returned) return 'torn';
    return shipped ? 'sent' : returned ? 'on sale again' : 'neither';
  }

  /** @param rounds of one refund and one parcel, each at the other server */
  async function run(servers: Servers, rounds: readonly number[] = [0, 1]) {
    const order = await paid(servers);
    const parcel = { out_trade_no: order, express: 'sf', express_no: 'SF123456' };
    const answers = await Promise.allSettled(
      rounds.flatMap((n) => [
        refund(servers, n, order, {}),
        servers.call(1 - n, updateExpress, parcel, shop.creator),
      ]),
    );
    return { order, answers };
  }

  it('refunds once; shipped units do not return to stock, and refunded units are not shipped', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { order, answers } = await run(race.guarded);
      expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
      expect(sum(await refundsOf(order))).toBe(TOTAL);
      expect(await refundsOf(order)).toHaveLength(1);
      expect(['sent', 'on sale again']).toContain(await fateOf(order));
    }
  });

  it('negative control: without expected versions it is both on sale and shipped', async () => {
    const torn = async () => (await fateOf((await run(race.careless, [0])).order)) === 'torn';
    expect(await withoutTheLogsGuard(() => goesWrong(torn))).toBe(true);
  });
});

import { describe, expect, test, vi } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { ownerAmong, type Replicas } from '#services/replicas/replicas.ts';
import { startProgram } from '#services/worker/testing/program.ts';
import { codes, goesWrong, startRace, won } from '../testing/race.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop, type TestShop, unitsOf } from '../testing/shop.ts';

const BUYERS = 20;
const SOON = { timeout: 60_000, interval: 20 };

/** Two API processes that share the creators. */
const race = fixture(async () => {
  const made = await startRace(BUYERS, { projections: false });
  await made.guarded.join();
  return made;
});

const countOf = async ({ telemetry }: Dependencies, name: string): Promise<number> => {
  const { values = [] } =
    (await telemetry.registry.getSingleMetric(`fanwatt_committer_${name}_total`)?.get()) ?? {};
  return values[0]?.value ?? 0;
};
const bothOf = async (name: string) => Promise.all([0, 1].map((n) => countOf(race.guarded.deps(n), name)));

/** All buyers want the last unit, at both servers. */
async function lastUnit(servers: Servers) {
  const shop = await openShop(race.api, [forSale('Last', 1)]);
  await race.warm(servers, shop);
  const { sku_id } = shop.skus[0]!;
  const line = [{ sku_id, count: 1 }];
  const answers = await Promise.all(race.fans.map((_, n) => race.buy(servers, n, shop, line)));
  return { answers, sku_id };
}

describe('two processes and their creators', () => {
  test('one of them decides for a creator, without conflicts; the log is exact', async () => {
    const counts = async () => ({
      forwarded: await bothOf('forwarded'),
      conflicts: await bothOf('conflicts'),
    });
    const decided = async () => {
      const before = await counts();
      const { answers, sku_id } = await lastUnit(race.guarded);
      expect(won(answers)).toHaveLength(1);
      expect(codes(answers)).toEqual([200, 41001]);
      await race.whole(sku_id, won(answers));
      const after = await counts();
      const forwarded = after.forwarded.map((count, n) => count - (before.forwarded[n] ?? 0));
      const conflicted = after.conflicts.some((count, n) => count !== before.conflicts[n]);
      // Each buys for half, and one of them sends all of its commands to the other one.
      return Math.min(...forwarded) === 0 && Math.max(...forwarded) >= BUYERS / 2 && !conflicted;
    };
    // A process of a busy machine that is late with its beat decides by itself for a moment.
    const rounds = [await decided()];
    while (rounds.length < 3 && !rounds.includes(true)) rounds.push(await decided());
    expect(rounds).toContain(true);
  });

  test('payments, cancellations and their repetitions go to the owner, too', async () => {
    const shop = await openShop(race.api, [forSale('Some', 100)]);
    const buy = (n: number, key: string) =>
      race.guarded.call(n, createOrder, unitsOf(shop, 1), race.fan(0), key);
    const [one, again, other] = [await buy(0, 'key-1'), await buy(1, 'key-1'), await buy(1, 'key-2')];
    expect(again.data.out_trade_no).toBe(one.data.out_trade_no);
    expect(other.data.out_trade_no).not.toBe(one.data.out_trade_no);
    for (const n of [0, 1]) expect(await race.notify(race.guarded, n, one.data)).toBe(200);
    expect(await race.fate(one.data.out_trade_no)).toBe('paid');
  });

  const alone = (replicas: Replicas) => vi.spyOn(replicas, 'others').mockReturnValue([]);

  test('two owners at the same time sell the last unit once', async () => {
    const believed = [0, 1].map((n) => alone(race.guarded.deps(n).replicas));
    for (let round = 0; round < 3; round += 1) {
      const { answers, sku_id } = await lastUnit(race.guarded);
      expect(won(answers)).toHaveLength(1);
      await race.whole(sku_id, won(answers));
    }
    for (const one of believed) one.mockRestore();
  });

  test('negative control: two owners whose appends expect no version sell it twice', async () => {
    const oversold = async () => (await race.tally((await lastUnit(race.careless)).sku_id)).most > 0;
    expect(await goesWrong(oversold)).toBe(true);
  });

  test('the private requests are not on the public port', async () => {
    const answer = await fetch(`${race.guarded.origin(0)}/commands/1`, { method: 'POST', body: '[]' });
    expect(await answer.json()).toMatchObject({ ec: 40400 });
  });
});

describe('an owner that is lost in the middle of orders', () => {
  const ORDERS = 10;

  /** Orders by keys, one after another for each shop; in the middle of the first shop's something happens. */
  const sell = (shops: readonly TestShop[], firstFan: number, middle: () => unknown) =>
    Promise.all(
      shops.map(async (shop, at) => {
        const numbers: string[] = [];
        const fan = race.fan(firstFan + at);
        for (let n = 0; n < ORDERS; n += 1) {
          if (at === 0 && n === ORDERS / 2) middle();
          const headers = { 'idempotency-key': `key-${n}` };
          const body = unitsOf(shop, 1);
          const { out_trade_no } = await race.api.data(createOrder, body, fan, headers);
          const again = await race.api.data(createOrder, body, fan, headers);
          expect(again.out_trade_no).toBe(out_trade_no);
          numbers.push(out_trade_no);
        }
        return { sku_id: shop.skus[0]!.sku_id, numbers };
      }),
    );

  async function areOnce(placed: Awaited<ReturnType<typeof sell>>): Promise<void> {
    for (const { sku_id, numbers } of placed) {
      expect(new Set(numbers).size).toBe(numbers.length);
      expect((await race.tally(sku_id)).held).toBe(numbers.length);
      await race.whole(sku_id, numbers);
      for (const number of numbers) {
        const events = await race.api.deps.log.readStream(orderStream(asOutTradeNo(number)));
        expect(events.map(({ type }) => type)).toEqual(['OrderPlaced']);
      }
    }
  }

  test.each([
    ['SIGKILL', 4],
    ['SIGSTOP', 8],
  ] as const)('%s: each order is decided once', async (signal, firstFan) => {
    const { replicas } = race.api.deps;
    const before = new Set(replicas.others().map(({ instance }) => instance));
    const owner = await startProgram('api', race.api);
    await vi.waitFor(() => expect(replicas.others()).toHaveLength(before.size + 1), SOON);
    const all = [replicas, ...replicas.others()];
    const earlier = new Set([replicas.instance, ...before]);
    const shops: TestShop[] = [];
    while (shops.length < 4) {
      const shop = await openShop(race.api, [forSale('It', 50)]);
      if (!earlier.has(ownerAmong(all, shop.creator.user_id)?.instance ?? '')) shops.push(shop);
    }
    const lost = await countOf(race.api.deps, 'taken_back');
    const placed = await sell(shops, firstFan, () => process.kill(owner.pid, signal));
    expect(await countOf(race.api.deps, 'taken_back')).toBeGreaterThan(lost);
    // A stopped process finishes what it has begun, and changes nothing by it.
    if (signal === 'SIGSTOP') process.kill(owner.pid, 'SIGCONT');
    await areOnce(placed);
    await owner.kill();
    await vi.waitFor(() => expect(replicas.others()).toHaveLength(before.size), SOON);
    await areOnce(placed);
  });
});

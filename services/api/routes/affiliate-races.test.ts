import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/order.ts';
import { affiliateStream, orderStream } from '#events/stream-names.ts';
import type { Affiliate } from '../contract/affiliates.ts';
import { goesWrong, type Race, startRace, won } from '../testing/race.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop } from '../testing/shop.ts';
import type { TestUser } from '../testing/test-api.ts';

const FANS = 24;
const CODE = 'podcast-7';
let race: Race;
let partner: TestUser;

beforeAll(async () => {
  race = await startRace(FANS);
  partner = await race.api.creator();
});
afterAll(() => race?.close());

/** Fans order by a code on both servers while its creator pauses it. */
async function run(servers: Servers) {
  const shop = await openShop(race.api, [forSale('Red', '')]);
  const { creator } = shop;
  const edit = (n: number, body: object) =>
    servers.post<{ affiliate: Affiliate }>(n, '/api/creator/edit-affiliate', { rate: 10, ...body }, creator);
  const opened = await edit(0, { code: CODE, partner: partner.user_id });
  expect(opened.ec).toBe(200);
  const { affiliate_id } = opened.data.affiliate;
  const sku = [{ sku_id: shop.skus[0]!.sku_id, count: 1 }];
  const body = { plan_id: shop.plan.plan_id, sku, affiliate_code: CODE };
  const buy = (n: number) =>
    servers.post<{ out_trade_no: string; total_amount: string }>(
      n,
      '/api/order/create-order',
      body,
      race.fan(n),
    );
  // Both servers know the code before: neither is helped by having to load it.
  const before = await Promise.all([buy(0), buy(1)]);
  const half = FANS / 2;
  const [early, paused, late] = await Promise.all([
    Promise.all(Array.from({ length: half }, (_, n) => buy(n))),
    edit(0, { affiliate_id, status: 0 }),
    Promise.all(Array.from({ length: half }, (_, n) => buy(half + n))),
  ]);
  expect(paused.ec).toBe(200);
  const orders = won([...before, ...early, ...late]);
  const { log } = race.api.deps;
  const changes = await log.readStream(affiliateStream(affiliate_id));
  const pausedAt = changes.find(({ type }) => type === 'AffiliateChanged')?.position ?? 0;
  const placed = await Promise.all(
    orders.map(async (order) => {
      const [first] = await log.readStream(orderStream(asOutTradeNo(order)));
      if (first?.type !== 'OrderPlaced') throw new Error(`${order} does not begin with being placed`);
      const { affiliate } = first.data as OrderPlacedData; // as its type says
      return { position: first.position, carries: affiliate !== null };
    }),
  );
  return {
    orders,
    pausedAt,
    /** Orders that stand after the pause and carry the code all the same. */
    slipped: placed.filter(({ position, carries }) => carries && position > pausedAt),
    /** Orders that stand before it and lost the code. */
    lost: placed.filter(({ position, carries }) => !carries && position < pausedAt),
  };
}

describe('a code that is paused while orders name it', () => {
  it('is carried by every order before and by none after, and keeps nobody from buying', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orders, pausedAt, slipped, lost } = await run(race.guarded);
      expect(orders).toHaveLength(FANS + 2);
      expect(pausedAt).toBeGreaterThan(0);
      expect([slipped, lost]).toEqual([[], []]);
    }
  });

  it('negative control: without expected versions orders carry it after the pause', async () => {
    expect(await goesWrong(async () => (await run(race.careless)).slipped.length > 0)).toBe(true);
  }, 120_000);
});

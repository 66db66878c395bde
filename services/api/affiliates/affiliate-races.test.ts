import { describe, expect, it } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { affiliateStream, balanceStream, orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { editAffiliate } from '#services/contract/affiliates/calls.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { applyWithdraw, getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import { earnersByCode } from '../testing/earning.ts';
import { goesWrong, startRace, won } from '../testing/race.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import type { TestUser } from '../testing/test-api.ts';

const FANS = 24;
const CODE = 'podcast-7';

const race = fixture(() => startRace(FANS));
const partner = fixture(() => race.api.creator());

/** Fans order by a code on both servers while its creator pauses it. */
async function run(servers: Servers) {
  const shop = await openShop(race.api, [forSale('Red', '')]);
  const { creator } = shop;
  const edit = (n: number, body: object) => servers.call(n, editAffiliate, { rate: 10, ...body }, creator);
  const opened = await edit(0, { code: CODE, partner: partner.user_id });
  expect(opened.ec).toBe(200);
  const { affiliate_id } = opened.data.affiliate;
  const body = { ...unitsOf(shop, 1), affiliate_code: CODE };
  const buy = (n: number) => servers.call(n, createOrder, body, race.fan(n));
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
      const { affiliate } = first.data as OrderPlacedData;
      return { position: first.position, carries: affiliate !== null };
    }),
  );
  return {
    orders,
    pausedAt,
    /** Orders placed after the pause that still carry the code. */
    slipped: placed.filter(({ position, carries }) => carries && position > pausedAt),
    /** Orders placed before it without the code. */
    lost: placed.filter(({ position, carries }) => !carries && position < pausedAt),
  };
}

describe('a code that is paused while orders name it', () => {
  it('every earlier order has it and no later one, and no purchase is blocked', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orders, pausedAt, slipped, lost } = await run(race.guarded);
      expect(orders).toHaveLength(FANS + 2);
      expect(pausedAt).toBeGreaterThan(0);
      expect([slipped, lost]).toEqual([[], []]);
    }
  });

  it('negative control: without expected versions orders carry it after the pause', async () => {
    expect(await goesWrong(async () => (await run(race.careless)).slipped.length > 0)).toBe(true);
  });
});

/** Of an order of 100.00 the partner gets 50.00 and the seller 44.00; a refund of 60.00 costs the partner 30.00. */
describe('a refund of an order by a code against withdrawals of its commission', () => {
  const COMMISSION = 5_000;
  const BACK = { partner: 3_000, seller: 2_640 };
  const EACH = 1_100;

  const ask = (servers: Servers, n: number, as: TestUser, fen: number) =>
    servers.call(n, applyWithdraw, { amount: toWire(fenOf(fen)) }, as);
  const moneyEvents = ({ user_id }: TestUser) => race.api.deps.log.readStream(balanceStream(user_id));
  const chargedTo = async (who: TestUser) =>
    (await moneyEvents(who)).flatMap(({ type, data }) => (type === 'RefundCharged' ? [data.net] : []));

  const attack = async (servers: Servers) => {
    const { seller, partner: earning, out_trade_no } = await earnersByCode(race.api, 2 * COMMISSION, 50);
    // Both servers know the partner's balance before: neither is helped by having to load it.
    for (const n of [0, 1]) expect((await ask(servers, n, earning, 2 * COMMISSION)).ec).toBe(41008);
    const refund = { out_trade_no, amount: '60.00', reason: 'torn' };
    const [refunded, ...answers] = await Promise.all([
      servers.call(0, refundOrder, refund, seller),
      ...Array.from({ length: 8 }, (_, n) => ask(servers, n + 1, earning, EACH)),
    ]);
    expect(refunded.ec).toBe(200);
    return { seller, earning, answers };
  };

  /** The largest overdraft of the available balance in fen, computed from the log. */
  const overdrawn = async (who: TestUser): Promise<number> => {
    let [out, back, most] = [0, 0, Number.NEGATIVE_INFINITY];
    for (const { type, data } of await moneyEvents(who)) {
      if (type === 'RefundCharged') back += data.net;
      if (type !== 'WithdrawalRequested') continue;
      out += data.amount;
      most = Math.max(most, out + back - COMMISSION);
    }
    return most;
  };

  it('pays out at most the remaining amount; what was paid before is carried over', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { seller, earning, answers } = await attack(race.guarded);
      for (const { ec } of answers) expect([200, 41008]).toContain(ec);
      expect(await overdrawn(earning)).toBeLessThanOrEqual(0);
      expect(await chargedTo(earning)).toEqual([BACK.partner]);
      expect(await chargedTo(seller)).toEqual([BACK.seller]);

      // All money is accounted for: 50.00 was paid, 30.00 refunded, and the rest is negative.
      const taken = EACH * answers.filter(({ ec }) => ec === 200).length;
      await race.api.projected();
      const balance = async (who: TestUser) => (await race.api.call(getBalance, {}, who)).data;
      const left = COMMISSION - taken;
      const free = Math.max(left - BACK.partner, 0);
      expect(await balance(earning)).toMatchObject({
        available: toWire(fenOf(free)),
        pending: toWire(fenOf(-BACK.partner)),
        paying: toWire(fenOf(taken)),
        on_hold: toWire(fenOf(left - free)),
        hold_reason: left === free ? '' : 'pending_below_zero',
      });
      expect(await balance(seller)).toMatchObject({ pending: toWire(fenOf(-BACK.seller)), paying: '0.00' });
      // Exactly this amount can still be withdrawn.
      expect((await ask(race.guarded, 0, earning, free + 100)).ec).toBe(41008);
      if (free > 0) expect((await ask(race.guarded, 1, earning, free)).ec).toBe(200);
      expect(await overdrawn(earning)).toBeLessThanOrEqual(0);
    }
  });

  it('negative control: without expected versions it does', async () => {
    expect(await goesWrong(async () => (await overdrawn((await attack(race.careless)).earning)) > 0)).toBe(
      true,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import type { RepliesEvent } from '#events/replies.ts';
import { orderStream, redeemStream, repliesStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { codeTyped } from '#services/commerce/redeem/redeem-code-text.ts';
import { findRedeemOffer, useRedeemCode } from '#services/contract/redeem/calls.ts';
import { editReplyPool } from '#services/contract/replies/calls.ts';
import { codes, goesWrong, startRace, won } from '../testing/race.ts';
import { redeemCalls } from '../testing/redeem-calls.ts';
import { certify, replyWith } from '../testing/replying.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop, type TestShop } from '../testing/shop.ts';

const FANS = 40;
const USES = 5;
const LINES = 12;
const SERVERS = 2;

const race = fixture(() => startRace(FANS));

async function shopWithCode(uses: number): Promise<{ shop: TestShop; code: string; sku_id: string }> {
  const shop = await openShop(race.api, [forSale('Key', '')]);
  const { sku_id } = shop.skus[0]!;
  const { data } = await redeemCalls(race.api, shop.creator).make({
    plan_id: shop.plan.plan_id,
    sku_id,
    num: 1,
    uses,
  });
  return { shop, sku_id, code: data.list[0]!.code };
}

/** All fans use the code concurrently; both servers have loaded it, so that timing favours neither. */
async function allUse(servers: Servers, code: string) {
  for (let n = 0; n < SERVERS; n += 1) {
    expect((await servers.call(n, findRedeemOffer, { code }, race.fan(n))).ec).toBe(200);
  }
  return Promise.all(race.fans.map((one, n) => servers.call(n, useRedeemCode, { code }, one)));
}

/** Held and used uses by the code's own events: the peak and the end. */
async function usesOf(code: string): Promise<{ most: number; used: number; orders: string[] }> {
  let [held, used, most] = [0, 0, 0];
  const orders = new Set<string>();
  const stream = redeemStream(race.api.deps.redeemCodeId(codeTyped(code)!));
  for (const { type, data } of await race.api.deps.log.readStream(stream)) {
    if (type === 'RedeemCodeHeld') held += 1;
    if (type === 'RedeemCodeUsed') [held, used] = [held - 1, used + 1];
    // The field that every event of an order has.
    const { out_trade_no } = data as { out_trade_no?: string };
    if (out_trade_no !== undefined) orders.add(out_trade_no);
    most = Math.max(most, held + used);
  }
  return { most, used, orders: [...orders].sort() };
}

describe('a code with several uses by more fans than that, on two servers', () => {
  it('is used exactly up to its limit, and other requests are refused', async () => {
    const { code, sku_id } = await shopWithCode(USES);
    const answers = await allUse(race.guarded, code);
    expect(codes(answers)).toEqual([200, 41003]);
    const orders = won(answers).sort();
    expect(orders).toHaveLength(USES);
    expect(await usesOf(code)).toEqual({ most: USES, used: USES, orders });
    // The losers left nothing behind: not an order, not a unit held.
    expect([...(await race.tally(sku_id)).orders].sort()).toEqual(orders);
    for (const order of orders) {
      const events = await race.api.deps.log.readStream(orderStream(asOutTradeNo(order)));
      expect(events.map(({ type }) => type)).toEqual(['OrderPlaced', 'OrderPaid']);
    }
  });

  it('by one fan with one key is used once', async () => {
    const { code } = await shopWithCode(USES);
    // More concurrent codes would be too many guesses.
    const answers = await Promise.all(
      race.fans
        .slice(0, 16)
        .map((_, n) => race.guarded.call(n, useRedeemCode, { code }, race.fan(0), 'once')),
    );
    expect(codes(answers)).toEqual([200]);
    expect(new Set(won(answers)).size).toBe(1);
    expect(await usesOf(code)).toMatchObject({ used: 1 });
  });

  it('negative control: without expected versions it is used too often', async () => {
    const overused = async () => {
      const { code } = await shopWithCode(USES);
      await allUse(race.careless, code);
      return (await usesOf(code)).most > USES;
    };
    expect(await goesWrong(overused)).toBe(true);
  });
});

describe('a pool with fewer lines than buyers, on two servers', () => {
  async function drawnBy(servers: Servers) {
    const { shop, code, sku_id } = await shopWithCode(FANS + SERVERS);
    await certify(race.api, shop.creator);
    await replyWith(race.api, shop, { on: false, content: '', random_on: true }, sku_id);
    const lines = Array.from({ length: LINES }, (_, n) => `line ${n}`).join('\n');
    const filled = await race.api.call(editReplyPool, { sku_id, reply_random_content: lines }, shop.creator);
    expect(filled.ec).toBe(200);
    // One after the other first, so that each server has drawn from the pool and remembers it.
    for (let n = 0; n < SERVERS; n += 1) {
      expect((await servers.call(n, useRedeemCode, { code }, race.fan(n), 'before')).ec).toBe(200);
    }
    const answers = await allUse(servers, code);
    const drawn: number[] = [];
    let awaited = 0;
    for (const { type, data } of await race.api.deps.log.readStream(repliesStream(sku_id))) {
      const event = { type, data } as RepliesEvent; // the stream holds no others
      if (event.type === 'RepliesGiven') {
        for (let line = 0; line < event.data.count; line += 1) drawn.push(event.data.first + line);
      }
      if (event.type === 'RepliesAwaited') awaited += event.data.units;
    }
    return { answers, drawn, awaited };
  }

  it('gives each line to one order, and the others wait', async () => {
    const { answers, drawn, awaited } = await drawnBy(race.guarded);
    expect(codes(answers)).toEqual([200]);
    expect(drawn.toSorted((one, other) => one - other)).toEqual(Array.from({ length: LINES }, (_, n) => n));
    expect(awaited).toBe(FANS + SERVERS - LINES);
  });

  it('negative control: without expected versions lines are given twice', async () => {
    const twice = async () => {
      const { drawn } = await drawnBy(race.careless);
      return new Set(drawn).size < drawn.length;
    };
    expect(await goesWrong(twice)).toBe(true);
  });
});

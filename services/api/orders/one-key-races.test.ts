import { describe, expect, it } from 'vitest';
import type { DataOf } from '#events/registry.ts';
import { balanceStream, orderStream, redeemStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { codeTyped } from '#services/commerce/redeem/redeem-code-text.ts';
import type { Endpoint } from '#services/contract/endpoint.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { findRedeemOffer, useRedeemCode } from '#services/contract/redeem/calls.ts';
import { applyWithdraw } from '#services/contract/withdrawals/withdrawals.ts';
import { earner } from '../testing/earning.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import { redeemCalls } from '../testing/redeem-calls.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop } from '../testing/shop.ts';
import type { TestUser } from '../testing/test-api.ts';

const ROUNDS = 6;
const REUSED = 40901;
const KEY = 'the key';

const race = fixture(() => startRace(2));

/** One call that moves money or units, with two bodies. */
interface Call {
  endpoint: Endpoint;
  bodies: readonly [object, object];
  as: TestUser;
  /** The log's content: the first body, the second, or a mixture. */
  recorded(): Promise<'first' | 'second' | 'torn'>;
}

const eventsOf = (stream: string) => race.api.deps.log.readStream(stream);
const only = <Value>(found: readonly Value[], first: Value, second: Value): 'first' | 'second' | 'torn' =>
  found.length !== 1 ? 'torn' : found[0] === first ? 'first' : found[0] === second ? 'second' : 'torn';

/** Each prepares a call; both servers know its streams, so that neither is helped by having to load them. */
const calls: Readonly<Record<string, (servers: Servers) => Promise<Call>>> = {
  async 'a withdrawal of two amounts'(servers) {
    const as = await earner(race.api, 10_000);
    for (const n of [0, 1])
      expect((await servers.call(n, applyWithdraw, { amount: '9999.00' }, as)).ec).toBe(41008);
    return {
      endpoint: applyWithdraw,
      bodies: [{ amount: '40.00' }, { amount: '50.00' }],
      as,
      async recorded() {
        const requests = (await eventsOf(balanceStream(as.user_id))).filter(
          ({ type }) => type === 'WithdrawalRequested',
        );
        return only(
          requests.map(({ data }) => Number((data as DataOf<'WithdrawalRequested'>).amount)),
          4_000,
          5_000,
        );
      },
    };
  },

  async 'an order of one unit and of two'(servers) {
    const shop = await openShop(race.api, [forSale('Red', 300)]);
    const as = await race.api.user();
    await race.warm(servers, shop, as);
    const { sku_id } = shop.skus[0]!;
    const body = (count: number) => ({ plan_id: shop.plan.plan_id, sku: [{ sku_id, count }] });
    return {
      endpoint: createOrder,
      bodies: [body(1), body(2)],
      as,
      recorded: async () => only([(await race.tally(sku_id)).held], 1, 2),
    };
  },

  async 'a use of a redeem code with two order numbers of the client'(servers) {
    const shop = await openShop(race.api, [forSale('Key', '')]);
    const made = { plan_id: shop.plan.plan_id, sku_id: shop.skus[0]!.sku_id, num: 1, uses: 5 };
    const { data } = await redeemCalls(race.api, shop.creator).make(made);
    const { code } = data.list[0]!;
    const as = await race.api.user();
    for (const n of [0, 1]) expect((await servers.call(n, findRedeemOffer, { code }, as)).ec).toBe(200);
    return {
      endpoint: useRedeemCode,
      bodies: [
        { code, custom_order_id: 'first' },
        { code, custom_order_id: 'second' },
      ],
      as,
      async recorded() {
        const events = await eventsOf(redeemStream(race.api.deps.redeemCodeId(codeTyped(code)!)));
        const used = events.filter(({ type }) => type === 'RedeemCodeUsed');
        const placed = await Promise.all(
          used.map(async ({ data: use }) => {
            const [order] = await eventsOf(orderStream((use as DataOf<'RedeemCodeUsed'>).out_trade_no));
            const ref = (order?.data as DataOf<'OrderPlaced'> | undefined)?.custom_order_id ?? '';
            return (await race.api.deps.vault.read([ref])).get(ref);
          }),
        );
        return only(placed, 'first', 'second');
      },
    };
  },
};

describe.each(Object.entries(calls))('%s, with one key, concurrently at each server', (_, prepare) => {
  async function run(servers: Servers, round: number) {
    const call = await prepare(servers);
    const post = (which: 0 | 1, n: number) =>
      servers.call(n, call.endpoint, call.bodies[which], call.as, KEY).then(
        ({ ec }) => ec,
        () => 500,
      );
    const answers = await Promise.all([post(0, round), post(1, round + 1)]);
    return { call, post, answers };
  }

  it('is recorded once, as the one that was accepted; the other is refused by both servers', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { call, post, answers } = await run(race.guarded, round);
      expect(answers.toSorted()).toEqual([200, REUSED]);
      for (const n of [0, 1]) expect([await post(0, n), await post(1, n)]).toEqual(answers);
      expect(await call.recorded()).toBe(answers[0] === 200 ? 'first' : 'second');
    }
  });

  it('negative control: without expected versions both are recorded', async () => {
    const both = async (round: number) =>
      (await (await run(race.careless, round)).call.recorded()) === 'torn';
    expect(await goesWrong(both)).toBe(true);
  });
});

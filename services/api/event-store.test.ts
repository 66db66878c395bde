import { expect, test } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { startEventStoreServer } from '#events/log/eventstoredb/testing/event-store-server.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { checkOrder } from '#services/contract/orders/orders.ts';
import { type Program, startProgram } from '#services/worker/testing/program.ts';
import { codes, startRace, won } from './testing/race.ts';
import { forSale, openShop, unitsOf } from './testing/shop.ts';

const BUYERS = 20;

const store = fixture(() => startEventStoreServer());
const race = fixture(() => startRace(BUYERS, { config: { eventLog: store.url } }));

/** EventStoreDB has every event of the tables, and no other. */
const expectStored = async (): Promise<void> =>
  expect(store.store.visible('fanwatt')).toHaveLength(await race.api.deps.log.head());

test('on EventStoreDB one of N buyers at two servers gets the only unit', async () => {
  const shop = await openShop(race.api, [forSale('Last', 1)]);
  await race.warm(race.guarded, shop);
  const sku_id = shop.skus[0]?.sku_id ?? '';
  const answers = await Promise.all(
    race.fans.map((_, n) => race.buy(race.guarded, n, shop, [{ sku_id, count: 1 }])),
  );
  expect(won(answers)).toHaveLength(1);
  expect(codes(answers)).toEqual([200, 41001]);
  expect(await race.tally(sku_id)).toMatchObject({ held: 1, sold: 0 });
  await race.whole(sku_id, won(answers));
  await expectStored();
});

test('an order whose API is killed in the middle of its append exists once, and is paid', async () => {
  const { api } = race;
  const fan = await api.user();
  const shop = await openShop(api, [forSale('Only', 1)]);
  const env = { EVENT_LOG: store.url };
  const create = async ({ ready }: Program) => {
    const answer = await fetch(`http://127.0.0.1:${ready.port}/api/order/create-order`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${fan.token}`,
        'idempotency-key': 'killed',
      },
      body: JSON.stringify(unitsOf(shop, 1)),
    });
    return (await answer.json()) as { ec: number; data: { out_trade_no: string; total_amount: string } };
  };

  const first = await startProgram('api', api, env);
  // EventStoreDB writes the events, and the API never gets the answer.
  const written = new Promise<void>((resolve) => {
    store.onAppend = (write) => {
      write();
      resolve();
      return undefined;
    };
  });
  const unanswered = expect(create(first)).rejects.toThrow();
  await written;
  await first.kill();
  await unanswered;
  store.onAppend = (write) => write();

  const second = await startProgram('api', api, env);
  const order = await create(second);
  expect(order.ec).toBe(200);
  expect((await create(second)).data.out_trade_no).toBe(order.data.out_trade_no);
  expect(await second.stop()).toBe(0);
  expect(await race.tally(shop.skus[0]?.sku_id ?? '')).toMatchObject({ held: 1 });

  const { out_trade_no } = order.data;
  expect(await race.notify(race.guarded, 0, order.data)).toBe(200);
  const events = await api.deps.log.readStream(orderStream(asOutTradeNo(out_trade_no)));
  expect(events.map(({ type }) => type)).toEqual(['OrderPlaced', 'OrderPaid']);
  await api.projected();
  expect(await api.data(checkOrder, { out_trade_no }, fan)).toMatchObject({ status: 2 });
  await expectStored();
});

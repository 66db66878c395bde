import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { startRace } from '#services/api/testing/race.ts';
import { forSale, openShop } from '#services/api/testing/shop.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';
import { waitingOrder } from '#services/api/testing/waiting-orders.ts';
import { updateExpress } from '#services/contract/delivery/express.ts';
import { checkOrder } from '#services/contract/orders/orders.ts';
import { listPurchases } from '#services/contract/orders/purchases.ts';
import { startProgram } from '#services/worker/testing/program.ts';

/**
 * An order by HTTP on the whole platform, with Kafka as feed: placed, paid, seen by its buyer; another one is sent.
 * API, worker and relay are separate processes; read models and processes follow the topic.
 */
export async function orderStory(brokers: readonly string[]): Promise<void> {
  const race = await startRace(1, { projections: false });
  const { api } = race;
  const KAFKA_TOPIC = `fanwatt.test-${randomUUID()}`;
  const env = { KAFKA_BROKERS: brokers.join(','), KAFKA_TOPIC, KAFKA_PARTITIONS: '3', FEED: 'kafka' };
  const relay = await startProgram('relay', api, env);
  const worker = await startProgram('worker', api, env);
  try {
    const statsOf = async (process: string) => {
      const { rows } = await api.deps.pool.query<{ figures: { position: number; feed: { kafka: number } } }>(
        'SELECT figures FROM runtime.heartbeats WHERE process = $1',
        [process],
      );
      return rows[0]?.figures;
    };
    const shop = await openShop(api, [forSale('Scarf', 5)]);
    const [sku] = shop.skus;
    const placed = await race.buy(race.guarded, 0, shop, [{ sku_id: sku?.sku_id ?? '', count: 2 }]);
    expect(placed.ec).toBe(200);
    const { out_trade_no } = placed.data;
    await api.projected();
    expect(await api.data(checkOrder, { out_trade_no }, race.fan(0))).toMatchObject({ status: 1 });
    expect(await race.notify(race.guarded, 1, placed.data)).toBe(200);
    await api.projected();
    expect(await api.data(checkOrder, { out_trade_no }, race.fan(0))).toMatchObject({ status: 2 });
    expect(await api.data(listPurchases, {}, race.fan(0))).toMatchObject({ total_count: 1 });

    const parcel = await waitingOrder(api.deps.committer, {
      user_id: race.fan(0).user_id,
      creator_id: shop.creator.user_id,
    });
    const form = { out_trade_no: parcel, express: 'sf', express_no: 'SF12345' };
    expect(await api.send(updateExpress, form, shop.creator)).toMatchObject({ ec: 200 });
    await api.projected();
    // The worker's process of parcels follows the topic, too: it has a timer for the carrier.
    const timers = () =>
      api.deps.pool
        .query("SELECT FROM runtime.timers WHERE process = 'parcels'")
        .then(({ rowCount }) => rowCount);
    await expect.poll(timers, { timeout: 90_000 }).toBe(1);
    const types = await api.deps.log.readStream(orderStream(asOutTradeNo(parcel)));
    expect(types.at(-1)?.type).toBe('OrderShipped');

    // New events come from Kafka, and the relay has sent all.
    await expect
      .poll(
        async () => {
          await openShop(api, [forSale('Cup', 1)]);
          return (await statsOf('worker'))?.feed.kafka;
        },
        { timeout: 90_000, interval: 1_000 },
      )
      .toBeGreaterThan(0);
    await expect
      .poll(async () => (await statsOf('relay'))?.position, { timeout: 90_000, interval: 500 })
      .toBe(await api.deps.log.head());
    await api.projected();
    expect(await worker.stop()).toBe(0);
    expect(await relay.stop()).toBe(0);
  } finally {
    await worker.kill();
    await relay.kill();
    await race.close();
  }
}

/** @returns the message of a relay that cannot start, after `ended with 1: ` */
export async function refusalOfRelay(env: Readonly<Record<string, string>>): Promise<string> {
  const api = await startTestApi({ projections: false });
  try {
    const refusal = startProgram('relay', api, env).then(
      () => 'it has started',
      ({ message }) => String(message),
    );
    return (await refusal).replace('relay ended with 1: ', '').trim();
  } finally {
    await api.close();
  }
}

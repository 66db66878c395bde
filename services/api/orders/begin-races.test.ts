import { describe, expect, it } from 'vitest';
import { orderNumber } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import { expectingNothing, type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

/** Two orders of one fan for two creators, under one key, on two servers: each would begin the same stream. */
async function attack(api: TestApi, servers: Servers) {
  const sellers = [await api.creator(), await api.creator()];
  const fan = await api.user();
  const client_order_key = 'both begin it';
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => {
      const user_id = sellers[n % 2]?.user_id ?? '';
      const order = { user_id, custom_price: n % 2 === 0 ? '10.00' : '20.00', client_order_key };
      // A refusal of the log itself is no answer.
      return servers.call(n, createOrder, order, fan).catch(() => ({ ec: 500 }));
    }),
  );
  const events = await api.deps.log.readStream(orderStream(orderNumber(fan.user_id, client_order_key)));
  const placed = events.filter(({ type }) => type === 'OrderPlaced');
  const of = new Set(placed.map(({ data }) => (data as DataOf<'OrderPlaced'>).creator_id));
  return { placed: placed.length, sellers: of.size, codes: answers.map(({ ec }) => ec) };
}

const ROUNDS = 8;
const race = fixture(() => startRace(1, { projections: false }));

describe('two commands that begin one stream on two servers', () => {
  it('one begins it; the same request gets the same order, the other is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { placed, sellers, codes } = await attack(race.api, race.guarded);
      expect([placed, sellers]).toEqual([1, 1]);
      expect(codes.filter((ec) => ec === 200)).toHaveLength(4);
      expect(codes.filter((ec) => ec === 40901)).toHaveLength(4);
    }
  });

  it('without expected versions the log itself refuses the second', async () => {
    const api = await startTestApi({ projections: false });
    const servers = await startServers(api, expectingNothing);
    const rounds: Awaited<ReturnType<typeof attack>>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await attack(api, servers));
    await servers.close();
    await api.close();
    expect(new Set(rounds.map(({ placed }) => placed))).toEqual(new Set([1]));
    // The log refused at least once.
    expect(rounds.flatMap(({ codes }) => codes)).toContain(500);
  });

  it('negative control: without both it begins twice, for two creators', async () => {
    const twice = async () => {
      const { placed, sellers } = await attack(race.api, race.careless);
      return placed > 1 && sellers === 2;
    };
    expect(await goesWrong(twice)).toBe(true);
  });
});

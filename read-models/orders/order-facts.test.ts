import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { ledger } from '../books/ledger/projection.ts';
import { goals } from '../goals/projection.ts';
import { sponsors } from '../memberships/sponsors/projection.ts';
import { dailyStats } from '../stats/daily-stats/projection.ts';
import { readModelDatabase, shanghai } from '../testing/database.ts';
import { fates, plainFate, stepsOf } from '../testing/history.ts';
import { type FindOrders, orderFacts } from './order-facts.ts';

/** Remembers nothing from one batch to the next, as after a restart. */
const forgetful: FindOrders = (events, tx) => orderFacts()(events, tx);

const projectionsWith = (findOrders: FindOrders) => [
  goals(shanghai, findOrders),
  dailyStats(shanghai, findOrders),
  sponsors(findOrders),
  ledger(shanghai, findOrders),
];

const database = fixture(() => readModelDatabase(projectionsWith(forgetful)));

test(
  'orders that are not remembered are found in the log: the tables are the same',
  { timeout: 60_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fates(12), async (orders) => {
        const run = database.prefix();
        const steps = orders.flatMap((fate, number) => stepsOf(fate, run, number));
        await database.happened(steps, 1);
        await database.rebuildsEqual(projectionsWith(orderFacts()));
      }),
      { numRuns: 5 },
    ),
);

test('facts are those of the first event, with the time of the payment', async () => {
  const run = database.prefix();
  const steps = stepsOf(plainFate({ ending: 'refunded', refundTenths: [10] }), run, 1);
  await database.happened(steps);
  const stream = `order-${run}o1`;
  const events = await database.log.readStream(stream);
  const paid = events.find(({ type }) => type === 'OrderPaid');
  const client = await database.pool.connect();
  try {
    const find = orderFacts();
    const orderOf = await find(events.slice(-1), client);
    const facts = orderOf(`${run}o1`);
    expect(facts).toMatchObject({
      creator_id: `${run}c0`,
      paid_at: paid?.metadata.at,
      imported: false,
    });
    // From memory now: the same facts.
    expect((await find(events, client))(`${run}o1`)).toBe(facts);
    expect(() => orderOf(`${run}o2`)).toThrow('was never placed');
  } finally {
    client.release();
  }
});

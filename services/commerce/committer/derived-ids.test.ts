import { describe, expect, test } from 'vitest';
import type { EventLog } from '#events/log/log.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { membershipStream, orderStream } from '#events/stream-names.ts';
import { accept, type Command, type Committer } from '#services/commerce/engine/command.ts';
import { numbered } from '#services/commerce/testing/orders.ts';
import { CREATOR, LI, NOON, ORDER } from '#services/commerce/testing/scenario.ts';
import { testCommitters, trusting } from '#services/commerce/testing/test-committers.ts';
import type { RunningCommitter } from './committer.ts';
import { kindOf } from './stream-kinds.ts';
import {
  type DerivedIdCase,
  derivedIdCases,
  orderOf,
  PAID,
  paidOrder,
  paymentOf,
  plansToUpgrade,
  refundOf,
} from './testing/derived-id-cases.ts';

const look = (stream: string): Command<unknown> => ({
  name: 'look',
  actor: 'process:test',
  streams: [stream],
  decide: (states) =>
    accept([], {
      version: states.versionOf(stream),
      state: states.get(kindOf(stream), stream),
    }),
});

describe.each(derivedIdCases)('$name, concurrently in two processes', ({ past, one, other, second }) => {
  const on = testCommitters();

  async function playSteps(committer: Committer, steps: DerivedIdCase['past']): Promise<void> {
    for (const step of steps) {
      const command: Command<unknown> =
        'decide' in step
          ? step
          : {
              name: 'given',
              actor: 'process:test',
              streams: [step.stream],
              decide: () => accept([step], null),
            };
      expect(await committer.submit(command)).toMatchObject({ accepted: true });
    }
  }

  const allEvents = async (): Promise<readonly RecordedEvent[]> =>
    (await on.log.readAll(0, { limit: 10_000 })).events;
  const stateOf = async (committer: Committer, stream: string): Promise<unknown> => {
    const outcome = await committer.submit(look(stream));
    return outcome.accepted ? outcome.result : outcome;
  };

  test("is decided once; the second gets the existing result or a refusal, and its cache has the log's state", async () => {
    // A membership's end is to be recorded when it has come.
    const later = one.name === 'expire_membership' ? 40 * 86_400_000 : 0;
    let passed = 0;
    const at = (offset: number): RunningCommitter =>
      on.start({ clock: { now: () => NOON + passed + offset } });
    const two = [at(0), at(1_000)] as const;
    await playSteps(two[0], past);
    passed = later;
    const before = (await allEvents()).length;
    for (const committer of two) {
      for (const stream of [...new Set((await allEvents()).map((event) => event.stream)), ...one.streams])
        await committer.submit(look(stream));
    }

    const answers = await Promise.all([two[0].submit(one), two[1].submit(other)]);

    const events = await allEvents();
    expect(events.length).toBeGreaterThan(before);
    const ids = events.map(({ stream, id }) => `${stream} ${id}`);
    expect(new Set(ids).size).toBe(ids.length);
    const refused = answers.flatMap((answer) => (answer.accepted ? [] : [answer.refusal.code]));
    expect(refused).toEqual(second === 'what exists' ? [] : [second]);
    const fresh = on.start({ clock: { now: () => NOON } });
    for (const stream of new Set(events.map((event) => event.stream))) {
      const true_state = await stateOf(fresh, stream);
      for (const committer of two) expect(await stateOf(committer, stream)).toEqual(true_state);
    }
    // A repetition of either writes nothing.
    for (const committer of two) for (const command of [one, other]) await committer.submit(command);
    expect(await allEvents()).toHaveLength(events.length);
  });
});

describe('an order of which two amounts are refunded under one key, and then the rest', () => {
  const on = testCommitters();

  /** @param nth a quarter of the races each: which process requests which amount, and the rest first */
  async function race(log: EventLog, nth = 0): Promise<number> {
    const [larger, first] = [(nth >> 1) % 2, nth % 2];
    const two = [on.start({ log }), on.start({ log })] as const;
    const stream = orderStream(ORDER);
    for (const event of paidOrder) {
      await two[0].submit({ ...look(event.stream), decide: () => accept([event], null) });
    }
    for (const committer of two) await committer.submit(look(stream));
    await Promise.allSettled(two.map((one, at) => one.submit(refundOf(at === larger ? 2_400 : 1_000))));
    for (const at of [first, 1 - first]) {
      await two[at]?.submit(refundOf(undefined, `rest ${at}`)).catch(() => undefined);
    }
    const events = await on.log.readStream(stream);
    return events.reduce(
      (sum, { type, data }) => (type === 'OrderRefunded' ? sum + (data as { amount: number }).amount : sum),
      0,
    );
  }
  const emptyLog = () =>
    on.database.pool.query('TRUNCATE log.events, log.streams; UPDATE log.head SET position = 0');

  test('gets back the paid amount and no more', async () => {
    expect(await race(on.log)).toBe(PAID);
  });

  test('negative control: a process that takes another’s refund for its own requests more, and the log refuses', async () => {
    // Which of the two amounts is written is by chance.
    const mostOf = async (races: number): Promise<number> => {
      let most = 0;
      for (let n = 0; n < races && most <= PAID; n += 1) {
        await emptyLog();
        most = Math.max(most, await race(trusting(on.log), n));
      }
      return most;
    };
    expect(await mostOf(5)).toBeLessThanOrEqual(PAID);
    await on.database.pool.query('ALTER TABLE log.events DISABLE TRIGGER refunds_within_payment');
    expect(await mostOf(40)).toBeGreaterThan(PAID);
  });
});

describe('an upgrade whose payment arrives concurrently at both processes', () => {
  const on = testCommitters();

  /** The second process prices the upgrade from its cache, the first one records the payment. */
  async function upgrade(log: EventLog): Promise<unknown> {
    const two = [0, 1_000].map((offset) => on.start({ log, clock: { now: () => NOON + offset } }));
    const [one, other] = two as [RunningCommitter, RunningCommitter];
    for (const event of plansToUpgrade) {
      await one.submit({ ...look(event.stream), decide: () => accept([event], null) });
    }
    const bought = await one.submit(orderOf(1));
    expect(bought).toMatchObject({ accepted: true });
    await other.submit(look(orderStream(numbered(1))));
    await other.submit(look(membershipStream(CREATOR, LI)));
    await Promise.all(two.map((committer) => committer.submit(paymentOf(1, 3_000))));
    expect(await other.submit(orderOf(2))).toMatchObject({ accepted: true });
    const paid = await one.submit(paymentOf(2, 2_000));
    return paid.accepted && paid.result.outcome;
  }

  test('is paid', async () => {
    expect(await upgrade(on.log)).toBe('paid');
  });

  test('negative control: if a process takes the other’s payment for its own, the money is returned', async () => {
    // Which of the two payments is written first is by chance.
    const outcomes = new Set<unknown>();
    for (let n = 0; n < 20 && !outcomes.has('to_return'); n += 1) {
      await on.database.pool.query('TRUNCATE log.events, log.streams; UPDATE log.head SET position = 0');
      outcomes.add(await upgrade(trusting(on.log)));
    }
    expect([...outcomes]).toContain('to_return');
  });
});

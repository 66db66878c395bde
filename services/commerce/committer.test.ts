import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { derivedEventId } from '#events/ids.ts';
import { AppendOutcomeUnknown, type EventLog } from '#events/log/log.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import { stockStream } from '#events/stream-names.ts';
import { createTestDatabase, type TestDatabase } from '#events/testing/database.ts';
import { accept, type Command, type Committer } from './command.ts';
import { type CommitterOptions, Overloaded, type RunningCommitter, startCommitter } from './committer.ts';
import { heldEvent, hold, holdThenFallBelowZero, offer, release, sku } from './testing/stock-commands.ts';

const NOW = 1_750_000_000_000;

describe('the committer', () => {
  let database: TestDatabase;
  let log: EventLog;
  const started: RunningCommitter[] = [];
  let skus = 0;

  beforeAll(async () => {
    database = await createTestDatabase([logMigrations, new URL('./migrations/', import.meta.url)]);
    log = postgresLog(database.url);
  });
  afterAll(async () => {
    for (const committer of started) await committer.close();
    await log.close();
    await database.drop();
  });

  const start = (options: Partial<CommitterOptions> = {}): RunningCommitter => {
    const committer = startCommitter({ log, clock: { now: () => NOW }, pool: database.pool, ...options });
    started.push(committer);
    return committer;
  };
  const newSku = () => {
    skus += 1;
    return sku(`sku${skus}`);
  };
  const held = (committer: Committer, of: ReturnType<typeof sku>): Promise<number> =>
    committer.read([stockStream(of)], (states) => states.get('stock', stockStream(of)).held);
  const logged = (of: ReturnType<typeof sku>) => log.readStream(stockStream(of));

  test('decides what waits in one batch, in order, each seeing what those before it decided', async () => {
    const committer = start();
    const shoes = newSku();
    await committer.submit(offer(shoes, 150));
    const before = committer.counts();
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, order) => committer.submit(hold(shoes, `o${order}`))),
    );
    expect(outcomes.map((outcome) => (outcome.accepted ? outcome.result : outcome.refusal.code))).toEqual(
      Array.from({ length: 200 }, (_, order) => (order < 150 ? order : 'out_of_stock')),
    );
    expect(committer.counts().batches - before.batches).toBe(1);
    expect(await logged(shoes)).toHaveLength(151);
  });

  test('writes actor, time, creator and correlation, and answers with what it wrote', async () => {
    const shoes = newSku();
    const id = derivedEventId('test', shoes);
    const outcome = await start().submit<string>({
      name: 'import',
      actor: 'import:old-shop',
      correlation_id: 'request',
      causation_id: 'cause',
      streams: [stockStream(shoes)],
      decide: () => accept([{ ...heldEvent(shoes, 'o'), id, at: 5, imported: true }], 'done'),
    });
    const [event] = await logged(shoes);
    const metadata = {
      creator_id: 'creator',
      actor: 'import:old-shop',
      at: 5,
      causation_id: 'cause',
      correlation_id: 'request',
      imported: true,
    };
    expect(event).toMatchObject({ id, metadata });
    expect(outcome).toEqual({
      accepted: true,
      result: 'done',
      position: event?.position,
      events: [{ id, metadata }],
    });
  });

  test('finds streams that only the first states tell, also when the same batch changes them', async () => {
    const committer = start();
    const [first, second] = [newSku(), newSku()];
    await committer.submit(offer(second, 7));
    const look: Command<number | null> = {
      name: 'look-further',
      actor: 'process:test',
      streams: [stockStream(first)],
      furtherStreams: (states) =>
        states.get('stock', stockStream(first)).held > 0 ? [stockStream(second)] : [],
      decide: (states) =>
        accept(
          [],
          states.get('stock', stockStream(first)).held > 0
            ? states.get('stock', stockStream(second)).stock
            : null,
        ),
    };
    const other = start();
    const [before, , after] = await Promise.all([
      other.submit(look),
      other.submit(hold(first, 'o')),
      other.submit(look),
    ]);
    expect([before, after]).toMatchObject([{ result: null }, { result: 7 }]);
  });

  describe('one command at fault', () => {
    const faults: [string, (of: ReturnType<typeof sku>) => Command<unknown>][] = [
      [
        'its decider throws',
        (of) => ({
          ...hold(of, 'x'),
          decide: () => {
            throw new Error('bug');
          },
        }),
      ],
      ['its second event cannot be folded', holdThenFallBelowZero],
      ['it looks at a stream that it did not name', (of) => ({ ...hold(of, 'x'), streams: [] })],
      ['it names a stream of no kind', (of) => ({ ...hold(of, 'x'), streams: ['nothing-1'] })],
      [
        'the log does not take its event',
        (of) => ({
          ...hold(of, 'x'),
          decide: () => accept([{ ...heldEvent(of, 'x'), id: 'not a UUID' as never }], null),
        }),
      ],
    ];
    test.each(faults)('%s: it fails alone, and leaves nothing behind', async (_, faulty) => {
      const committer = start();
      const shoes = newSku();
      const [one, wrong, two] = await Promise.allSettled([
        committer.submit(hold(shoes, 'a')),
        committer.submit(faulty(shoes)),
        committer.submit(hold(shoes, 'b')),
      ]);
      expect(wrong.status).toBe('rejected');
      expect([one, two]).toMatchObject([{ value: { result: 0 } }, { value: { result: 1 } }]);
      expect(await logged(shoes)).toHaveLength(2);
      expect(await held(committer, shoes)).toBe(2);
    });
  });

  describe('two processes', () => {
    const STOCK = 100;
    const BUYERS = 400;

    async function sellOut(through: EventLog): Promise<{ accepted: number; held: number }> {
      const shoes = newSku();
      const two = [start({ log: through }), start({ log: through })] as const;
      await two[0].submit(offer(shoes, STOCK));
      for (const committer of two) await held(committer, shoes);
      const buyers = Array.from({ length: BUYERS }, async (_, order) => {
        const committer = two[order % 2 === 0 ? 0 : 1];
        // Buyers come one after the other in each process, so that neither sells all in its first batch.
        for (let turn = 0; turn < order / 20; turn += 1) await held(committer, shoes);
        return committer.submit(hold(shoes, `o${order}`));
      });
      const outcomes = await Promise.all(buyers);
      return {
        accepted: outcomes.filter(({ accepted }) => accepted).length,
        held: (await logged(shoes)).filter(({ type }) => type === 'StockHeld').length,
      };
    }

    test('sell one stock: exactly what there is, and everyone who was told so has it', async () => {
      const conflictsBefore = started.length;
      expect(await sellOut(log)).toEqual({ accepted: STOCK, held: STOCK });
      const conflicts = started.slice(conflictsBefore).map((committer) => committer.counts().conflicts);
      expect(Math.max(...conflicts)).toBeGreaterThan(0);
    });

    test('negative control: without expected versions they sell more than there is', async () => {
      const careless: EventLog = {
        ...log,
        append: (writes) => log.append(writes.map((write) => ({ ...write, expected: 'any' as const }))),
      };
      expect((await sellOut(careless)).held).toBeGreaterThan(STOCK);
    });

    test('answer nothing from what they remember: reads and refusals see what the other wrote', async () => {
      const [mine, others] = [start(), start()];
      const shoes = newSku();
      await mine.submit(offer(shoes, 1));
      await mine.submit(hold(shoes, 'a'));
      await others.submit(release(shoes, 1));
      expect(await held(mine, shoes)).toBe(0);
      expect(await mine.submit(hold(shoes, 'b'))).toMatchObject({ accepted: true });
      await others.submit(release(shoes, 1));
      expect(await mine.submit(hold(shoes, 'c'))).toMatchObject({ accepted: true });
      expect(await others.submit(hold(shoes, 'd'))).toEqual({
        accepted: false,
        refusal: { code: 'out_of_stock' },
      });
    });
  });

  test('an append whose answer is lost is repeated, and counts once', async () => {
    let lost = 0;
    const forgetful: EventLog = {
      ...log,
      async append(writes) {
        const result = await log.append(writes);
        lost += 1;
        if (lost % 2 === 1) throw new AppendOutcomeUnknown('lost');
        return result;
      },
    };
    const committer = start({ log: forgetful });
    const shoes = newSku();
    for (let order = 0; order < 3; order += 1) {
      expect(await committer.submit(hold(shoes, `o${order}`))).toMatchObject({ result: order });
    }
    expect(await logged(shoes)).toHaveLength(3);
    expect(lost).toBe(6);
  });

  test('connections that are ended again and again: each command is written once', async () => {
    const committer = start();
    const shoes = newSku();
    let done = 0;
    const buying = Promise.all(
      Array.from({ length: 20 }, async (_, buyer) => {
        for (let order = 0; order < 10; order += 1) {
          // The log cannot be reached at times: nothing was written then, and the buyer comes again.
          while (!(await committer.submit(hold(shoes, `${buyer}-${order}`)).catch(() => undefined)));
          done += 1;
        }
      }),
    );
    for (let cut = 0; cut < 20 && done < 200; cut += 1) {
      await database.pool
        .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`)
        .catch(() => undefined);
    }
    await buying;
    const events = await logged(shoes);
    expect(events).toHaveLength(200);
    expect(new Set(events.map(({ data }) => (data as { out_trade_no: string }).out_trade_no)).size).toBe(200);
  });

  describe('derived ids', () => {
    const derived = (of: ReturnType<typeof sku>, ...names: string[]): Command<string> => ({
      ...hold(of, 'o'),
      decide: () =>
        accept(
          names.map((name) => ({ ...heldEvent(of, name), id: derivedEventId(of, name) })),
          'done',
        ),
    });

    test('what stands already is answered as the first time, whatever came after it', async () => {
      const committer = start();
      const shoes = newSku();
      const first = await committer.submit(derived(shoes, 'a', 'b'));
      await committer.submit(hold(shoes, 'c'));
      const [again, besides] = await Promise.all([
        committer.submit(derived(shoes, 'a', 'b')),
        committer.submit(hold(shoes, 'd')),
      ]);
      expect(again).toMatchObject({ result: 'done', position: first.accepted ? first.position : 0 });
      expect(besides).toMatchObject({ accepted: true });
      expect(await logged(shoes)).toHaveLength(4);
    });

    test('what stands in part is an error of this command alone', async () => {
      const committer = start();
      const shoes = newSku();
      await committer.submit(derived(shoes, 'a'));
      const [wrong, besides] = await Promise.allSettled([
        committer.submit(derived(shoes, 'a', 'b')),
        committer.submit(hold(shoes, 'd')),
      ]);
      expect(wrong).toMatchObject({ status: 'rejected', reason: { name: 'AlreadyWritten' } });
      expect(besides.status).toBe('fulfilled');
      expect(await logged(shoes)).toHaveLength(2);
    });
  });

  describe('bounds', () => {
    test('a stream is read from its snapshot on, unless its state has another shape', async () => {
      const writer = start({ snapshotEvery: 10 });
      const shoes = newSku();
      for (let order = 0; order < 25; order += 1) await writer.submit(hold(shoes, `o${order}`));
      await writer.close();
      const readAfter = async (): Promise<(number | undefined)[]> => {
        const afters: (number | undefined)[] = [];
        const watched: EventLog = {
          ...log,
          readStreams(reads) {
            afters.push(...reads.map(({ after }) => after));
            return log.readStreams(reads);
          },
        };
        expect(await held(start({ log: watched }), shoes)).toBe(25);
        return afters;
      };
      expect(await readAfter()).toEqual([19]);
      await database.pool.query('UPDATE commerce.snapshots SET shape = shape + 1');
      expect(await readAfter()).toEqual([-1]);
    });

    test('no more streams are remembered than allowed, and none is told wrong', async () => {
      const committer = start({ cachedStreams: 20 });
      const many = Array.from({ length: 300 }, newSku);
      await Promise.all(many.map((one, count) => committer.submit(hold(one, 'o', count + 1))));
      expect(committer.counts().cached_streams).toBeLessThanOrEqual(20);
      expect(await Promise.all(many.map((one) => held(committer, one)))).toEqual(many.map((_, at) => at + 1));
      expect(committer.counts().cached_streams).toBeLessThanOrEqual(20);
    });

    test('beyond the longest queue commands are turned away, and nothing of them is written', async () => {
      const committer = start({ longestQueue: 5 });
      const shoes = newSku();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, order) => committer.submit(hold(shoes, `o${order}`))),
      );
      const away = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(away).toHaveLength(3);
      for (const { reason } of away) expect(reason).toBeInstanceOf(Overloaded);
      expect(await logged(shoes)).toHaveLength(5);
    });

    test('closing answers what waits and takes no more', async () => {
      const committer = start();
      const shoes = newSku();
      const waiting = committer.submit(hold(shoes, 'a'));
      const closed = committer.close();
      await expect(committer.submit(hold(shoes, 'b'))).rejects.toBeInstanceOf(Overloaded);
      expect(await waiting).toMatchObject({ accepted: true });
      await closed;
    });
  });
});

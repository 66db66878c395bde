import { describe, expect, test } from 'vitest';
import { derivedEventId, type SkuId } from '#events/ids.ts';
import { type EventLog, LogExhausted } from '#events/log/log.ts';
import { stockStream } from '#events/stream-names.ts';
import { accept, type Command } from '#services/commerce/engine/command.ts';
import {
  countingReads,
  heldEvent,
  hold,
  holdThenFallBelowZero,
  offer,
  testCommitters,
} from '#services/commerce/testing/test-committers.ts';
import { stockKind } from '../stock/stock.ts';
import { Overloaded } from './committer.ts';

describe('the committer', () => {
  const on = testCommitters();
  const { start, newSku, held, logged } = on;

  test('decides waiting commands in one batch, in order, each with the results of those before it', async () => {
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

  test('commands that arrive while a batch is being written share the next one', async () => {
    const committer = start();
    const shoes = newSku();
    await committer.submit(offer(shoes, 200));
    const before = committer.counts();
    const caller = async (name: number): Promise<void> => {
      for (let order = 0; order < 10; order += 1) await committer.submit(hold(shoes, `c${name}-${order}`));
    };
    await Promise.all(Array.from({ length: 16 }, (_, name) => caller(name)));
    const { batches, commands } = committer.counts();
    expect(commands - before.commands).toBe(160);
    expect(batches - before.batches).toBeLessThan(40);
  });

  test('does not cache unknown streams, so random numbers do not evict others', async () => {
    const committer = start();
    const shoes = newSku();
    await committer.submit(offer(shoes, 1));
    const { cached_streams } = committer.counts();
    const unknown = Array.from({ length: 50 }, () => stockStream(newSku()));
    await committer.read(unknown, () => null);
    expect(committer.counts().cached_streams).toBe(cached_streams);
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
      events: [{ stream: stockStream(shoes), id, metadata }],
    });
  });

  test('loads streams that only the first states name, also if the same batch changes them', async () => {
    const committer = start();
    const [first, second] = [newSku(), newSku()];
    await committer.submit(offer(second, 7));
    const look: Command<number | null> = {
      name: 'look-further',
      actor: 'process:test',
      streams: [stockStream(first)],
      furtherStreams: (states) =>
        states.get(stockKind, stockStream(first)).held > 0 ? [stockStream(second)] : [],
      decide: (states) =>
        accept(
          [],
          states.get(stockKind, stockStream(first)).held > 0
            ? states.get(stockKind, stockStream(second)).stock
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

  test('reads at a position that includes all reads, of streams old and new', async () => {
    const shoes = newSku();
    await start().submit(offer(shoes, 3));
    const committer = start();
    const look = () =>
      committer.readAt([stockStream(shoes)], (states) => states.get(stockKind, stockStream(shoes)).held);
    expect(await look()).toEqual({ result: 0, position: (await logged(shoes)).at(-1)?.position });
    const [, seen] = await Promise.all([committer.submit(hold(shoes, 'o')), look()]);
    expect(seen).toEqual({ result: 1, position: (await logged(shoes)).at(-1)?.position });
    await start().submit(hold(shoes, 'elsewhere'));
    expect(await look()).toEqual({ result: 2, position: (await logged(shoes)).at(-1)?.position });
    const unknown = newSku();
    const nothing = await committer.readAt([stockStream(unknown)], (states) =>
      states.versionOf(stockStream(unknown)),
    );
    expect(nothing).toEqual({ result: -1, position: 0 });
  });

  describe('a stream that a command begins', () => {
    const beginning = (command: Command<number>): Command<number> => ({
      ...command,
      begins: command.streams,
    });
    const notReading = (): EventLog => ({
      ...on.log,
      readStreams: () => Promise.reject(new Error('nobody needs to read')),
    });

    test('is not looked for', async () => {
      const shoes = newSku();
      const outcome = await start({ log: notReading() }).submit(beginning(hold(shoes, 'o')));
      expect(outcome).toMatchObject({ accepted: true, result: 0 });
      await expect(start({ log: notReading() }).submit(hold(newSku(), 'o'))).rejects.toThrow(/nobody needs/);
    });

    test('had begun already: a decision on the empty state is repeated on the existing one', async () => {
      const shoes = newSku();
      await start().submit(offer(shoes, 2));
      await start().submit(hold(shoes, 'first'));
      const committer = start();
      const [second, third] = [
        await committer.submit(beginning(hold(shoes, 'second'))),
        // Refused, so that there is no append to find out.
        await start().submit(beginning(hold(shoes, 'third'))),
      ];
      expect(second).toMatchObject({ accepted: true, result: 1 });
      expect(committer.counts().conflicts).toBe(1);
      expect(third).toEqual({ accepted: false, refusal: { code: 'out_of_stock' } });
    });

    test('had begun already: nothing is refused because of existing events', async () => {
      const shoes = newSku();
      await start().submit(offer(shoes, 5));
      const stockOf: Command<number | null> = {
        name: 'look',
        actor: 'process:test',
        streams: [stockStream(shoes)],
        begins: [stockStream(shoes)],
        decide: (states) => accept([], states.get(stockKind, stockStream(shoes)).stock),
      };
      expect(await start().submit(stockOf)).toMatchObject({ accepted: true, result: 5 });
    });
  });

  describe('one command at fault', () => {
    const faults: [string, (of: SkuId) => Command<unknown>][] = [
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

  test('a general failure fails all together, without single attempts', async () => {
    let appends = 0;
    const exhausted: EventLog = {
      ...on.log,
      append() {
        appends += 1;
        return Promise.reject(new LogExhausted('no disk is left'));
      },
    };
    const committer = start({ log: exhausted });
    const shoes = newSku();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, order) => committer.submit(hold(shoes, `o${order}`))),
    );
    expect(outcomes.map((one) => one.status === 'rejected' && one.reason.name)).toEqual(
      Array.from({ length: 10 }, () => 'LogExhausted'),
    );
    expect(appends).toBe(1);
  });

  test('events have positions in the order in which their commands were decided', async () => {
    const committer = start();
    const [first, second] = [newSku(), newSku()];
    const turns = [first, second, first, second, second, first];
    await Promise.all(turns.map((one, order) => committer.submit(hold(one, `o${order}`))));
    const positions = (await Promise.all([logged(first), logged(second)]))
      .flat()
      .sort((one, other) => one.position - other.position);
    const orders = positions.map(({ data }) => (data as { out_trade_no: string }).out_trade_no);
    expect(orders).toEqual(turns.map((_, order) => `o${order}`));
  });

  describe('derived ids', () => {
    const derived = (of: SkuId, ...names: string[]): Command<string> => ({
      ...hold(of, 'o'),
      decide: () =>
        accept(
          names.map((name) => ({ ...heldEvent(of, name), id: derivedEventId(of, name) })),
          'done',
        ),
    });

    test('an existing result is answered again, after any later events', async () => {
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

    test.each([
      ['in part', ['a', 'b'], 1],
      ['with other data', ['a'], 2],
    ])(
      'an id that exists %s belongs to another command: only this one is refused',
      async (_, names, count) => {
        const committer = start();
        const shoes = newSku();
        await committer.submit(derived(shoes, 'a'));
        const command: Command<string> = {
          ...derived(shoes),
          decide: () =>
            accept(
              names.map((name) => ({ ...heldEvent(shoes, name, count), id: derivedEventId(shoes, name) })),
              'done',
            ),
        };
        const [wrong, besides] = await Promise.all([
          committer.submit(command),
          committer.submit(hold(shoes, 'd')),
        ]);
        expect(wrong).toEqual({ accepted: false, refusal: { code: 'idempotency_key_reused' } });
        expect(besides).toMatchObject({ accepted: true });
        expect(await logged(shoes)).toHaveLength(2);
      },
    );
  });

  describe('bounds', () => {
    test('a stream is read from its snapshot on, unless its state has another shape', async () => {
      const writer = start({ snapshotEvery: 10 });
      const shoes = newSku();
      for (let order = 0; order < 25; order += 1) await writer.submit(hold(shoes, `o${order}`));
      await writer.close();
      const eventsRead = async (): Promise<number> => {
        const { log, read } = countingReads(on.log);
        const reader = start({ log, snapshotEvery: 10 });
        expect(await held(reader, shoes)).toBe(25);
        await reader.close();
        return read();
      };
      expect(await eventsRead()).toBe(5);
      await on.database.pool.query('UPDATE commerce.snapshots SET shape = shape + 1');
      expect(await eventsRead()).toBe(25);
      // A process that read a long stream saves its snapshot.
      expect(await eventsRead()).toBe(0);
    });

    test('the cache keeps its limit, and answers stay correct', async () => {
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

    test('closing answers waiting commands and accepts no more', async () => {
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

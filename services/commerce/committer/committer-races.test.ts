import { describe, expect, test, vi } from 'vitest';
import { AppendOutcomeUnknown, type EventLog } from '#events/log/log.ts';
import {
  countingReads,
  hold,
  offer,
  release,
  testCommitters,
} from '#services/commerce/testing/test-committers.ts';
import type { CommitterOptions } from './committer.ts';

describe('committers on one log', () => {
  const on = testCommitters();
  const { start, newSku, held, logged, started } = on;

  describe('two processes', () => {
    const STOCK = 100;
    const BUYERS = 400;
    /** In one of them the two meet; by chance they may miss each other in the first. */
    const MAX_RACES = 20;

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

    test('sell one stock: exactly all of it, and every confirmed buyer has it', async () => {
      let conflicts = 0;
      for (let race = 0; race < MAX_RACES && conflicts === 0; race += 1) {
        const before = started.length;
        expect(await sellOut(on.log)).toEqual({ accepted: STOCK, held: STOCK });
        conflicts = Math.max(...started.slice(before).map((committer) => committer.counts().conflicts));
      }
      expect(conflicts).toBeGreaterThan(0);
    });

    test('negative control: without expected versions they sell more than there is', async () => {
      const careless: EventLog = {
        ...on.log,
        append: (writes) => on.log.append(writes.map((write) => ({ ...write, expected: 'any' as const }))),
      };
      let most = 0;
      for (let race = 0; race < MAX_RACES && most <= STOCK; race += 1) most = (await sellOut(careless)).held;
      expect(most).toBeGreaterThan(STOCK);
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

  describe('far behind another process', () => {
    const EVERY = 10;
    const FOREIGN = 25;

    /** Events that a process reads in its turn after the other one wrote 25. */
    async function eventsRead(options?: Partial<CommitterOptions>): Promise<number> {
      const { log, read } = countingReads(on.log);
      const mine = start({ log, snapshotEvery: EVERY, ...options });
      const others = start({ snapshotEvery: EVERY });
      const shoes = newSku();
      await mine.submit(offer(shoes, 100));
      await others.submit(hold(shoes, 'a'));
      // It conflicts: from here on it decides in turns.
      await mine.submit(hold(shoes, 'b'));
      for (let order = 0; order < FOREIGN; order += 1) await others.submit(hold(shoes, `o${order}`));
      await others.close();
      const before = read();
      expect(await mine.submit(hold(shoes, 'c'))).toMatchObject({ accepted: true, result: FOREIGN + 2 });
      return read() - before;
    }

    test('one starts from the snapshot of the other, and reads the few events after it', async () => {
      // A turn waits 20 ms for a snapshot, which a busy machine may miss.
      await expect.poll(() => eventsRead()).toBeLessThan(EVERY);
    });

    test('a snapshot that does not come is not waited for: the events are read', async () => {
      const snapshots = { load: () => new Promise<never>(() => undefined), save: async () => undefined };
      expect(await eventsRead({ snapshots })).toBe(FOREIGN);
    });
  });

  test('an append with a lost answer is repeated, and counts once', async () => {
    let lost = 0;
    const forgetful: EventLog = {
      ...on.log,
      async append(writes) {
        const result = await on.log.append(writes);
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
      await on.database.pool
        .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`)
        .catch(() => undefined);
    }
    await buying;
    // The pool may still hold a connection that was ended last.
    const events = await vi.waitFor(() => logged(shoes));
    expect(events).toHaveLength(200);
    expect(new Set(events.map(({ data }) => (data as { out_trade_no: string }).out_trade_no)).size).toBe(200);
  });
});

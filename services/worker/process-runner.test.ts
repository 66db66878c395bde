import { describe, expect, it, onTestFinished } from 'vitest';
import type { NewEvent } from '#events/envelope.ts';
import { newEventId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { holdLeases } from '#events/log/subscription/leases.ts';
import { sharedTail } from '#events/log/subscription/shared-tail.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import type { Fired, Process, Timer, TimerChange } from './process.ts';
import { followAndFire, type ProcessCounts } from './process-runner.ts';
import { pageSkipper } from './skip-page.ts';
import { timerStore } from './timers.ts';

const database = fixture(() => createTestDatabase(allMigrations.map(({ folder }) => folder)));
const log = fixture(() => postgresLog(database.pool));

const clock = movableClock();
const storeOf = (name: string) =>
  timerStore(database.pool, { name, types: [], timerFor: () => undefined }, pageSkipper(database.pool));
let names = 0;
const freshName = (): string => {
  names += 1;
  return `process-${names}`;
};

function termsChanged(creator_id: string): NewEvent {
  const data = { creator_id, discount_option: 1 };
  const metadata = { creator_id, actor: 'process:test', at: clock.now() } as const;
  return { id: newEventId(), type: 'SellingTermsChanged', data, metadata };
}
async function happen(creator: string): Promise<void> {
  const result = await log.append([
    { stream: `terms-${creator}`, expected: 'any', events: [termsChanged(creator)] },
  ]);
  if (!result.ok) throw new Error('not appended');
}

/** A process with immediate work for each event under its own prefix, and a record of its work. */
function recorder(name: string, fire: (timer: Timer) => Promise<Fired> = async () => 'done') {
  const done: string[] = [];
  const process: Process = {
    name,
    types: ['SellingTermsChanged'],
    timerFor({ metadata }) {
      if (!metadata.creator_id.startsWith(`${name}.`)) return undefined;
      return { key: metadata.creator_id, set: { due_at: metadata.at, data: {} } };
    },
    async fire(timer) {
      done.push(timer.key);
      return fire(timer);
    },
  };
  return { process, done };
}

function run(process: Process, errors: unknown[] = []) {
  const counts: ProcessCounts = { position: -1, followed: 0, fired: 0, failures: 0 };
  const stopping = new AbortController();
  const tail = sharedTail({ log, onError: (error) => errors.push(error), pauseMs: () => 1 });
  const onError = (_name: string, error: unknown) => errors.push(error);
  const running = followAndFire(
    { pool: database.pool, log, tail, clock, process, counts, skipPage: pageSkipper(database.pool), onError },
    stopping.signal,
  );
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  onTestFinished(stop);
  return { counts, stop };
}

describe('a process', () => {
  it('sets aside an event that it cannot follow, continues, and retries it later', async () => {
    const name = freshName();
    const { process, done } = recorder(name);
    const broken: Process = {
      ...process,
      timerFor(event) {
        if (event.metadata.creator_id === `${name}.poison`) throw new TypeError('no such field');
        return process.timerFor(event);
      },
    };
    const errors: unknown[] = [];
    for (const one of ['a', 'b', 'poison', 'c']) await happen(`${name}.${one}`);
    const first = run(broken, errors);
    const all = (...ones: string[]) => ones.map((one) => `${name}.${one}`);
    await expect.poll(() => done.toSorted()).toEqual(all('a', 'b', 'c'));
    const asideOf = async () => {
      const { rows } = await database.pool.query(
        'SELECT type, error FROM runtime.set_aside WHERE process = $1',
        [name],
      );
      return rows;
    };
    expect(await asideOf()).toEqual([{ type: 'SellingTermsChanged', error: 'TypeError: no such field' }]);
    expect(errors.map(String)).toEqual([
      expect.stringMatching(/is set aside, creator .*: TypeError: no such field/),
    ]);
    await happen(`${name}.d`);
    await expect.poll(() => done.toSorted()).toEqual(all('a', 'b', 'c', 'd'));
    await first.stop();

    run(process);
    await expect.poll(() => done.toSorted()).toEqual(all('a', 'b', 'c', 'd', 'poison'));
    expect(await asideOf()).toEqual([]);
  });

  it('sets aside an event whose timer the database refuses, and none while the database is down', async () => {
    const name = freshName();
    const { process, done } = recorder(name);
    let away = 3;
    const refused: Process = {
      ...process,
      timerFor(event) {
        const change = process.timerFor(event);
        if (!change || !('set' in change)) return change;
        away -= 1;
        if (away >= 0) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        const data: Timer['data'] = change.key === `${name}.poison` ? { text: '\u0000' } : {};
        return { ...change, set: { ...change.set, data } };
      },
    };
    for (const one of ['a', 'poison', 'c']) await happen(`${name}.${one}`);
    run(refused);
    await expect.poll(() => done.toSorted()).toEqual([`${name}.a`, `${name}.c`]);
    const { rows } = await database.pool.query('SELECT error FROM runtime.set_aside WHERE process = $1', [
      name,
    ]);
    expect(rows).toEqual([{ error: expect.stringContaining('unsupported Unicode') }]);
  });

  it('handles each event once, and continues where it stopped', async () => {
    const name = freshName();
    const { process, done } = recorder(name);
    await happen(`${name}.a`);
    const first = run(process);
    await expect.poll(() => done).toEqual([`${name}.a`]);
    await first.stop();
    await happen(`${name}.b`);
    run(process);
    await expect.poll(() => done).toEqual([`${name}.a`, `${name}.b`]);
  });

  it('tries again what failed, later and later', async () => {
    const name = freshName();
    let failures = 2;
    const { process, done } = recorder(name, async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('the provider is away');
      return 'done';
    });
    const errors: unknown[] = [];
    const { counts } = run(process, errors);
    await happen(`${name}.a`);
    await expect.poll(() => errors.length).toBe(1);
    clock.setOffset(clock.offset + 2_000);
    await expect.poll(() => done.length).toBeGreaterThan(1);
    clock.setOffset(clock.offset + 4_000);
    await expect.poll(() => done.length).toBe(3);
    expect(counts.failures).toBe(2);
    await expect.poll(() => storeOf(name).nextDue()).toBeUndefined();
  });

  it.each([
    ['for another time', { due_at: 20, data: { position: 1 } }],
    ['for the same time by a later event', { due_at: 10, data: { position: 2 } }],
  ])('keeps a timer that was set again %s while the old one fired', async (_how, again) => {
    for (const outcome of ['done', { again_at: 99 }] as const) {
      const store = storeOf(freshName());
      await store.checkpoint();
      await store.follow(0, 1, [{ key: 'k', set: { due_at: 10, data: { position: 1 } } }]);
      const [timer] = await store.due(10, 1);
      await store.follow(1, 2, [{ key: 'k', set: again }]);
      await store.settle([{ timer: timer as Timer, outcome }]);
      expect(await store.due(99, 2)).toEqual([{ key: 'k', attempts: 0, ...again }]);
    }
  });

  it('lets a timer come again with the data that its firing returns, else with the same', async () => {
    const store = storeOf(freshName());
    await store.checkpoint();
    await store.follow(0, 1, [{ key: 'k', set: { due_at: 10, data: { position: 1 } } }]);
    for (const [again_at, data, kept] of [
      [20, undefined, { position: 1 }],
      [30, { since: 20 }, { since: 20 }],
      [40, undefined, { since: 20 }],
    ] as const) {
      const [timer] = await store.due(99, 1);
      await store.settle([{ timer: timer as Timer, outcome: { again_at, ...(data && { data }) } }]);
      expect(await store.due(99, 2)).toMatchObject([{ due_at: again_at, data: kept }]);
    }
    const [timer] = await store.due(99, 1);
    expect(timer).toMatchObject({ attempts: 3, data: { since: 20 } });
  });

  it('settles timers while events clear the same ones: neither waits for the other', async () => {
    const store = storeOf(freshName());
    let position = await store.checkpoint();
    const keys = Array.from({ length: 400 }, (_, number) => String(number).padStart(3, '0'));
    const set = { due_at: 10, data: {} };
    for (let round = 0; round < 20; round += 1) {
      const follow = (changes: readonly TimerChange[]) => store.follow(position, ++position, changes);
      await follow(keys.map((key) => ({ key, set })));
      const fired = keys
        .toReversed()
        .map((key) => ({ timer: { key, attempts: 0, ...set }, outcome: 'done' as const }));
      const cleared = keys.map((key) => ({ key, clear: true as const }));
      await Promise.all([store.settle(fired), follow(cleared)]);
      expect(await store.nextDue()).toBeUndefined();
    }
  });
});

describe('two who run one process', () => {
  it('follow once: the slower one learns that the checkpoint moved, and writes nothing', async () => {
    const name = freshName();
    const [one, two] = [storeOf(name), storeOf(name)];
    expect(await one.checkpoint()).toBe(0);
    expect(await two.checkpoint()).toBe(0);
    await one.follow(0, 5, [{ key: 'a', set: { due_at: 1, data: {} } }]);
    await one.settle([{ timer: { key: 'a', due_at: 1, attempts: 0, data: {} }, outcome: 'done' }]);
    await expect(two.follow(0, 5, [{ key: 'a', set: { due_at: 1, data: {} } }])).rejects.toThrow('was moved');
    expect(await one.nextDue()).toBeUndefined();
  });

  it('negative control: moving the checkpoint without comparing does the same thing twice', async () => {
    const name = freshName();
    const careless = async (): Promise<void> => {
      // As `follow` without the guard: it accepts any position.
      const store = storeOf(name);
      await store.follow(await store.checkpoint(), 5, [{ key: 'a', set: { due_at: 1, data: {} } }]);
    };
    const store = storeOf(name);
    await careless();
    await store.settle([{ timer: { key: 'a', due_at: 1, attempts: 0, data: {} }, outcome: 'done' }]);
    await careless();
    expect(await store.nextDue()).toBe(1);
  });

  it('hold its lease in turn: the waiting one takes over when the first ends', async () => {
    const name = freshName();
    const history: string[] = [];
    const hold = (who: string) =>
      holdLeases({
        pool: database.pool,
        kind: 'process',
        names: [name],
        onError: (_name, error) => history.push(String(error)),
        work: async (_name, signal) => {
          history.push(`${who} begins`);
          if (!signal.aborted) {
            await new Promise<void>((resolve) =>
              signal.addEventListener('abort', () => resolve(), { once: true }),
            );
          }
          history.push(`${who} ends`);
        },
      });
    const first = hold('first');
    await expect.poll(() => history).toEqual(['first begins']);
    const second = hold('second');
    onTestFinished(() => second.stop());
    await first.stop();
    await expect.poll(() => history).toEqual(['first begins', 'first ends', 'second begins']);
    expect(second.held()).toEqual([name]);
  });

  it('lose the lease with its connection, and get it again', async () => {
    const name = freshName();
    const begun: number[] = [];
    const leases = holdLeases({
      pool: database.pool,
      kind: 'process',
      names: [name],
      onError: () => undefined,
      work: async (_name, signal) => {
        begun.push(begun.length);
        if (!signal.aborted) {
          await new Promise<void>((resolve) =>
            signal.addEventListener('abort', () => resolve(), { once: true }),
          );
        }
      },
    });
    onTestFinished(() => leases.stop());
    await expect.poll(() => begun.length).toBe(1);
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND (classid::bigint << 32 | objid::bigint) = hashtextextended('process ' || $1, 0)`,
      [name],
    );
    await expect.poll(() => begun.length).toBe(2);
  });
});

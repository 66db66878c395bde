import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { AppendOutcomeUnknown, type EventLog, LogUnreachable } from '#events/log/log.ts';
import { type BusinessCalendar, businessCalendar, DEFAULT_TIME_ZONE, type Millis } from '#events/time.ts';
import { BatchStates } from './batch-states.ts';
import type { Command, Committer, Outcome } from './command.ts';
import { accept, refuse } from './command.ts';
import { decideBatch, type Verdict } from './decide-batch.ts';
import { appendDurably, isDuplicate } from './durable-append.ts';
import { catchUp, type Loading, loadStates } from './load-states.ts';
import { readBack, readStanding } from './read-back.ts';
import { snapshotWriter } from './snapshot-writer.ts';
import { postgresSnapshots, type Snapshots } from './snapshots.ts';
import { type Folded, foldRecorded, stateCache } from './state-cache.ts';

export interface CommitterOptions {
  log: EventLog;
  clock: { now(): Millis };
  /** Months are counted in it; Asia/Shanghai unless given. */
  calendar?: BusinessCalendar;
  /** Where snapshots lie. */
  pool: Pool;
  snapshots?: Snapshots;
  /** Streams whose folds are kept in memory. */
  cachedStreams?: number;
  /** Commands decided together. */
  largestBatch?: number;
  /** Commands that may wait; further ones are turned away with Overloaded. */
  longestQueue?: number;
  /** Events of a stream between two snapshots. */
  snapshotEvery?: number;
}

/** Running totals, for metrics. */
interface CommitterCounts {
  commands: number;
  batches: number;
  events: number;
  /** Appends that another writer's was faster than. */
  conflicts: number;
  waiting: number;
  cached_streams: number;
}

export interface RunningCommitter extends Committer {
  counts(): CommitterCounts;
}

export class Overloaded extends Error {
  override name = 'Overloaded';
}

/** Trying the commands one by one would only say the same so many times. */
const concernsAll = (error: unknown): boolean => isUnreachable(error) || error instanceof Overloaded;

const isUnreachable = (error: unknown): boolean =>
  error instanceof LogUnreachable || error instanceof AppendOutcomeUnknown;

/** How long a command waits for its turn once the log was found unreachable. */
const LONGEST_WAIT_MS = 5_000;

interface Waiting {
  /** performance.now() when it was submitted. */
  since: number;
  command: Command<unknown>;
  resolve(outcome: Outcome<unknown>): void;
  reject(error: unknown): void;
}

/** After so many conflicts a batch is decided command by command, so that one cannot hold up the others. */
const CONFLICTS_BEFORE_SPLIT = 6;
const MOST_CONFLICTS = 60;

/** Pauses grow, and differ between processes, so that two do not collide in step. */
const jitter = (attempt: number, most: number): number => Math.random() * Math.min(most, 2 ** attempt);

/** The one loop per process through which everything is decided (docs/architecture.md, The committer). */
export function startCommitter(options: CommitterOptions): RunningCommitter {
  const { log, clock, pool, largestBatch = 256, longestQueue = 10_000 } = options;
  const calendar = options.calendar ?? businessCalendar(DEFAULT_TIME_ZONE);
  const cache = stateCache(options.cachedStreams ?? 20_000);
  const snapshots = options.snapshots ?? postgresSnapshots(pool);
  const saving = snapshotWriter(snapshots, options.snapshotEvery ?? 500);
  const loading: Loading = { log, snapshots, saving, cache };
  const counts = { commands: 0, batches: 0, events: 0, conflicts: 0 };
  let queue: Waiting[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

  function answer(batch: readonly Waiting[], verdicts: readonly Verdict[], position: number): void {
    const deferred: Waiting[] = [];
    batch.forEach((waiting, index) => {
      const verdict = verdicts[index];
      if (!verdict || verdict.kind === 'deferred') deferred.push(waiting);
      else if (verdict.kind === 'failed') waiting.reject(verdict.error);
      else if (!verdict.decision.accepted) waiting.resolve(verdict.decision);
      else {
        const events = verdict.events.map(({ id, metadata }) => ({ id, metadata }));
        waiting.resolve({ accepted: true, result: verdict.decision.result, position, events });
      }
    });
    if (deferred.length > 0) queue = [...deferred, ...queue];
  }

  /** Keeps folds of what is surely written; nothing else may come into the cache. */
  function remember(folds: Iterable<readonly [string, Folded]>, position: number): void {
    for (const [stream, folded] of folds) {
      const settled = { ...folded, position: Math.max(folded.position, position) };
      cache.set(stream, settled);
      saving.consider(stream, settled);
    }
  }

  /**
   * Ids that one command derived exist already, and its decider did not see that. It is answered with what exists
   * when that is what it decided; other data under its ids is another command's.
   */
  async function answerStanding(
    one: Waiting,
    verdict: Verdict | undefined,
    states: BatchStates,
  ): Promise<void> {
    const standing = await readStanding(log, states.writes());
    if (!standing?.same || verdict?.kind !== 'decided') {
      one.resolve(refuse({ code: 'idempotency_key_reused' }));
      return;
    }
    const recorded = new Map([...standing.events.values()].flat().map(({ id, metadata }) => [id, metadata]));
    const events = verdict.events.map((event) => ({
      ...event,
      metadata: recorded.get(event.id) ?? event.metadata,
    }));
    answer([one], [{ ...verdict, events }], standing.position);
  }

  /** One attempt. `again`: what it was decided on is not what the log has, and the cache knows better by now. */
  async function attempt(batch: readonly Waiting[]): Promise<'answered' | 'again' | 'one by one'> {
    const commands = batch.map(({ command }) => command);
    const states = new BatchStates(calendar);
    const ofOneMoment = await loadStates(states, commands, loading);
    const verdicts = decideBatch(commands, states, clock.now());

    if (!states.anythingDecided) {
      // Nothing to write, but what is answered must have been true, all of it at one moment.
      if (!ofOneMoment && (await catchUp(states.bases(), loading))) return 'again';
      let position = 0;
      for (const [, base] of states.bases()) position = Math.max(position, base.position);
      answer(batch, verdicts, position);
      return 'answered';
    }

    const writes = states.writes();
    const result = await appendDurably(log, writes);
    if (!result.ok && result.conflicts.every(isDuplicate)) {
      const [one] = batch;
      if (batch.length > 1 || !one) return 'one by one';
      await answerStanding(one, verdicts[0], states);
      return 'answered';
    }
    if (!result.ok) {
      counts.conflicts += 1;
      const moved = new Set(result.conflicts.map(({ stream }) => stream));
      await catchUp(
        [...states.bases()].filter(([stream]) => moved.has(stream)),
        loading,
      );
      return 'again';
    }
    if (result.repeated) {
      const found = await readBack(log, writes, result);
      if (!found.own) {
        // Another process wrote under these ids: what was decided here was never written.
        counts.conflicts += 1;
        await catchUp(states.bases(), loading);
        return 'again';
      }
      const bases = new Map(states.bases());
      remember(
        [...found.events].flatMap(([stream, events]) => {
          const base = bases.get(stream);
          return base ? [[stream, foldRecorded(stream, base, events)] as const] : [];
        }),
        result.position,
      );
    } else remember(states.results(), result.position);
    for (const verdict of verdicts) if (verdict.kind === 'decided') counts.events += verdict.events.length;
    answer(batch, verdicts, result.position);
    return 'answered';
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    for (let conflicts = 0; conflicts < MOST_CONFLICTS; conflicts += 1) {
      if (conflicts > 1) await pause(jitter(conflicts, 50));
      const outcome = await attempt(batch);
      if (outcome === 'answered') return;
      if (batch.length > 1 && (outcome === 'one by one' || conflicts + 1 === CONFLICTS_BEFORE_SPLIT)) {
        for (const one of batch) await settleOrReject([one]);
        return;
      }
    }
    throw new Overloaded(`another writer was faster ${MOST_CONFLICTS} times`);
  }

  async function settleOrReject(batch: readonly Waiting[]): Promise<void> {
    try {
      await settle(batch);
    } catch (error) {
      // What this batch saw may be what failed it.
      for (const { command } of batch) for (const stream of command.streams) cache.delete(stream);
      if (batch.length > 1 && !concernsAll(error)) {
        // One of them is at fault: alone, it fails alone.
        for (const one of batch) await settleOrReject([one]);
        return;
      }
      for (const { reject } of batch) reject(error);
      if (isUnreachable(error)) rejectOld(error);
    }
  }

  /** Who has waited long for a log that does not answer is told so, instead of waiting for each batch before. */
  function rejectOld(error: unknown): void {
    const long = performance.now() - LONGEST_WAIT_MS;
    const old = queue.filter(({ since }) => since < long);
    queue = queue.filter(({ since }) => since >= long);
    for (const { reject } of old) reject(error);
  }

  async function run(): Promise<void> {
    // A turn of the event loop lets requests that arrive together share the batch.
    await new Promise(setImmediate);
    while (queue.length > 0) {
      const batch = queue.splice(0, largestBatch);
      counts.batches += 1;
      await settleOrReject(batch);
    }
    // In the same turn as the last look at the queue: a command that comes a moment later starts the next run.
    running = undefined;
  }

  function submit<Result>(command: Command<Result>): Promise<Outcome<Result>> {
    if (closed) return Promise.reject(new Overloaded('the committer is closed'));
    if (queue.length >= longestQueue) return Promise.reject(new Overloaded('too many commands are waiting'));
    counts.commands += 1;
    return new Promise<Outcome<Result>>((resolve, reject) => {
      // The queue holds commands of every result; each resolves with what its own decider returned.
      const resolveAny = resolve as (outcome: Outcome<unknown>) => void;
      queue.push({ since: performance.now(), command, resolve: resolveAny, reject });
      running ??= run();
    });
  }

  const readAt: Committer['readAt'] = async (streams, look) => {
    const outcome = await submit({
      name: 'read',
      actor: 'process:read',
      streams,
      decide: (states, now) => accept([], look(states, now)),
    });
    if (!outcome.accepted) throw new Error('a read was refused');
    return { result: outcome.result, position: outcome.position };
  };

  return {
    submit,
    readAt,
    read: async (streams, look) => (await readAt(streams, look)).result,
    counts: () => ({ ...counts, waiting: queue.length, cached_streams: cache.size }),
    async close() {
      closed = true;
      while (running) await running;
      await saving.idle();
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { AppendOutcomeUnknown, type EventLog, LogExhausted, LogUnreachable } from '#events/log/log.ts';
import { type BusinessCalendar, businessCalendar, DEFAULT_TIME_ZONE, type Millis } from '#events/time.ts';
import type { Command, Committer, Outcome } from '#services/commerce/engine/command.ts';
import { accept, refuse } from '#services/commerce/engine/command.ts';
import type { AttemptResult } from './decide-batch.ts';
import type { Loading } from './load-states.ts';
import { readExisting } from './read-back.ts';
import { snapshotWriter } from './snapshot-writer.ts';
import { postgresSnapshots, type Snapshots } from './snapshots.ts';
import { stateCache } from './state-cache.ts';
import { type Answer, type Batch, type BatchOutcome, batchWriter, type Decisions } from './write-batch.ts';

export interface CommitterOptions {
  log: EventLog;
  clock: { now(): Millis };
  /** Time zone of months; default: Asia/Shanghai. */
  calendar?: BusinessCalendar;
  /** The store of snapshots. */
  pool: Pool;
  snapshots?: Snapshots;
  cachedStreams?: number;
  /** Commands decided together. */
  largestBatch?: number;
  /** Commands that may wait; further ones are refused with Overloaded. */
  longestQueue?: number;
  /** Events of a stream between two snapshots. */
  snapshotEvery?: number;
}

/** Running totals, for metrics. */
interface CommitterCounts {
  commands: number;
  batches: number;
  events: number;
  /** Appends that lost against another writer. */
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

/** Single attempts would only repeat the same error. */
const concernsAll = (error: unknown): boolean => isUnreachable(error) || error instanceof Overloaded;

const isUnreachable = (error: unknown): boolean =>
  error instanceof LogUnreachable || error instanceof AppendOutcomeUnknown;

/** How long a command waits for its turn once the log was found unreachable. */
const MAX_WAIT_MS = 3_000;
/** A command that waited so long for a log that cannot be reached is not tried again. */
const MAX_TRY_MS = 2_000;

interface Waiting {
  /** performance.now() when it was submitted. */
  since: number;
  command: Command<unknown>;
  resolve(outcome: Outcome<unknown>): void;
  reject(error: unknown): void;
}

/** After this many attempts a batch is decided command by command, so that one cannot block others. */
const ATTEMPTS_BEFORE_SPLIT = 6;
const MAX_ATTEMPTS = 20;
/** A turn does not continue for fewer commands, because others wait for it. */
const MIN_FURTHER_BATCH = 16;
/** Broken connections under one batch before its commands fail. */
const MAX_BREAKS = 3;

/** Pauses grow, and differ between processes, so that two do not collide repeatedly. */
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
  const writer = batchWriter({
    loading,
    clock,
    calendar,
    onConflict() {
      counts.conflicts += 1;
    },
  });
  let queue: Waiting[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

  function answer(batch: readonly Waiting[], verdicts: readonly AttemptResult[], position: number): void {
    const deferred: Waiting[] = [];
    batch.forEach((waiting, index) => {
      const verdict = verdicts[index];
      if (!verdict || verdict.kind === 'deferred') deferred.push(waiting);
      else if (verdict.kind === 'failed') waiting.reject(verdict.error);
      else if (!verdict.decision.accepted) waiting.resolve(verdict.decision);
      else {
        const events = verdict.events.map(({ stream, event: { id, metadata } }) => ({
          stream,
          id,
          metadata,
        }));
        waiting.resolve({ accepted: true, result: verdict.decision.result, position, events });
      }
    });
    if (deferred.length > 0) queue = [...deferred, ...queue];
  }

  /**
   * Derived ids of a command exist already, and its decider did not see them. If the existing events are equal they
   * are its answer; otherwise the ids belong to another command.
   */
  async function answerExisting(one: Waiting, { states, verdicts: [verdict] }: Decisions): Promise<void> {
    const stored = await readExisting(log, states.writes());
    if (!stored?.same || verdict?.kind !== 'decided') {
      one.resolve(refuse({ code: 'idempotency_key_reused' }));
      return;
    }
    const recorded = new Map([...stored.events.values()].flat().map(({ id, metadata }) => [id, metadata]));
    const events = verdict.events.map(({ stream, event }) => ({
      stream,
      event: { ...event, metadata: recorded.get(event.id) ?? event.metadata },
    }));
    answer([one], [{ ...verdict, events }], stored.position);
  }

  /** Takes commands from the front of the queue while `wanted` accepts them. */
  function take(most: number, wanted: (command: Command<unknown>) => boolean): Waiting[] {
    let count = 0;
    for (; count < most; count += 1) {
      const next = queue[count];
      if (!next || !wanted(next.command)) break;
    }
    return queue.splice(0, count);
  }

  function finish(batch: readonly Waiting[], { verdicts, position }: Answer): void {
    for (const verdict of verdicts) if (verdict.kind === 'decided') counts.events += verdict.events.length;
    answer(batch, verdicts, position);
  }

  /** @param waiting changed in place: answered commands are removed */
  const batchOf = (waiting: Waiting[]): Batch => ({
    commands: () => waiting.map(({ command }) => command),
    grow: (known) => void waiting.push(...take(largestBatch - waiting.length, known)),
    async next(outcome, known) {
      const full = Math.max(waiting.length / 2, MIN_FURTHER_BATCH);
      finish(waiting, outcome);
      waiting.length = 0;
      // A turn of the event loop, so that answered clients can send their next command.
      await new Promise(setImmediate);
      if (queue.length < full) return false;
      waiting.push(...take(largestBatch, known));
      counts.batches += 1;
      return waiting.length > 0;
    },
  });

  /** One attempt; a connection that breaks in a turn leaves nothing written. */
  async function attempt(batch: Waiting[], attempts: number): Promise<BatchOutcome> {
    const oldest = Math.min(...batch.map(({ since }) => since));
    try {
      return await writer.write(batchOf(batch));
    } catch (error) {
      const broken = error instanceof LogUnreachable && !(error instanceof LogExhausted);
      // A long wait without an answer means an unresponsive log, not a broken connection.
      const silent = performance.now() - oldest > MAX_TRY_MS;
      if (!broken || silent || attempts >= MAX_BREAKS) throw error;
      return { kind: 'again' };
    }
  }

  async function settle(batch: Waiting[]): Promise<void> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      if (attempts > 1) await pause(jitter(attempts, 50));
      const outcome = await attempt(batch, attempts);
      // In a turn all can be answered already.
      if (batch.length === 0) return;
      if (outcome.kind === 'answer') return finish(batch, outcome);
      const [one] = batch;
      if (outcome.kind === 'exists' && batch.length === 1 && one) return answerExisting(one, outcome);
      if (batch.length > 1 && (outcome.kind === 'exists' || attempts + 1 === ATTEMPTS_BEFORE_SPLIT)) {
        for (const single of batch) await settleOrReject([single]);
        return;
      }
    }
    throw new Overloaded(`another writer was faster ${MAX_ATTEMPTS} times`);
  }

  async function settleOrReject(batch: Waiting[]): Promise<void> {
    try {
      await settle(batch);
    } catch (error) {
      // The states of this batch can be the cause of the failure.
      for (const { command } of batch) for (const stream of command.streams) cache.delete(stream);
      if (batch.length > 1 && !concernsAll(error)) {
        // One of them is invalid, or they are too large together: the batch is halved until it fails alone.
        const half = Math.ceil(batch.length / 2);
        for (const part of [batch.slice(0, half), batch.slice(half)]) await settleOrReject(part);
        return;
      }
      for (const { reject } of batch) reject(error);
      if (isUnreachable(error)) rejectOld(error);
    }
  }

  /** Commands that waited long for an unresponsive log fail immediately, instead of waiting for each earlier batch. */
  function rejectOld(error: unknown): void {
    const long = performance.now() - MAX_WAIT_MS;
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
      // Answered clients can send their next command before the next batch is taken.
      await new Promise(setImmediate);
    }
    // In the same turn as the last check of the queue: a later command starts the next run.
    running = undefined;
  }

  function submit<Result>(command: Command<Result>): Promise<Outcome<Result>> {
    if (closed) return Promise.reject(new Overloaded('the committer is closed'));
    if (queue.length >= longestQueue) return Promise.reject(new Overloaded('too many commands are waiting'));
    counts.commands += 1;
    return new Promise<Outcome<Result>>((resolve, reject) => {
      // The queue holds commands of every result; each resolves with the result of its own decider.
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

import { setTimeout as pause } from 'node:timers/promises';
import { AppendOutcomeUnknown, type AppendResult, type ExclusiveLog } from '#events/log/log.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import type { Command } from '#services/commerce/engine/command.ts';
import { type Folded, foldRecorded } from '../engine/stream-kind.ts';
import { BatchStates } from './batch-states.ts';
import { contention } from './contention.ts';
import { type AttemptResult, decideBatch } from './decide-batch.ts';
import { appendDurably, isDuplicate } from './durable-append.ts';
import { addKnown, catchUp, catchUpInTurn, type Loading, loadStates } from './load-states.ts';
import { readBack } from './read-back.ts';
import { kindOf } from './stream-kinds.ts';

/** Attempts of a turn to read and decide; other writers can only have written before it began. */
const ROUNDS_OF_TURN = 4;
/** A turn continues with full batches for this long: fewer turns, and fewer reads in each. */
const TURN_MS = { shortest: 20, longest: 120 };
/** Interval between two reads of foreign events. */
const READ_AHEAD_EVERY_MS = 50;
/** Attempts to read streams that keep moving, before anything is answered from them. */
const MAX_CHECKS = 4;

/** The decision of a batch on these states. */
export interface Decisions {
  states: BatchStates;
  verdicts: readonly AttemptResult[];
}

/** Written, or there was nothing to write: every command can be answered. */
export type Answer = { kind: 'answer'; position: number } & Decisions;

export type BatchOutcome =
  | Answer
  /** All decided events have existing ids. */
  | ({ kind: 'exists' } & Decisions)
  /** The batch was decided on outdated states; the cache is newer now. */
  | { kind: 'again' };

/** After a long wait with many foreign events, the own turn may be long, too. */
const turnAfter = (waited: number): number =>
  Math.min(Math.max(1.5 * waited, TURN_MS.shortest), TURN_MS.longest);

const AGAIN: BatchOutcome = { kind: 'again' };

export interface BatchWriterOptions {
  loading: Loading;
  clock: { now(): Millis };
  calendar: BusinessCalendar;
  /** Called for each append that lost against another process. */
  onConflict(): void;
}

/** Whether a command can be decided without loading. */
type Known = (command: Command<unknown>) => boolean;

/** The commands that are decided together, and those that wait behind them. */
export interface Batch {
  commands(): readonly Command<unknown>[];
  /** Adds commands that arrived since, in order, as long as their streams are loaded. */
  grow(known: Known): void;
  /** Answers this batch, and builds the next one from later commands with loaded streams; false if they are few. */
  next(answer: Answer, known: Known): Promise<boolean>;
}

export interface BatchWriter {
  /** One attempt at a batch. In a turn several batches may follow each other; the outcome is the last one's. */
  write(batch: Batch): Promise<BatchOutcome>;
}

const positionOf = (states: BatchStates): number => {
  let position = 0;
  for (const [, base] of states.bases()) position = Math.max(position, base.position);
  return position;
};

const namedOf = (states: BatchStates, wanted: (stream: string) => boolean) =>
  [...states.bases()].filter(([stream]) => wanted(stream));

/** Decides and appends batches: directly when only this process writes, otherwise in turns. */
export function batchWriter({ loading, clock, calendar, onConflict }: BatchWriterOptions): BatchWriter {
  const { log, cache, saving } = loading;
  const contended = contention();

  const decide = (commands: readonly Command<unknown>[], states: BatchStates): Decisions => ({
    states,
    verdicts: decideBatch(commands, states, clock.now()),
  });

  /** Caches folds of durable events only. */
  function remember(folds: Iterable<readonly [string, Folded]>, position: number): void {
    for (const [stream, folded] of folds) {
      const settled = { ...folded, position: Math.max(folded.position, position) };
      cache.set(stream, settled);
      saving.consider(stream, settled);
    }
  }

  function written({ states, verdicts }: Decisions, position: number): BatchOutcome {
    remember(states.results(), position);
    return { kind: 'answer', position, states, verdicts };
  }

  function conflicted(streams: Iterable<string>): void {
    onConflict();
    contended.moved(streams);
  }

  /** The result of an append outside of a turn. */
  async function judge(result: AppendResult, decisions: Decisions): Promise<BatchOutcome> {
    const { states } = decisions;
    if (!result.ok) {
      if (result.conflicts.every(isDuplicate)) return { kind: 'exists', ...decisions };
      const moved = new Set(result.conflicts.map(({ stream }) => stream));
      conflicted(moved);
      await catchUp(
        namedOf(states, (stream) => moved.has(stream)),
        loading,
      );
      return AGAIN;
    }
    if (!result.repeated) return written(decisions, result.position);
    const found = await readBack(log, states.writes(), result);
    if (!found.own) {
      // Another process wrote these ids: this decision was never written.
      conflicted(found.events.keys());
      await catchUp(states.bases(), loading);
      return AGAIN;
    }
    const bases = new Map(states.bases());
    const folds = [...found.events].flatMap(([stream, events]) => {
      const base = bases.get(stream);
      return base ? [[stream, foldRecorded(kindOf(stream), base, events)] as const] : [];
    });
    remember(folds, result.position);
    return { kind: 'answer', position: result.position, ...decisions };
  }

  async function atOnce(
    commands: readonly Command<unknown>[],
    loaded: BatchStates,
    ofOneMoment: boolean,
  ): Promise<BatchOutcome> {
    let decisions = decide(commands, loaded);
    let settled = ofOneMoment;
    // Nothing to write, but the answer must be true at one moment.
    for (let looks = 0; !decisions.states.anythingDecided; looks += 1) {
      const { states } = decisions;
      if (settled) return { kind: 'answer', position: positionOf(states), ...decisions };
      if (looks === MAX_CHECKS) return AGAIN;
      const { moved, reads } = await catchUp(states.bases(), loading);
      settled = moved.size === 0 || reads === 1;
      if (moved.size > 0) decisions = decide(commands, states.onto(moved));
    }
    const { states } = decisions;
    return judge(await appendDurably(log, states.writes(), states.order()), decisions);
  }

  /**
   * Decides and appends in a turn.
   * @param seen streams that are up to date for the rest of the turn
   */
  async function decideIn(
    turn: ExclusiveLog,
    {
      commands,
      loaded,
      seen,
      last,
    }: { commands: readonly Command<unknown>[]; loaded: BatchStates; seen: Set<string>; last: boolean },
    appending: (decisions: Decisions) => void,
  ): Promise<BatchOutcome> {
    let states = loaded;
    let behind = namedOf(states, (stream) => contended.has(stream) && !seen.has(stream));
    for (let round = 0; round < ROUNDS_OF_TURN; round += 1) {
      const { moved, more } = await catchUpInTurn(behind, turn, loading);
      // The rest is read while the others continue.
      if (more) return AGAIN;
      contended.moved(moved.keys());
      if (round === 0) contended.rested(behind.flatMap(([stream]) => (moved.has(stream) ? [] : [stream])));
      for (const [stream] of behind) seen.add(stream);
      states = states.onto(moved);
      const decisions = decide(commands, states);
      if (!states.anythingDecided) {
        behind = namedOf(states, (stream) => !seen.has(stream));
        if (behind.length === 0) return { kind: 'answer', position: positionOf(states), ...decisions };
        continue;
      }
      appending(decisions);
      const result = await turn.append(states.writes(), states.order(), last);
      if (result.ok && !result.repeated) return written(decisions, result.position);
      if (!result.ok && result.conflicts.every(isDuplicate)) return { kind: 'exists', ...decisions };
      const others = result.ok ? undefined : new Set(result.conflicts.map(({ stream }) => stream));
      behind = namedOf(states, (stream) => others?.has(stream) ?? true);
      conflicted(others ?? []);
      if (last) break;
    }
    return AGAIN;
  }

  /**
   * Reads foreign commits while this process waits for its turn, so that the turn has little to read.
   * @returns the moved streams so far; the turn does not wait for a running read
   */
  function readAhead(loaded: BatchStates, signal: AbortSignal): ReadonlyMap<string, Folded> {
    const known = new Map(namedOf(loaded, contended.has));
    const moved = new Map<string, Folded>();
    const follow = async (): Promise<void> => {
      for (;;) {
        await pause(READ_AHEAD_EVERY_MS, undefined, { signal });
        const caught = await catchUp(known, loading);
        if (signal.aborted) return;
        for (const [stream, folded] of caught.moved) {
          known.set(stream, folded);
          moved.set(stream, folded);
        }
        contended.moved(caught.moved.keys());
      }
    };
    // The turn reads the rest.
    follow().catch(() => undefined);
    return moved;
  }

  /** A batch is loaded before its turn, because all others wait during it. */
  async function inTurn(batch: Batch, loaded: BatchStates): Promise<BatchOutcome> {
    let appended: Decisions | undefined;
    const waiting = new AbortController();
    const requestedAt = performance.now();
    const ahead = readAhead(loaded, waiting.signal);
    try {
      return await log.exclusively(async (turn) => {
        let begun = performance.now();
        const until = begun + turnAfter(begun - requestedAt);
        let last = false;
        waiting.abort();
        const seen = new Set<string>();
        let states = loaded.onto(ahead);
        const first = states;
        batch.grow((command) => addKnown(first, [command], loading));
        for (;;) {
          const commands = batch.commands();
          const outcome = await decideIn(turn, { commands, loaded: states, seen, last }, (decisions) => {
            appended = decisions;
          });
          if (outcome.kind !== 'answer' || last) return outcome;
          const next = new BatchStates(calendar);
          states = next;
          const known: Known = (command) => addKnown(next, [command], loading);
          if (!(await batch.next(outcome, known))) return outcome;
          const now = performance.now();
          last = now + (now - begun) > until;
          begun = now;
        }
      });
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknown) || !appended) throw error;
      const { states } = appended;
      return judge(await appendDurably(log, states.writes(), states.order()), appended);
    } finally {
      waiting.abort();
    }
  }

  return {
    async write(batch) {
      const commands = batch.commands();
      const states = new BatchStates(calendar);
      const ofOneMoment = await loadStates(states, commands, loading);
      return namedOf(states, contended.has).length > 0
        ? inTurn(batch, states)
        : atOnce(commands, states, ofOneMoment);
    },
  };
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command, Decision } from '../engine/command.ts';
import type { MemoryCommitter } from './memory-committer.ts';

/** How the commands of a history are decided. */
export type Decide = <Result>(memory: MemoryCommitter, command: Command<Result>) => Decision<Result>;

const honest: Decide = (memory, command) => memory.decide(command);

/** Shows commands a state other than the true one: a guard is removed. */
function misled(change: (kind: string, state: object) => object): Decide {
  return (memory, command) =>
    memory.decide({
      ...command,
      decide: (states, now) =>
        command.decide(
          {
            ...states,
            get: (kind, stream) =>
              // A changed state is still a state of its kind.
              change(kind.name, states.get(kind, stream) as object) as never,
          },
          now,
        ),
    });
}

/** Decides a command twice in a row: the second time changes nothing, or is refused. */
export function withoutEffectTwice<Result>(
  memory: MemoryCommitter,
  command: Command<Result>,
  decide: Decide = honest,
): Decision<Result> {
  const first = decide(memory, command);
  const before = memory.log.length;
  decide(memory, command);
  expect(memory.log.length).toBe(before);
  return first;
}

/** Random histories of one kind. */
export interface Histories<Step> {
  step: fc.Arbitrary<Step>;
  length: fc.ArrayConstraints;
  /** Goes through one history, adds what it met to `seen`, and throws where a property does not hold. */
  live(steps: readonly Step[], decide: Decide, seen: Set<string>): void;
}

/** @returns statistics of the histories. @param endOnFailure stops at the first failure without shrinking it */
function explore<Step>(
  { step, length, live }: Histories<Step>,
  numRuns: number,
  decide: Decide = honest,
  endOnFailure = false,
): Set<string> {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, length), (steps) => live(steps, decide, seen)),
    { numRuns, endOnFailure },
  );
  return seen;
}

/** Explores until all hard cases occurred: otherwise the property proves nothing. */
export function exploreUntil<Step>(
  histories: Histories<Step>,
  hard: readonly string[],
  { numRuns, mostRounds = 1 }: { numRuns: number; mostRounds?: number },
): void {
  const seen = new Set<string>();
  const missing = (): string[] => hard.filter((one) => !seen.has(one));
  for (let round = 0; round === 0 || (round < mostRounds && missing().length > 0); round += 1)
    for (const one of explore(histories, numRuns)) seen.add(one);
  expect(missing()).toEqual([]);
}

/** Negative controls: what commands do not see, by a name for the reader; kind of state, and its change. */
export function controls<Step>(
  histories: Histories<Step>,
  numRuns: number,
  blindTo: Readonly<Record<string, readonly [kind: string, change: object | ((state: object) => object)]>>,
): void {
  it.each(Object.entries(blindTo))(
    'negative control: blind to %s they go wrong, and this test sees it',
    (_name, [of, change]) => {
      const changed = typeof change === 'function' ? change : (state: object) => ({ ...state, ...change });
      const blind = misled((kind, state) => (kind === of ? changed(state) : state));
      expect(() => explore(histories, numRuns, blind, true)).toThrow();
    },
    120_000,
  );
}

/** Adds the types of a log's events, revivals and reasons to what a history met. */
export function noteEvents({ log }: MemoryCommitter, seen: Set<string>): void {
  for (const { event } of log) {
    seen.add(event.type);
    if (event.type === 'OrderPaid' && event.data.revived) seen.add('revived');
    if ('reason' in event.data) seen.add(event.data.reason);
  }
}

/** One of several, by any number. */
export function pick<Value>(some: readonly Value[], n: number): Value {
  const one = some[n % some.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command, Decision } from '../engine/command.ts';
import type { MemoryCommitter } from './memory-committer.ts';
import type { Scenario } from './scenario.ts';

type Progress = void | Promise<void>;
/** Changes what commands see of a state: a guard is removed. */
type Blindness = (kind: string, state: object) => object;

/** How a history is lived: what its commands do not see, and where it notes the cases that it met. */
export interface Conditions {
  blind?: Blindness | undefined;
  seen: Set<string>;
}

/** A committer with its clock, and the plain model of what it should hold. Histories with more of their own extend it. */
export class World<Model = unknown> {
  readonly memory: MemoryCommitter;
  readonly model: Model;
  readonly seen: Set<string>;
  readonly #blind: Blindness | undefined;

  constructor({ blind, seen }: Conditions, { memory }: Pick<Scenario, 'memory'>, model: Model) {
    this.memory = memory;
    this.#blind = blind;
    this.seen = seen;
    this.model = model;
  }

  decide<Result>(command: Command<Result>): Decision<Result> {
    const blind = this.#blind;
    if (!blind) return this.memory.decide(command);
    return this.memory.decide({
      ...command,
      decide: (states, now) =>
        command.decide(
          // A changed state is still a state of its kind.
          { ...states, get: (kind, stream) => blind(kind.name, states.get(kind, stream) as object) as never },
          now,
        ),
    });
  }

  /** Decides a command twice in a row: the second time changes nothing, or is refused. */
  decideTwice<Result>(command: Command<Result>): Decision<Result> {
    const first = this.decide(command);
    const before = this.memory.log.length;
    this.decide(command);
    expect(this.memory.log.length).toBe(before);
    return first;
  }
}

/** A kind of step: how often it comes, what is drawn for it, and what it does to world and model. */
export interface Step<W> {
  weight: number;
  input: fc.Arbitrary<unknown>;
  run(world: W, input: unknown): Progress;
}

export const step = <W, Input>(
  weight: number,
  input: fc.Arbitrary<Input>,
  run: (world: W, input: Input) => Progress,
): Step<W> => ({
  weight,
  input,
  // It is drawn from this input.
  run: (world, drawn) => run(world, drawn as Input),
});

/** Random histories of one kind. */
export interface History<W extends World> {
  begin(conditions: Conditions): W;
  steps: Readonly<Record<string, Step<W>>>;
  length: fc.ArrayConstraints;
  /** What holds after each step. */
  holds(world: W): Progress;
  /** What also holds at the end. */
  end?(world: W): Progress;
}

/** The steps of one history, each by its name with what was drawn for it. */
export type Script = readonly (readonly [name: string, input?: unknown])[];

/** Adds the types of a log's events, revivals and reasons to the cases. */
function noteEvents({ memory: { log }, seen }: World): void {
  for (const { event } of log) {
    seen.add(event.type);
    if (event.type === 'OrderPaid' && event.data.revived) seen.add('revived');
    if ('reason' in event.data) seen.add(event.data.reason);
  }
}

/** Lives one history, and throws at the first step after which an invariant does not hold. */
export async function live<W extends World>(
  history: History<W>,
  script: Script,
  conditions: Conditions = { seen: new Set() },
): Promise<W> {
  const world = history.begin(conditions);
  for (const [name, input] of script) {
    const kind = history.steps[name];
    if (!kind) throw new Error(`no step ${name}`);
    await kind.run(world, input);
    await history.holds(world);
  }
  await history.end?.(world);
  noteEvents(world);
  return world;
}

/** Lives random histories. A failure is shrunk to the fewest and smallest steps, unless `endOnFailure`. */
async function explore<W extends World>(
  history: History<W>,
  conditions: Conditions,
  { examples = [], ...parameters }: { numRuns: number; endOnFailure?: boolean; examples?: readonly Script[] },
): Promise<void> {
  const kinds = Object.entries(history.steps).map(([name, { weight, input }]) => ({
    weight,
    arbitrary: fc.tuple(fc.constant(name), input),
  }));
  const script: fc.Arbitrary<Script> = fc.array(fc.oneof(...kinds), history.length);
  const property = fc.asyncProperty(script, async (steps) => {
    await live(history, steps, conditions);
  });
  await fc.assert(property, { ...parameters, examples: examples.map((one): [Script] => [one]) });
}

/**
 * Explores until all hard cases occurred: otherwise the property proves nothing.
 * @returns all cases that the histories met
 */
export async function exploreUntil<W extends World>(
  history: History<W>,
  hard: readonly string[],
  {
    numRuns,
    mostRounds = 1,
    examples = [],
  }: { numRuns: number; mostRounds?: number; examples?: readonly Script[] },
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const missing = (): string[] => hard.filter((one) => !seen.has(one));
  for (let round = 0; round === 0 || (round < mostRounds && missing().length > 0); round += 1)
    await explore(history, { seen }, { numRuns, examples });
  expect(missing()).toEqual([]);
  return seen;
}

/** Negative controls: what commands do not see, by a name for the reader; kind of state, and its change. */
export function controls<W extends World>(
  history: History<W>,
  numRuns: number,
  blindTo: Readonly<Record<string, readonly [kind: string, change: object | ((state: object) => object)]>>,
): void {
  it.each(Object.entries(blindTo))(
    'negative control: blind to %s they go wrong, and this test sees it',
    async (_name, [of, change]) => {
      const changed = typeof change === 'function' ? change : (state: object) => ({ ...state, ...change });
      const blind: Blindness = (kind, state) => (kind === of ? changed(state) : state);
      const exploring = explore(history, { blind, seen: new Set() }, { numRuns, endOnFailure: true });
      await expect(exploring).rejects.toThrow();
    },
    120_000,
  );
}

/** One of several, by any number. */
export function pick<Value>(some: readonly Value[], n: number): Value {
  const one = some[n % some.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

import { isSecondBeginning } from '#events/beginnings.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';

/** How the streams of a kind fold. */
export interface StreamKind<State> {
  /** The part of the streams' names before the first dash. */
  readonly name: string;
  /** The state of a stream without events. */
  readonly initial: State;
  /** Raised when the state's shape changes: snapshots of another shape are not read. */
  readonly shape: number;
  /** Pure and total: an event of another kind returns the state unchanged. Never mutates. */
  evolve(state: State, event: DomainEvent, at: Millis): State;
}

export const streamKind = <State>(
  name: string,
  initial: State,
  evolve: (state: State, event: DomainEvent, at: Millis) => State,
  { shape }: { shape: number },
): StreamKind<State> => ({ name, initial, shape, evolve });

/** A stream folded up to one of its versions. Immutable: a newer one replaces it. */
export interface Folded<State = unknown> {
  readonly state: State;
  /** Last version folded, −1 for a stream without events. */
  readonly version: number;
  /** Log position through which the state is known to be true. */
  readonly position: number;
}

export const unwritten = <State>({ initial }: StreamKind<State>): Folded<State> => ({
  state: initial,
  version: -1,
  position: 0,
});

/** One event more. `position` is 0 while the event is only decided. A second beginning changes only the version. */
export function foldOn<State>(
  kind: StreamKind<State>,
  before: Folded<State>,
  event: DomainEvent,
  at: Millis,
  position: number,
): Folded<State> {
  const version = before.version + 1;
  return {
    state: isSecondBeginning({ type: event.type, version })
      ? before.state
      : kind.evolve(before.state, event, at),
    version,
    position: Math.max(before.position, position),
  };
}

/** Events as returned by the log. Throws on a gap, because the fold would be wrong. */
export function foldRecorded<State>(
  kind: StreamKind<State>,
  before: Folded<State>,
  events: readonly RecordedEvent[],
): Folded<State> {
  let folded = before;
  for (const event of events) {
    if (event.version !== folded.version + 1) {
      throw new Error(`${event.stream}: version ${event.version} follows ${folded.version}`);
    }
    // The log reads only types of the registry, lifted to their newest version.
    const domainEvent = { type: event.type, data: event.data } as DomainEvent;
    folded = foldOn(kind, folded, domainEvent, event.metadata.at, event.position);
  }
  return folded;
}

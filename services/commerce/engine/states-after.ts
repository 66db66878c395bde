import type { Millis } from '#events/time.ts';
import { type StateOf, type StreamKind, streamKinds } from '../stream-kinds.ts';
import type { Decided, States } from './command.ts';

/**
 * The states as they are once these events are written: for a decision that is made of several, each of which
 * must see what those before it decided.
 */
export function statesAfter(states: States, events: readonly Decided[], now: Millis): States {
  const ofStream = Map.groupBy(events, ({ stream }) => stream);
  return {
    calendar: states.calendar,
    sees: states.sees,
    versionOf: (stream) => states.versionOf(stream) + (ofStream.get(stream)?.length ?? 0),
    get<Kind extends StreamKind>(kind: Kind, stream: string): StateOf<Kind> {
      // The requested kind folds its own state.
      const { evolve } = streamKinds[kind] as unknown as {
        evolve(state: StateOf<Kind>, event: Decided['event'], at: Millis): StateOf<Kind>;
      };
      const written = ofStream.get(stream) ?? [];
      return written.reduce(
        (state, { event, at }) => evolve(state, event, at ?? now),
        states.get(kind, stream),
      );
    },
  };
}

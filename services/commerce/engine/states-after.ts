import type { Millis } from '#events/time.ts';
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
    get: (kind, stream) =>
      (ofStream.get(stream) ?? []).reduce(
        (state, { event, at }) => kind.evolve(state, event, at ?? now),
        states.get(kind, stream),
      ),
  };
}

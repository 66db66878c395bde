import type { Decide } from './mixed-history.ts';

/** Lets a command see a state other than the true one: a guard taken out. */
export function misled(change: (kind: string, state: object) => object): Decide {
  return (memory, command) =>
    memory.decide({
      ...command,
      decide: (states, now) =>
        command.decide(
          {
            ...states,
            get: (kind, stream) =>
              // What is changed of a state leaves it one of its kind.
              change(kind, states.get(kind, stream)) as ReturnType<typeof states.get<typeof kind>>,
          },
          now,
        ),
    });
}

import type { Command, Decision } from '../engine/command.ts';
import type { MemoryCommitter } from './memory-committer.ts';

/** How the commands of a history are decided. */
export type Decide = <Result>(memory: MemoryCommitter, command: Command<Result>) => Decision<Result>;

export const honest: Decide = (memory, command) => memory.decide(command);

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
              // A changed state stays one of its kind.
              change(kind, states.get(kind, stream)) as ReturnType<typeof states.get<typeof kind>>,
          },
          now,
        ),
    });
}

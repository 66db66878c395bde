import type { Command, Committer, Decision } from '#services/commerce/engine/command.ts';

/** The decision of a command on the present states, without a write. A later submission is decided again. */
export async function tryOut<Result>(
  committer: Pick<Committer, 'read'>,
  command: Command<Result>,
): Promise<Decision<Result>> {
  const named = new Set(command.streams);
  const { furtherStreams } = command;
  // What further states name may name more of them.
  for (let size = -1; furtherStreams !== undefined && size !== named.size; ) {
    size = named.size;
    for (const stream of await committer.read([...named], furtherStreams)) named.add(stream);
  }
  return committer.read([...named], (states, now) => command.decide(states, now));
}

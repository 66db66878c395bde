import type { Command, Committer, Decision } from './command.ts';

/**
 * What a command would decide on the states as they are now; nothing is written. What is submitted afterwards is
 * decided again, on the states of that moment.
 */
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

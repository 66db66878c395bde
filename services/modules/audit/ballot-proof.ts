import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { collectFromStreams } from '#events/log/stream-pages.ts';
import type { EventType } from '#events/registry.ts';
import { ballotStream, voteStream } from '#events/stream-names.ts';
import { type Proof, proofsOf } from './proof.ts';

/** What the vote asks in the end, and its result. */
const OF_VOTE: ReadonlySet<string> = new Set<EventType>([
  'VoteCreated',
  'VoteChanged',
  'VoteEnded',
  'VoteClosed',
]);

/**
 * Proofs of a person's ballot and of the vote's terms and result; `waiting` of them are not sealed yet. Undefined
 * without a ballot.
 */
export async function ballotProof(
  { pool, log }: { pool: Pool; log: Pick<EventLog, 'readStreams'> },
  { post_id, user_id }: { post_id: string; user_id: UserId },
): Promise<{ proofs: Proof[]; waiting: number } | undefined> {
  const ballot = await collectFromStreams(log, [ballotStream(post_id, user_id)], ({ position }) => [
    position,
  ]);
  if (ballot.length === 0) return undefined;
  const vote = await collectFromStreams(log, [voteStream(post_id)], ({ type, position }) =>
    OF_VOTE.has(type) ? [{ type, position }] : [],
  );
  const terms = vote.findLast(({ type }) => type === 'VoteCreated' || type === 'VoteChanged');
  const ends = vote.filter(({ type }) => type === 'VoteEnded' || type === 'VoteClosed');
  const wanted = [...(terms ? [terms.position] : []), ...ballot, ...ends.map(({ position }) => position)];
  const proofs = await proofsOf(pool, wanted);
  return { proofs, waiting: wanted.length - proofs.length };
}

import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { collectFromStreams } from '#events/log/stream-pages.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { ballotStream, voteStream } from '#events/stream-names.ts';
import { type Proof, proofsOf } from './proof.ts';

/** An event that says what the vote asks, or its end. */
interface OfVote {
  position: number;
  /** Empty for an end. */
  text_hash: string;
}

function ofVote({ type, data, position }: RecordedEvent): OfVote[] {
  switch (type) {
    case 'VoteCreated':
    case 'VoteChanged':
      return [{ position, text_hash: data.terms.text_hash }];
    case 'VoteEnded':
    case 'VoteClosed':
      return [{ position, text_hash: '' }];
    default:
      return [];
  }
}

/**
 * Proofs of a person's ballot and of the vote's terms and result, and which text they name; `waiting` of them are not
 * sealed yet. Undefined without a ballot.
 */
export async function ballotProof(
  { pool, log }: { pool: Pool; log: Pick<EventLog, 'readStreams'> },
  { post_id, user_id }: { post_id: string; user_id: UserId },
): Promise<{ proofs: Proof[]; waiting: number; text_hash: string } | undefined> {
  const ballot = await collectFromStreams(log, [ballotStream(post_id, user_id)], ({ position }) => [
    position,
  ]);
  if (ballot.length === 0) return undefined;
  const vote = await collectFromStreams(log, [voteStream(post_id)], ofVote);
  const terms = vote.findLast(({ text_hash }) => text_hash !== '');
  const ends = vote.filter(({ text_hash }) => text_hash === '');
  const wanted = [...(terms ? [terms.position] : []), ...ballot, ...ends.map(({ position }) => position)];
  const proofs = await proofsOf(pool, wanted);
  return { proofs, waiting: wanted.length - proofs.length, text_hash: terms?.text_hash ?? '' };
}

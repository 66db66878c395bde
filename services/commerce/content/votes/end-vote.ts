import { derivedEventId } from '#events/ids.ts';
import { postStream, voteStream } from '#events/stream-names.ts';
import { accept, type Command } from '../../engine/command.ts';
import { postKind } from '../post.ts';
import { voteKind } from './vote.ts';

/** Between two looks at a vote whose post is not published at its deadline. */
const UNPUBLISHED_MS = 60_000;

/** Ends a vote whose deadline has passed, once. @returns when it can be ended; null: now, or there is nothing to end */
export function endVote(post_id: string): Command<number | null> {
  const [post, vote] = [postStream(post_id), voteStream(post_id)];
  return {
    name: 'end_vote',
    actor: 'process:votes',
    streams: [post, vote],
    decide(states, now) {
      const state = states.get(voteKind, vote);
      const of = states.get(postKind, post);
      if (state.phase !== 'open' || state.terms.deadline === null) return accept([], null);
      if (now < state.terms.deadline) return accept([], state.terms.deadline);
      // It can still get another deadline.
      if (of.phase === 'draft' || of.phase === 'scheduled') return accept([], now + UNPUBLISHED_MS);
      const { creator_id } = state;
      const id = derivedEventId('VoteEnded', post_id);
      const event = { type: 'VoteEnded' as const, data: { post_id, creator_id } };
      return accept([{ stream: vote, creator_id, event, id }], null);
    },
  };
}
interface Result {
  post_id: string;
  ballots: number;
  counts: readonly { option: string; count: number }[];
  /** Every ballot up to this position is counted: not before the vote's end. */
  through: number;
}

/** States the result of an ended vote, once. */
export function closeVote({ post_id, ballots, counts, through }: Result): Command<null> {
  const stream = voteStream(post_id);
  return {
    name: 'close_vote',
    actor: 'process:votes',
    streams: [stream],
    decide(states) {
      const state = states.get(voteKind, stream);
      if (state.phase !== 'ended') return accept([], null);
      const { creator_id, terms } = state;
      const data = {
        post_id,
        creator_id,
        ballots,
        counts: terms.options.map((option) => ({
          option,
          count: counts.find((one) => one.option === option)?.count ?? 0,
        })),
        through,
      };
      const id = derivedEventId('VoteClosed', post_id);
      return accept([{ stream, creator_id, event: { type: 'VoteClosed', data }, id }], null);
    },
  };
}

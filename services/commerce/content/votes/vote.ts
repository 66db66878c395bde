import type { VoteTerms } from '#events/content.ts';
import type { UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { streamKind } from '../../engine/stream-kind.ts';

interface Vote {
  creator_id: UserId;
  terms: VoteTerms;
}

/** The vote of a post. */
type VoteState =
  | { phase: 'none' }
  /** Taken out of the post before its publication. */
  | { phase: 'removed' }
  | ({ phase: 'open' } & Vote)
  /** Its deadline has passed. */
  | ({ phase: 'ended' } & Vote)
  /** Its result is stated. */
  | ({ phase: 'closed' } & Vote);

function evolveVote(state: VoteState, event: DomainEvent): VoteState {
  switch (event.type) {
    case 'VoteCreated':
    case 'VoteChanged': {
      const { creator_id, terms } = event.data;
      return { phase: 'open', creator_id, terms };
    }
    case 'VoteRemoved':
      return { phase: 'removed' };
    case 'VoteEnded':
      return state.phase === 'open' ? { ...state, phase: 'ended' } : state;
    case 'VoteClosed':
      return state.phase === 'ended' ? { ...state, phase: 'closed' } : state;
    default:
      return state;
  }
}

export const voteKind = streamKind<VoteState>('vote', { phase: 'none' }, evolveVote, { shape: 1 });

/** The ballot of one person. */
type BallotState = { phase: 'none' } | { phase: 'cast'; options: readonly string[] };

export const ballotKind = streamKind<BallotState>(
  'ballot',
  { phase: 'none' },
  (state, event) => (event.type === 'BallotCast' ? { phase: 'cast', options: event.data.options } : state),
  { shape: 1 },
);

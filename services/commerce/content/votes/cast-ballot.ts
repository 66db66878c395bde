import { isDeepStrictEqual } from 'node:util';
import type { VoteTerms } from '#events/content.ts';
import type { UserId } from '#events/ids.ts';
import { accountStream, ballotStream, postStream, voteStream } from '#events/stream-names.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { isClosed } from '../../accounts/is-closed.ts';
import { accept, type Command, refuse } from '../../engine/command.ts';
import { postKind } from '../post.ts';
import { ballotKind, voteKind } from './vote.ts';

/** Why a list of options is no ballot. */
function choiceRefusal(options: readonly string[], terms: VoteTerms): Refusal | null {
  if (options.length === 0) return badInput('vote', { key: 'no_option' });
  const unknown = options.findIndex((option) => !terms.options.includes(option));
  if (unknown >= 0) return badInput(`vote.${unknown}`, { key: 'unknown' });
  const repeated = options.findIndex((option, at) => options.indexOf(option) !== at);
  if (repeated >= 0) return badInput(`vote.${repeated}`, { key: 'repeated' });
  return options.length > terms.most ? badInput('vote', { key: 'too_many', max: String(terms.most) }) : null;
}

/**
 * Casts the one ballot of a person; the same again changes nothing. The caller has checked the right to read the post.
 * The append asserts post, vote and account: their end and a ballot cannot both succeed. Refuses: a post or vote that is
 * not there (not_found), a closed account (not_allowed), the creator, another ballot, and a vote that has ended
 * (state_does_not_allow); by field no option, too many, unknown or repeated ones.
 */
export function castBallot(input: {
  post_id: string;
  user_id: UserId;
  options: readonly string[];
}): Command<readonly string[]> {
  const { post_id, user_id } = input;
  const [post, vote, ballot] = [postStream(post_id), voteStream(post_id), ballotStream(post_id, user_id)];
  return {
    name: 'cast_ballot',
    actor: `user:${user_id}`,
    streams: [ballot, vote, post, accountStream(user_id)],
    begins: [ballot],
    decide(states, now) {
      const shown = states.get(postKind, post);
      const state = states.get(voteKind, vote);
      if (shown.phase !== 'published' || shown.hidden) return refuse({ code: 'not_found' });
      if (state.phase === 'none' || state.phase === 'removed') return refuse({ code: 'not_found' });
      const { creator_id, terms } = state;
      if (isClosed(states, user_id)) return refuse({ code: 'not_allowed' });
      const refusal = choiceRefusal(input.options, terms);
      const options = terms.options.filter((option) => input.options.includes(option));
      const before = states.get(ballotKind, ballot);
      if (before.phase === 'cast')
        return refusal === null && isDeepStrictEqual(before.options, options)
          ? accept([], options)
          : refuse({ code: 'state_does_not_allow' });
      const isOver = state.phase !== 'open' || (terms.deadline !== null && terms.deadline <= now);
      if (isOver || creator_id === user_id) return refuse({ code: 'state_does_not_allow' });
      if (refusal) return refuse(refusal);
      const data = { post_id, creator_id, user_id, options };
      return accept([{ stream: ballot, creator_id, event: { type: 'BallotCast', data } }], options);
    },
  };
}

import { isDeepStrictEqual } from 'node:util';
import type { VoteTerms } from '#events/content.ts';
import type { UserId } from '#events/ids.ts';
import { postStream, voteStream } from '#events/stream-names.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, refuse, type States } from '../../engine/command.ts';
import { isLive, type PostState, postKind } from '../post.ts';
import { voteKind } from './vote.ts';

/** A vote ends at most so long after the publication. */
const LATEST_MS = 366 * DAY_MS;

interface Change {
  creator_id: UserId;
  post_id: string;
  /** Null: the post has no vote; undefined: as it is. */
  vote: VoteTerms | null | undefined;
  /** When the post is published; null: it is a draft. */
  publish_at: Millis | null;
}

function deadlineRefusal({ deadline }: VoteTerms, from: Millis): Refusal | null {
  if (deadline === null) return null;
  if (deadline <= from) return badInput('vote.deadline', { key: 'in_the_past' });
  return deadline > from + LATEST_MS ? badInput('vote.deadline', { key: 'too_late' }) : null;
}

/**
 * What a change of a post does to its vote. After the publication nothing changes it any more. Refuses by field: another
 * vote of a published post, a deadline before the publication or more than 366 days after it.
 */
export function voteChanged(
  states: States,
  before: PostState,
  { creator_id, post_id, vote, publish_at }: Change,
  now: Millis,
): Decided[] | Refusal {
  const stream = voteStream(post_id);
  if (!states.sees(stream)) return [];
  const state = states.get(voteKind, stream);
  // A post that begins has no vote yet.
  if (before.phase === 'none' && state.phase !== 'none') return { code: 'idempotency_key_reused' };
  const present = state.phase === 'none' || state.phase === 'removed' ? null : state.terms;
  const wanted = vote === undefined ? present : vote;
  const isSame = isDeepStrictEqual(wanted, present);
  if (before.phase === 'published') return isSame ? [] : badInput('vote', { key: 'fixed' });
  const late = wanted && (publish_at !== null || !isSame) ? deadlineRefusal(wanted, publish_at ?? now) : null;
  if (late) return late;
  if (isSame) return [];
  const of = { post_id, creator_id };
  if (wanted === null) return [{ stream, creator_id, event: { type: 'VoteRemoved', data: of } }];
  const type = state.phase === 'none' ? 'VoteCreated' : 'VoteChanged';
  return [{ stream, creator_id, event: { type, data: { ...of, terms: wanted } } }];
}

/**
 * Sets, changes or removes the vote of an own post that is not published yet; the same again changes nothing. Refuses
 * another creator's post (not_found), a published one (state_does_not_allow), and by field as `voteChanged` does.
 */
export function editVote(input: {
  creator_id: UserId;
  post_id: string;
  vote: VoteTerms | null;
}): Command<null> {
  const { creator_id, post_id } = input;
  const [post, vote] = [postStream(post_id), voteStream(post_id)];
  return {
    name: 'edit_vote',
    actor: `user:${creator_id}`,
    streams: [post, vote],
    decide(states, now) {
      const before = states.get(postKind, post);
      if (!isLive(before) || before.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (before.phase === 'published') return refuse({ code: 'state_does_not_allow' });
      const publish_at = before.phase === 'scheduled' ? before.at : null;
      const events = voteChanged(states, before, { ...input, publish_at }, now);
      return isRefusal(events) ? refuse(events) : accept(events, null);
    },
  };
}

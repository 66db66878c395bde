import { CHOSEN_TYPE } from '#events/status.ts';
import { type VoteFound, votesOf } from '#read-models/content/votes/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Vote } from '#services/contract/content/votes.ts';
import type { VoteText } from '#services/modules/content/vote-texts.ts';
import type { PostViewer } from '../post-viewer.ts';

type Parts = Pick<Dependencies, 'pool' | 'voteTexts'>;

/** Counts are for those who cannot change them any more. */
function voteAnswer(found: VoteFound, { title, names }: VoteText, { author, at }: PostViewer): Vote {
  const { post_id, chosen, most, deadline, counts, ballots } = found;
  const finished = found.ended_at !== null || (deadline !== null && deadline <= at);
  const my_vote = found.mine ?? [];
  const state = finished ? 'finished' : author ? 'edit' : my_vote.length > 0 ? 'after' : 'before';
  const isShown = state !== 'before';
  return {
    vote_id: post_id,
    post_id,
    title,
    chosen_type: CHOSEN_TYPE[chosen],
    most,
    options: found.options.map((value, n) => {
      const count = counts[value] ?? 0;
      const percent = ballots === 0 ? 0 : count / ballots;
      return {
        value,
        name: names[n] ?? '',
        ...(isShown ? { count, percent } : { count: null, percent: null }),
      };
    }),
    result_total: ballots,
    deadline: deadline === null ? -1 : Math.floor(deadline / 1000),
    my_vote,
    finished,
    state,
  };
}

/**
 * The votes of posts that their viewers can read, by post.
 * @param reader whose ballots are shown; empty for a guest
 */
export async function voteAnswers(
  { pool, voteTexts }: Parts,
  post_ids: readonly string[],
  reader: string,
  viewerOf: (creator_id: string) => PostViewer,
) {
  if (post_ids.length === 0) return { voteOf: () => null };
  const { rows, as_of } = await votesOf(pool, { post_ids, viewer: reader });
  const textOf = await voteTexts.of(rows);
  const found = new Map(rows.map((row) => [row.post_id, row]));
  return {
    as_of,
    /** @param mine the ballot that the caller knows of already */
    voteOf(post_id: string, mine?: readonly string[]): Vote | null {
      const [row, text] = [found.get(post_id), textOf(post_id)];
      if (!row || !text) return null;
      const own = row.mine ?? (mine ? [...mine] : null);
      return voteAnswer({ ...row, mine: own }, text, viewerOf(row.creator_id));
    },
  };
}

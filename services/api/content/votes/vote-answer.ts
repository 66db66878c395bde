import type { z } from 'zod';
import { asUserId } from '#events/ids.ts';
import { CHOSEN_TYPE } from '#events/status.ts';
import { type VoteFound, votesOf } from '#read-models/content/votes/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Vote, voteInput } from '#services/contract/content/votes.ts';
import type { ShownFile } from '#services/contract/media/media.ts';
import { usedByVote } from '#services/modules/content/post-media.ts';
import type { VoteText } from '#services/modules/content/vote-texts.ts';
import type { MediaFile } from '#services/modules/media/media-files.ts';
import { shownFileOf } from '../../media/shown-file.ts';
import type { PostViewer } from '../post-viewer.ts';
import { unsavedVote } from './save-vote.ts';

type Parts = Pick<Dependencies, 'accounts' | 'media' | 'pool' | 'voteTexts'>;

/** A vote whose viewer can read the post. */
interface Asked {
  post_id: string;
  creator_id: string;
  /** Everybody reads the post. */
  is_public: boolean;
}
type PicOf = (file_id: string) => ShownFile | null;

/** Counts are for those who cannot change them any more. */
function voteAnswer(
  found: Omit<VoteFound, 'text_hash'>,
  { title, names, pics }: VoteText,
  { author, at }: PostViewer,
  picOf: PicOf,
): Vote {
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
        pic: picOf(pics[n] ?? ''),
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

/** Pictures of votes, with addresses as those of their posts: only certified creators show them to others. */
async function picturesOf(
  { accounts, media: { files, addresses } }: Parts,
  texts: readonly (Asked & { pics: readonly string[] })[],
  viewerOf: (creator_id: string) => PostViewer,
): Promise<(post_id: string) => PicOf> {
  const shown: typeof texts = await Promise.all(
    texts
      .filter(({ pics }) => pics.length > 0)
      .map(async (one) => {
        const may =
          viewerOf(one.creator_id).author ||
          (await accounts.rights.allows(asUserId(one.creator_id), ({ is_verified }) => is_verified));
        return may ? one : { ...one, pics: [] };
      }),
  );
  const ids = shown.flatMap(({ pics }) => pics.filter((pic) => pic !== ''));
  const found = ids.length > 0 ? await files.byIds([...new Set(ids)]) : new Map<string, MediaFile>();
  const byPost = new Map(shown.map((one) => [one.post_id, one]));
  return (post_id) => (file_id) => {
    const one = byPost.get(post_id);
    const file = found.get(file_id);
    // A previewed vote names any file.
    if (!one?.pics.includes(file_id) || file?.owner_id !== one.creator_id) return null;
    const { author, reader, at } = viewerOf(one.creator_id);
    const forAll = one.is_public && !author;
    const to = forAll ? '' : reader;
    return shownFileOf(file, {
      addressOf: (id, variant) =>
        addresses.of({ reader: to, used_by: usedByVote(post_id), file_id: id, variant }, at),
      pictures: author ? 'original' : to === '' ? 'sized' : 'marked',
    });
  };
}

/**
 * The votes of posts that their viewers can read, by post.
 * @param reader whose ballots are shown; empty for a guest
 */
export async function voteAnswers(
  parts: Parts,
  posts: readonly Asked[],
  reader: string,
  viewerOf: (creator_id: string) => PostViewer,
) {
  if (posts.length === 0) return { voteOf: () => null };
  const post_ids = posts.map(({ post_id }) => post_id);
  const { rows, as_of } = await votesOf(parts.pool, { post_ids, viewer: reader });
  const textOf = await parts.voteTexts.of(rows);
  const found = new Map(rows.map((row) => [row.post_id, row]));
  const picturesIn = await picturesOf(
    parts,
    posts.map((post) => ({ ...post, pics: textOf(post.post_id)?.pics ?? [] })),
    viewerOf,
  );
  return {
    as_of,
    /** @param mine the ballot that the caller knows of already */
    voteOf(post_id: string, mine?: readonly string[]): Vote | null {
      const [row, text] = [found.get(post_id), textOf(post_id)];
      if (!row || !text) return null;
      const own = row.mine ?? (mine ? [...mine] : null);
      return voteAnswer({ ...row, mine: own }, text, viewerOf(row.creator_id), picturesIn(post_id));
    },
  };
}

/** A vote that is not saved, as the visitor of a preview gets it. */
export async function previewedVote(
  parts: Parts,
  post: Asked,
  input: z.output<typeof voteInput>,
  viewer: PostViewer,
): Promise<Vote> {
  const { terms, text } = unsavedVote(input);
  const picturesIn = await picturesOf(parts, [{ ...post, pics: text.pics }], () => viewer);
  const nothing = { ended_at: null, counts: {}, ballots: 0, mine: null };
  const { post_id, creator_id } = post;
  const vote = { post_id, creator_id, ...terms, ...nothing };
  return voteAnswer({ ...vote, options: [...terms.options] }, text, viewer, picturesIn(post_id));
}

import type { UserId } from '#events/ids.ts';
import { POST_STATUS } from '#events/status.ts';
import { type PostFound, postById } from '#read-models/content/queries.ts';
import { type AsOf, earliest } from '#read-models/engine/as-of.ts';
import { castBallot } from '#services/commerce/content/votes/cast-ballot.ts';
import { editVote as editVoteCommand } from '#services/commerce/content/votes/edit-vote.ts';
import { castVote, editVote, getBallotProof, getVote } from '#services/contract/content/votes.ts';
import { ballotProof } from '#services/modules/audit/ballot-proof.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../../http/area.ts';
import { type ApiRefusal, invalid, isApiRefusal, notFound } from '../../http/refusals.ts';
import { isPublic } from '../post-answer.ts';
import { isFoundBy } from '../post-detail.ts';
import { type PostViewer, postViewer } from '../post-viewer.ts';
import { sentVote } from './save-vote.ts';
import { voteAnswers } from './vote-answer.ts';

/** Ballots of one person in a minute: more than somebody casts by hand. */
const PER_MINUTE = 30;
const MINUTE_MS = 60_000;
/** From this age on an account votes in posts for everybody. */
const VOTING_AGE_MS = 3_600_000;

interface ReadablePost {
  row: PostFound;
  viewer: PostViewer;
  as_of: AsOf;
}

const asked = ({ row: { post_id, creator_id }, row, viewer: { at } }: ReadablePost) => ({
  post_id,
  creator_id,
  is_public: isPublic(row, at),
});

/** Votes of posts, and ballots. */
export const voteRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { accounts, clock, committer, counts, pool, readModels } = deps;

  /** The post of a vote, if the caller finds and reads it. */
  async function readablePost(post_id: string, user: UserId | undefined): Promise<ReadablePost | ApiRefusal> {
    const { rows, as_of } = await postById(pool, { post_id, viewer: user ?? '', at: clock.now() });
    const [row] = rows;
    if (!row || row.status === POST_STATUS.deleted) return notFound;
    const viewer = await postViewer(deps, row.creator_id, user);
    if (!isFoundBy(row, viewer)) return notFound;
    if (!row.has_right && !viewer.author) return { code: 'not_allowed' };
    return { row, viewer, as_of };
  }

  on(editVote, async ({ body: { post_id, vote: input }, caller: { user_id: creator_id } }) => {
    const sent = await sentVote(deps, { post_id, creator_id }, input);
    if (isRefusal(sent)) return sent;
    const vote = sent.terms ?? null;
    const outcome = await committer.submit(editVoteCommand({ creator_id, post_id, vote }));
    await sent.settle(outcome.accepted);
    if (!outcome.accepted) return outcome.refusal;
    await readModels.waitFor('votes', outcome.position);
    const viewer = await postViewer(deps, creator_id, creator_id);
    const { voteOf } = await voteAnswers(
      deps,
      [{ post_id, creator_id, is_public: false }],
      creator_id,
      () => viewer,
    );
    return { vote: voteOf(post_id), position: outcome.position };
  });

  /** Programs make accounts and cast ballots faster than people do. */
  async function botRefusal(user_id: UserId, isForAll: boolean): Promise<ApiRefusal | null> {
    const { count, ttl } = await counts.exactly(`ballots ${user_id}`, 1, MINUTE_MS);
    if (count > PER_MINUTE) return { code: 'too_many_requests', retry_after: Math.ceil(ttl / 1000) };
    if (!isForAll) return null;
    const profile = await accounts.profiles.byId(user_id);
    const isNew = !profile || clock.now() - profile.created_at < VOTING_AGE_MS;
    return isNew ? invalid('vote', { key: 'account_too_new' }) : null;
  }

  on(castVote, async ({ body: { vote_id: post_id, vote: options }, caller: { user_id } }) => {
    const post = await readablePost(post_id, user_id);
    if (isApiRefusal(post)) return post;
    const { row, viewer } = post;
    if (viewer.author) return { code: 'state_does_not_allow' };
    if (await deps.blocks.rejects(row.creator_id, user_id)) return { code: 'rejected' };
    const refusal = await botRefusal(user_id, isPublic(row, viewer.at));
    if (refusal) return refusal;
    const outcome = await committer.submit(castBallot({ post_id, user_id, options }));
    if (!outcome.accepted) return outcome.refusal;
    await readModels.waitFor('votes', outcome.position);
    const { voteOf } = await voteAnswers(deps, [asked(post)], user_id, () => viewer);
    const vote = voteOf(post_id, outcome.result);
    return vote ? { vote, position: outcome.position } : notFound;
  });

  on(getVote, async ({ query: { vote_id: post_id }, caller }) => {
    const post = await readablePost(post_id, caller?.user_id);
    if (isApiRefusal(post)) return post;
    const { voteOf, as_of = post.as_of } = await voteAnswers(
      deps,
      [asked(post)],
      post.viewer.reader,
      () => post.viewer,
    );
    const vote = voteOf(post_id);
    return vote ? { vote, as_of: earliest(post.as_of, as_of) } : notFound;
  });

  on(getBallotProof, async ({ query: { vote_id: post_id }, caller: { user_id } }) => {
    const proof = await ballotProof(deps, { post_id, user_id });
    if (!proof) return notFound;
    const about = { kind: 'ballot' as const, post_id, user_id };
    // What was asked is a part of the post.
    const post = await readablePost(post_id, user_id);
    const vote = isApiRefusal(post) ? undefined : await deps.voteTexts.salted({ post_id, ...proof });
    const file = {
      format: 'fanwatt-proof-1' as const,
      about,
      proofs: proof.proofs,
      ...(vote && { vote: { ...vote, names: [...vote.names], pics: [...vote.pics] } }),
    };
    return { file, waiting: proof.waiting, public_key: deps.sealingKey };
  });
};

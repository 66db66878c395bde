import { asUserId } from '#events/ids.ts';
import { fromWire, ZERO } from '#events/money.ts';
import { POST_STATUS } from '#events/status.ts';
import { postById } from '#read-models/content/queries.ts';
import { termsChange } from '#read-models/content/terms-change.ts';
import { isLive } from '#services/commerce/content/post.ts';
import { getAccess, getPostProof, previewTerms } from '#services/contract/content/access.ts';
import { postProof } from '#services/modules/audit/post-proof.ts';
import { type Area, routesOf } from '../../http/area.ts';
import { invalid, notFound } from '../../http/refusals.ts';
import { postViewer } from '../post-viewer.ts';
import { postStateOf } from '../save-post.ts';
import { explainedAccess, momentOf } from './access-answer.ts';

/** Names in an answer about changed terms. */
const MAX_LOSERS = 20;

/** Who may read posts, and why. */
export const accessRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { accounts, clock, directory, pool, postTexts } = deps;

  on(getAccess, async ({ query: { post_id, user_id, at: time }, caller }) => {
    const now = clock.now();
    const at = momentOf(time, now);
    if (typeof at !== 'number') return at;
    const whose = asUserId(user_id ?? caller.user_id);
    const [present] = (await postById(pool, { post_id, viewer: caller.user_id, at: now })).rows;
    if (present === undefined) return notFound;
    const { author } = await postViewer(deps, present.creator_id, caller.user_id);
    const isShown =
      present.status === POST_STATUS.deleted ||
      (present.status === POST_STATUS.normal && present.audience !== 'self');
    if (!author && (!isShown || whose !== caller.user_id)) return notFound;
    if (present.status === POST_STATUS.deleted) return { code: 'post_deleted' };
    // A member of the team reads as the creator.
    const viewer = author && whose === caller.user_id ? present.creator_id : whose;
    if (author && user_id !== undefined && (await accounts.profiles.byId(whose)) === undefined)
      return notFound;
    return (await explainedAccess(deps, { post_id, whose, viewer, at })) ?? notFound;
  });

  on(getPostProof, async ({ query: { post_id }, caller: { user_id: creator_id } }) => {
    const post = await postStateOf(deps, post_id);
    if (!isLive(post) || post.creator_id !== creator_id) return notFound;
    if (post.phase !== 'published') return { code: 'state_does_not_allow' };
    const { proofs, hashes, waiting } = await postProof(deps, post_id);
    const rows = await postTexts.withSalts(post_id, hashes);
    const texts = rows.map(({ form, ...text }) => ({
      ...text,
      form: form === 1 ? (1 as const) : (2 as const),
    }));
    const about = { kind: 'post' as const, post_id };
    // Texts whose event is not sealed yet could not be checked.
    const file = { format: 'fanwatt-proof-1' as const, about, proofs, texts: waiting > 0 ? [] : texts };
    return { file, waiting, public_key: deps.sealingKey };
  });

  on(previewTerms, async ({ body, caller: { user_id: creator_id } }) => {
    const { post_id, audience, plan_ids, skus, window, public_time, goal_id } = body;
    const post = await postStateOf(deps, post_id);
    if (!isLive(post) || post.creator_id !== creator_id) return notFound;
    if (post.phase !== 'published') return { code: 'state_does_not_allow' };
    const min_price = fromWire(body.min_price ?? '') ?? ZERO;
    if (audience === 'price' && min_price === 0) return invalid('min_price', { key: 'required' });
    const { rows, as_of } = await termsChange(pool, {
      post_id,
      audience,
      min_price: audience === 'price' ? min_price : ZERO,
      plan_ids: JSON.stringify(audience === 'named' ? plan_ids : []),
      skus: JSON.stringify(audience === 'named' ? skus : []),
      window,
      public_at: public_time === 0 ? null : public_time * 1000,
      goal_id,
      at: clock.now(),
      most: MAX_LOSERS,
    });
    const [change] = rows;
    if (change === undefined) return notFound;
    const { losing, gaining, keeping, open_before: before, open_after: after } = change;
    const people = await directory.usersByIds(change.losers);
    const losers = change.losers.map((user_id) => {
      const { name = '', avatar = '' } = people.get(asUserId(user_id)) ?? {};
      return { user_id, name, avatar };
    });
    return {
      losing,
      gaining,
      keeping,
      losers,
      everybody: { before: before ?? false, after: after ?? false },
      as_of,
    };
  });
};

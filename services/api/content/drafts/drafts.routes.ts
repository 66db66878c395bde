import { isLive } from '#services/commerce/content/post.ts';
import { deleteDraft, getDraft, listDrafts, saveDraft } from '#services/contract/content/drafts.ts';
import { richTextProblem } from '#services/contract/content/rich-text.ts';
import { kibibytes, QUOTAS } from '#services/runtime/quotas.ts';
import { type Area, routesOf } from '../../http/area.ts';
import { invalid, notFound } from '../../http/refusals.ts';
import { postStateOf } from '../save-post.ts';

/** What creators have not published yet. */
export const draftRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { drafts } = deps;

  on(saveDraft, async ({ body: { draft_id, version, body }, caller: { user_id: creator_id } }) => {
    if (Buffer.byteLength(JSON.stringify(body)) > QUOTAS.draft_bytes)
      return invalid('body', { key: 'too_large', max: kibibytes(QUOTAS.draft_bytes) });
    const problem = body.rich === '' ? null : richTextProblem(body.rich);
    if (problem) return invalid('body.rich', problem);
    if (body.post_id !== undefined) {
      const post = await postStateOf(deps, body.post_id);
      const own = isLive(post) && post.creator_id === creator_id;
      if (!own) return invalid('body.post_id', { key: 'unknown' });
    }
    return drafts.save({ creator_id, draft_id, version, body });
  });

  on(
    getDraft,
    async ({ query: { draft_id }, caller: { user_id } }) =>
      (await drafts.byId(user_id, draft_id)) ?? notFound,
  );

  on(listDrafts, async ({ query: { post_id }, caller: { user_id } }) => ({
    list: await drafts.of(user_id, post_id),
  }));

  on(deleteDraft, async ({ body: { draft_id }, caller: { user_id } }) => {
    await drafts.forget(user_id, draft_id);
    return {};
  });
};

import { asUserId } from '#events/ids.ts';
import { POST_STATUS } from '#events/status.ts';
import { accessAt } from '#read-models/content/access.ts';
import { postById } from '#read-models/content/queries.ts';
import { getAccess } from '#services/contract/content/access.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid, notFound } from '../http/refusals.ts';
import { accessAnswer } from './access-answer.ts';
import { postViewer } from './post-answer.ts';

/** Who may read posts, and why. */
export const accessRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { accounts, clock, directory, pool } = deps;

  on(getAccess, async ({ query: { post_id, user_id, at: time }, caller }) => {
    const now = clock.now();
    const at = time === undefined ? now : time * 1000;
    const last = Math.floor(now / 1000);
    if (at > now) return invalid('at', { key: 'out_of_range', min: '0', max: String(last) });
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
    const [{ rows, as_of }, people] = await Promise.all([
      accessAt(pool, { post_id, viewer, at }),
      directory.usersByIds([whose]),
    ]);
    const [found] = rows;
    if (found === undefined) return notFound;
    const { name = '', avatar = '' } = people.get(whose) ?? {};
    return {
      ...(await accessAnswer(deps, found, viewer, at)),
      user: { user_id: whose, name, avatar },
      as_of,
    };
  });
};

import { postById } from '#read-models/content/queries.ts';
import { listPostReports, reportPost } from '#services/contract/content/post-reports.ts';
import { type Area, routesOf } from '../http/area.ts';
import { type ApiRefusal, notFound } from '../http/refusals.ts';
import { isFoundBy } from './post-detail.ts';
import { postViewer } from './post-viewer.ts';

const OWN: ApiRefusal = { code: 'not_allowed' };
const TOO_MANY: ApiRefusal = { code: 'too_many_requests' };

/** Reports about posts: written by readers, read by admins. */
export const postReportRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { accounts, clock, pool, postReports } = deps;

  on(reportPost, async ({ body: { post_id, topic, reason }, caller: { user_id } }) => {
    const { rows } = await postById(pool, { post_id, viewer: user_id, at: clock.now() });
    const [found] = rows;
    if (!found || !(await accounts.profiles.byId(found.creator_id))) return notFound;
    const { creator_id } = found;
    if (!isFoundBy(found, await postViewer(deps, creator_id, user_id))) return notFound;
    if (creator_id === user_id) return OWN;
    const isAdded = await postReports.add({ post_id, user_id, creator_id, topic, reason }, clock.now());
    return isAdded ? {} : TOO_MANY;
  });

  on(listPostReports, async () => {
    const list = await postReports.list(clock.now());
    return {
      list: list.map(({ creator_id, name, reported_at, ...post }) => ({
        ...post,
        user: { user_id: creator_id, name },
        report_time: Math.floor(reported_at / 1000),
      })),
    };
  });
};

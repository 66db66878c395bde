import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import type { UserId } from '#events/ids.ts';
import { plansNamed } from '#read-models/catalog/names.ts';
import { postsByIds } from '#read-models/content/queries.ts';
import { countVisit, getVisits } from '#services/contract/stats/visits.ts';
import type { VisitedTotal } from '#services/modules/stats/visits.ts';
import { type Area, routesOf } from '../http/area.ts';
import { isRefused, statPeriod } from '../http/periods.ts';
import { titleOf } from '../notices/notice-title.ts';
import { visitedPage } from './visited-page.ts';

/** Pages that the statistics list. */
const MAX_PAGES = 50;

/** Programs with which people look at pages have a name, and no robot's one. */
const isScreen = (name: string | undefined): boolean => name !== undefined && name !== '' && !isbot(name);

const objects = (headers: IncomingHttpHeaders): boolean => headers.dnt === '1' || headers['sec-gpc'] === '1';

/** Visits of creators' pages, and how many there were. */
export const visitRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'stats');
  const { albumTexts, calendar, clock, pool, postTexts, visits } = deps;

  on(countVisit, async ({ body: { stat_id, uri, refer }, headers, caller, request }) => {
    const is_gui = isScreen(headers['user-agent']);
    const page = is_gui && !objects(headers) ? await visitedPage(deps, uri) : undefined;
    if (page) {
      const here = refer.startsWith('/') || refer === `${request.protocol}://${request.host}`;
      const from = here ? 'here' : refer === '' ? 'nowhere' : 'elsewhere';
      const day = calendar.dayOf(clock.now());
      const visit = {
        ...page,
        day,
        stat_id,
        address: request.address,
        from,
        user_id: caller?.user_id,
      } as const;
      // Nobody waits. Too many at once, or a database that is away, lose visits and nothing else.
      visits.count(visit).catch((err: unknown) => request.log.debug({ err }, 'a visit was not counted'));
    }
    return { is_gui: Number(is_gui) };
  });

  /** What the pages are called now. */
  async function titlesOf(
    creator_id: UserId,
    pages: readonly VisitedTotal[],
  ): Promise<(page: VisitedTotal) => string> {
    const idsOf = (kind: VisitedTotal['kind']): string[] =>
      pages.filter((page) => page.kind === kind).map(({ subject_id }) => subject_id);
    const post_ids = idsOf('post');
    const [posts, albums, plans] = await Promise.all([
      postsByIds(pool, { creator_id, post_ids, viewer: creator_id, at: clock.now() }).then(({ rows }) =>
        postTexts.namesOf(rows),
      ),
      albumTexts.of(idsOf('album')),
      plansNamed(pool, { ids: idsOf('plan') }),
    ]);
    const planNames = new Map<string, string>(plans.rows.map(({ plan_id, name }) => [plan_id, name]));
    return ({ kind, subject_id }) => {
      if (kind === 'post') return titleOf(posts(subject_id), true);
      if (kind === 'album') return albums(subject_id).title;
      return planNames.get(subject_id) ?? '';
    };
  }

  on(getVisits, async ({ query, caller: { user_id } }) => {
    const today = calendar.dayOf(clock.now());
    const period = statPeriod(query, today);
    if (isRefused(period)) return { code: 'bad_input', errors: [period] };
    const [days, pages] = await Promise.all([
      visits.days(user_id, period),
      visits.pages(user_id, { ...period, most: MAX_PAGES }),
    ]);
    const titleOfPage = await titlesOf(user_id, pages);
    const sum = (name: 'from_elsewhere' | 'from_here') => days.reduce((all, day) => all + day[name], 0);
    return {
      list: days.map(({ date, visits: count, visitors }) => ({ date, visits: count, visitors })),
      from_elsewhere: sum('from_elsewhere'),
      from_here: sum('from_here'),
      pages: pages.map((page) => ({ ...page, title: titleOfPage(page) })),
      today,
    };
  });
};

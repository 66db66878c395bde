import { earliest } from '#read-models/engine/as-of.ts';
import { type Sponsor, sponsorOf, sponsorsOf } from '#read-models/sponsors/queries.ts';
import { answers, ok } from '../answer.ts';
import type { Area } from '../areas.ts';
import { callerOf } from '../caller.ts';
import { caughtUp } from '../caught-up.ts';
import { list } from '../contract/fields.ts';
import {
  sponsor,
  sponsorInfo,
  sponsorInfoQuery,
  sponsorsQuery,
  thank,
  thankQuery,
} from '../contract/figures.ts';
import { wire } from '../listed-orders.ts';

const tags = ['Looking'];
/** The thank page shows up to 50 sponsors (creator specification 9). */
const MOST_THANKED = 50;
/** Looked at to find those 50: imported contacts and erased users have no public name. */
const THANKED_AMONG = 200;

const givenOf = (found: Sponsor | undefined) => ({
  current_amount: wire(found?.sum ?? 0),
  order_count: found?.order_count ?? 0,
});

/** Who sponsors whom: for the creator with amounts, for everybody without. */
export const sponsorRoutes: Area = (deps) => async (app) => {
  const { pool, directory } = deps;

  app.get(
    '/api/my/sponsors',
    {
      config: { access: 'creator' },
      schema: { querystring: sponsorsQuery, response: answers(list(sponsor)), tags },
    },
    async (request) => {
      const { page, per_page, search_q, min_position } = request.query;
      await caughtUp(deps, min_position, 'sponsors');
      const { user_id } = callerOf(request);
      const wanted = search_q.trim();
      const among = wanted === '' ? undefined : await directory.searchByName(wanted, user_id);
      const offset = (page - 1) * per_page;
      const { rows, as_of } = await sponsorsOf(pool, user_id, { limit: per_page, offset }, among);
      const found = rows[0] ?? { list: [], total_count: 0 };
      const users = await directory.usersByIds(found.list.map((one) => one.user_id));
      return ok({
        list: found.list.map((one) => ({
          user: {
            user_id: one.user_id,
            name: users.get(one.user_id)?.name ?? '',
            avatar: users.get(one.user_id)?.avatar ?? '',
          },
          all_sum_amount: wire(one.sum),
          order_count: one.order_count,
          first_pay_time: one.first_paid,
          last_pay_time: one.last_paid,
          imported: one.imported,
        })),
        has_more: offset + found.list.length < found.total_count,
        total_count: found.total_count,
        as_of,
      });
    },
  );

  app.get(
    '/api/user/thank',
    { config: { access: 'guest' }, schema: { querystring: thankQuery, response: answers(thank), tags } },
    async (request) => {
      const { user_id, min_position } = request.query;
      await caughtUp(deps, min_position, 'sponsors');
      const { rows, as_of } = await sponsorsOf(pool, user_id, { limit: THANKED_AMONG, offset: 0 });
      const found = rows[0] ?? { list: [], total_count: 0 };
      const users = await directory.usersByIds(found.list.map((one) => one.user_id));
      const shown = [...users.values()].filter(({ imported, name }) => !imported && name !== '');
      return ok({
        list: found.list
          .flatMap((one) => shown.find((user) => user.user_id === one.user_id) ?? [])
          .slice(0, MOST_THANKED)
          .map(({ user_id: id, name, avatar }) => ({ user_id: id, name, avatar })),
        total_count: found.total_count,
        as_of,
      });
    },
  );

  app.get(
    '/api/user/sponsor-info',
    {
      config: { access: 'fan' },
      schema: { querystring: sponsorInfoQuery, response: answers(sponsorInfo), tags },
    },
    async (request) => {
      const { user_id: other, min_position } = request.query;
      await caughtUp(deps, min_position, 'sponsors');
      const { user_id } = callerOf(request);
      const [given, got] = await Promise.all([
        sponsorOf(pool, other, user_id),
        sponsorOf(pool, user_id, other),
      ]);
      return ok({
        sponsor_info: { in_detail: givenOf(got.rows[0]), out_detail: givenOf(given.rows[0]) },
        as_of: earliest(given.as_of, got.as_of),
      });
    },
  );
};

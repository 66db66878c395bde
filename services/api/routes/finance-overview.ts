import { balancesOf } from '#read-models/ledger/queries.ts';
import { answers, ok } from '../answer.ts';
import type { Area } from '../areas.ts';
import { booksThen } from '../books-as-of.ts';
import { caughtUp } from '../caught-up.ts';
import { booksAsOfAnswer, booksAsOfQuery } from '../contract/finance-overview.ts';

const config = { access: 'finance' } as const;
const tags = ['Finance'];

/** What finance sees first. */
export const financeOverviewRoutes: Area = (deps) => async (app) => {
  const { pool } = deps;

  app.get(
    '/api/finance/as-of',
    { config, schema: { querystring: booksAsOfQuery, response: answers(booksAsOfAnswer), tags } },
    async (request) => {
      const { as_of, min_position } = request.query;
      await caughtUp(deps, min_position, 'ledger');
      const then = await booksThen(deps, as_of);
      const { as_of: now } = await balancesOf(pool, []);
      return ok({ as_of: then.told(now) });
    },
  );
};

import { entriesAt } from '#read-models/books/ledger/queries.ts';
import { getTrace } from '#services/contract/books/trace.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import { invalid } from '../http/refusals.ts';
import { tracedOrder } from './trace-order.ts';
import { tracedWithdrawal } from './trace-withdrawal.ts';

/** One order from the click to the bank, and one withdrawal the way back. */
export const traceRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'books');
  on(getTrace, async ({ query: { out_trade_no, withdrawal, as_of } }) => {
    const then = await booksAsOf(deps, as_of);
    if ((out_trade_no === undefined) === (withdrawal === undefined)) {
      return invalid('out_trade_no', { key: 'required' });
    }
    const trace =
      withdrawal === undefined
        ? await tracedOrder(deps, out_trade_no ?? '', then.until)
        : await tracedWithdrawal(deps, withdrawal, then.until);
    if (trace === undefined) return { code: 'not_found' };
    // The present position of the books.
    const { as_of: now } = await entriesAt(deps.pool, { positions: [] });
    return { trace, as_of: then.asOf(now) };
  });
};

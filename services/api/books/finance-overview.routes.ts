import { asUserId } from '#events/ids.ts';
import { addDays } from '#events/time.ts';
import { balancesOf, positionBefore } from '#read-models/books/ledger/queries.ts';
import {
  accountsOfTotal,
  BOOK_TOTALS,
  type BookTotal,
  bookTotals,
} from '#read-models/books/ledger/totals.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import {
  getBooksAsOf,
  getFinanceOverview,
  getFinanceTotal,
} from '#services/contract/books/finance-overview.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import { wire } from '../http/money.ts';
import { whatNeedsAttention } from './finance-attention.ts';

const MAX_LISTED = 50;

/** Amounts owed are positive, like amounts held. */
const amountText = (kind: BookTotal, balance: number): string =>
  wire(kind === 'pending' || kind === 'available' || kind === 'paying' ? -balance : balance);

const seconds = (at: number): number => Math.floor(at / 1000);

const userOf = (account: string): string => /^liabilities:user:([^:]+):/.exec(account)?.[1] ?? '';

/** Finance's overview: items that need attention, and totals of the books. */
export const financeOverviewRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'books');
  const { pool, calendar, clock, directory } = deps;

  const open = { name: 'fanwatt_attention', help: 'Items that need attention, by kind', labels: ['kind'] };
  deps.telemetry.measure(open, async () => {
    const present = { calendar, now: clock.now(), until: undefined, most: 1 };
    const { kinds } = await whatNeedsAttention(deps, present);
    return kinds.map(({ kind, count }) => [{ kind }, count]);
  });

  async function namesOf(users: readonly string[]): Promise<(user_id: string) => string> {
    const known = [...new Set(users)].filter((user_id) => user_id !== '').map(asUserId);
    const names = await directory.usersByIds(known);
    return (user_id) => (user_id === '' ? '' : (names.get(asUserId(user_id))?.name ?? ''));
  }

  on(getBooksAsOf, async ({ query: { as_of } }) => {
    const then = await booksAsOf(deps, as_of);
    const { as_of: now } = await balancesOf(pool, { accounts: [] });
    return { as_of: then.asOf(now) };
  });

  on(getFinanceOverview, async ({ query: { kind, as_of } }) => {
    const then = await booksAsOf(deps, as_of);
    const { until } = then;
    const totals = await bookTotals(pool, { until });
    const now = until === undefined ? clock.now() : then.asOf(totals.as_of).time * 1000;
    const before_day = addDays(`${calendar.dayOf(now).slice(0, 7)}-01`, -1);
    const before = await positionBefore(pool, calendar.startOf(addDays(before_day, 1)));
    const [attention, then_totals] = await Promise.all([
      whatNeedsAttention(deps, { calendar, now, until, most: MAX_LISTED, kind }),
      bookTotals(pool, { until: Math.min(before, until ?? before) }),
    ]);
    const nameOf = await namesOf(attention.list.map(({ user_id }) => user_id));
    const balanceOf = (rows: typeof totals.rows, wanted: BookTotal) =>
      rows.find(({ kind }) => kind === wanted) ?? { balance: 0, accounts: 0 };
    return {
      attention: {
        kinds: attention.kinds.map(({ kind, count, list }) => ({
          kind,
          count,
          oldest: seconds(list[0]?.since ?? 0),
        })),
        list: attention.list.map((item) => ({
          ...item,
          since: seconds(item.since),
          name: nameOf(item.user_id),
        })),
      },
      totals: BOOK_TOTALS.map((kind) => {
        const { balance, accounts } = balanceOf(totals.rows, kind);
        const earlier = balanceOf(then_totals.rows, kind).balance;
        return { kind, value: amountText(kind, balance), before: amountText(kind, earlier), accounts };
      }),
      trial_balance: wire(totals.rows.reduce((sum, { balance }) => sum + balance, 0)),
      before_day,
      as_of: then.asOf(earliest(totals.as_of, attention.as_of)),
    };
  });

  on(getFinanceTotal, async ({ query }) => {
    const { kind, as_of } = query;
    const then = await booksAsOf(deps, as_of);
    const found = await accountsOfTotal(pool, { kind, ...rangeOf(query), until: then.until });
    const nameOf = await namesOf(found.list.map(({ account }) => userOf(account)));
    const list = found.list.map(({ account, balance }) => {
      const user_id = userOf(account);
      return { account, user_id, name: nameOf(user_id), value: amountText(kind, balance) };
    });
    return {
      ...pageAnswer(query, found, list),
      kind,
      value: amountText(kind, found.balance),
      as_of: then.asOf(found.as_of),
    };
  });
};

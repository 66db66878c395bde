import { addDays } from '#events/time.ts';
import { isAccount, ownerOf } from '#read-models/books/ledger/accounts.ts';
import {
  balancesOf,
  entriesAt,
  manyAccounts,
  positionBefore,
  postingsOf,
  trialBalance,
  trialBalanceSummed,
} from '#read-models/books/ledger/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { getLedgerEntry, getTrialBalance, listLedger } from '#services/contract/books/books.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import { wire } from '../http/money.ts';
import { invalid } from '../http/refusals.ts';

/** Above this number, creators' accounts are summed up. */
const MAX_ACCOUNTS = 2_000;

const balanceAnswer = ({ debit, credit }: { debit: number; credit: number }) => ({
  debit: wire(debit),
  credit: wire(credit),
  balance: wire(debit - credit),
});

const amountAnswer = ({ amount, balance }: { amount: number; balance: number }) => ({
  debit: wire(Math.max(amount, 0)),
  credit: wire(Math.max(-amount, 0)),
  balance: wire(balance),
});

/** Names of the creators of these accounts. */
async function namesOf({ directory }: Pick<Dependencies, 'directory'>, accounts: readonly string[]) {
  const owners = new Set(accounts.flatMap((account) => ownerOf(account) ?? []));
  const users = await directory.usersByIds([...owners]);
  return (account: string): string => users.get(ownerOf(account) ?? '')?.name ?? '';
}

/** The books: accounts, their postings, the entries behind them, as of any position or time. */
export const bookRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'books');
  const { pool, calendar } = deps;

  on(listLedger, async ({ query }) => {
    const { account, from, to, as_of } = query;
    if (!isAccount(account)) return invalid('account', { key: 'malformed' });
    if (from !== undefined && to !== undefined && to < from) {
      return invalid('to', { key: 'ends_before_begin' });
    }
    const then = await booksAsOf(deps, as_of);
    const before = (day: string) => positionBefore(pool, calendar.startOf(day));
    const after = from === undefined ? 0 : await before(from);
    const last = to === undefined ? undefined : await before(addDays(to, 1));
    const until = last === undefined ? then.until : Math.min(last, then.until ?? last);
    const accounts = [account];
    const [found, closing, opening, nameOf] = await Promise.all([
      postingsOf(pool, { account, after, until, ...rangeOf(query) }),
      balancesOf(pool, { accounts, until }),
      balancesOf(pool, { accounts, until: Math.min(after, until ?? after) }),
      namesOf(deps, accounts),
    ]);
    const [end] = closing.rows;
    const [begin] = opening.rows;
    if (!end || !begin) throw new Error(`asking for ${account} gave no row`);
    const list = found.list.map(({ amount, balance: with_it, ...posting }) => ({
      ...posting,
      ...amountAnswer({ amount, balance: with_it }),
    }));
    return {
      ...pageAnswer(query, found, list),
      account,
      name: nameOf(account),
      debit: wire(end.debit - begin.debit),
      credit: wire(end.credit - begin.credit),
      balance: wire(end.debit - end.credit),
      as_of: then.asOf(found.as_of),
    };
  });

  on(getLedgerEntry, async ({ query: { position, as_of } }) => {
    const then = await booksAsOf(deps, as_of);
    const answer = await entriesAt(pool, { positions: [position] });
    const [entry] = answer.rows;
    if (!entry || position > (then.until ?? position)) return { code: 'not_found' };
    const { postings, ...rest } = entry;
    const nameOf = await namesOf(
      deps,
      postings.map(({ account }) => account),
    );
    return {
      ...rest,
      postings: postings.map(({ account, ...amount }) => ({
        account,
        name: nameOf(account),
        ...amountAnswer(amount),
      })),
      as_of: then.asOf(answer.as_of),
    };
  });

  on(getTrialBalance, async ({ query: { as_of, users: requested = 'each' } }) => {
    const then = await booksAsOf(deps, as_of);
    const users = (await manyAccounts(pool, { most: MAX_ACCOUNTS })).more ? ('sum' as const) : requested;
    const answer = await (users === 'sum' ? trialBalanceSummed : trialBalance)(pool, { until: then.until });
    const nameOf = await namesOf(
      deps,
      answer.rows.map(({ account }) => account),
    );
    const total = answer.rows.reduce((sum, { debit, credit }) => sum + debit - credit, 0);
    return {
      accounts: answer.rows.map((row) => ({
        account: row.account,
        name: nameOf(row.account),
        ...balanceAnswer(row),
      })),
      users,
      total: wire(total),
      as_of: then.asOf(answer.as_of),
    };
  });
};

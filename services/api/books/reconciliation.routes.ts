import { asOutTradeNo, asUserId, chargesBegin, isCartNumber } from '#events/ids.ts';
import { type Fen, fenOf } from '#events/money.ts';
import { addDays } from '#events/time.ts';
import type { ItemState } from '#read-models/books/reconciliation/item.ts';
import {
  type ItemHistory,
  type ItemSearch,
  itemsListed,
  storyOf,
} from '#read-models/books/reconciliation/queries.ts';
import { reopenDifference, resolveDifference } from '#services/commerce/books/resolve-difference.ts';
import {
  getDifference,
  listDifferences,
  reopenDifference as reopen,
  resolveDifference as resolve,
} from '#services/contract/books/statements.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { outTradeNo } from '#services/contract/fields/fields.ts';
import { orderSteps } from '#services/modules/books/trace/steps.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import { wire } from '../http/money.ts';
import { invalid } from '../http/refusals.ts';
import { itemAnswerOf, lineAnswerOf, pastAnswerOf, peopleOf, totalAnswerOf } from './statement-answer.ts';
import { chargesOf } from './trace-order.ts';

/** The default states of the list. */
const DEFAULT_STATES = ['matched', 'only_ours', 'only_theirs', 'differs'] as const;
const ALL_STATES = ['awaited', ...DEFAULT_STATES] as const;
const DIFFERENCES: readonly string[] = ['only_ours', 'only_theirs', 'differs'];

const statesOf = (state: InputOf<typeof listDifferences>['state']): readonly ItemState[] =>
  state === undefined ? DEFAULT_STATES : state === 'all' ? ALL_STATES : [state];

const fenOrNull = (fen: number | null): Fen | null => (fen === null ? null : fenOf(fen));
const wireOrNull = (fen: number | null): string | null => (fen === null ? null : wire(fen));

/** Whether a caller has seen the present figures; true for a caller who does not name any. */
const hasSeen = (seen: string | null | undefined, now: number | null): boolean =>
  seen === undefined || seen === wireOrNull(now);

/** Providers' statements compared with our books. */
export const reconciliationRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'books');
  const { pool, calendar, committer, directory, log } = deps;

  async function namesOf(users: readonly string[]): Promise<(user: string) => string> {
    const names = await directory.usersByIds([...new Set(users)].map(asUserId));
    return (user) => names.get(asUserId(user))?.name ?? '';
  }

  /** An order of a cart is found by the cart's charges, too: their item has the first order only. */
  async function searchOf(text: string): Promise<ItemSearch | undefined> {
    if (text === '') return undefined;
    if (isCartNumber(text)) return { id: chargesBegin(text), references: [] };
    const isNumber = outTradeNo.safeParse(text).success;
    const steps = isNumber ? await orderSteps(log, asOutTradeNo(text)) : [];
    return { id: text, references: chargesOf(steps) };
  }

  on(listDifferences, async ({ query }) => {
    const { state, provider, open, from, to, as_of } = query;
    if (from !== undefined && to !== undefined && to < from) {
      return invalid('to', { key: 'ends_before_begin' });
    }
    const then = await booksAsOf(deps, as_of);
    const filter = {
      states: statesOf(state),
      provider,
      open,
      until: then.until,
      search: await searchOf(query.search_q.trim()),
      from: from === undefined ? undefined : calendar.startOf(from),
      before: to === undefined ? undefined : calendar.startOf(addDays(to, 1)),
    };
    const found = await itemsListed(pool, { ...filter, ...rangeOf(query) });
    const nameOf = await namesOf(found.list.flatMap(peopleOf));
    return {
      ...pageAnswer(
        query,
        found,
        found.list.map((one) => itemAnswerOf(one, nameOf)),
      ),
      totals: found.totals.map(totalAnswerOf),
      as_of: then.asOf(found.as_of),
    };
  });

  on(getDifference, async ({ params }) => {
    const { past, lines, as_of } = await storyOf(pool, { difference_id: params.id });
    if (past[0] === undefined) return { code: 'not_found' };
    const { since: _, until, ...newest } = past[0];
    const nameOf = await namesOf(past.flatMap(peopleOf));
    return {
      item: until === null ? itemAnswerOf(newest, nameOf) : null,
      past: past.map((one) => pastAnswerOf(one, nameOf)),
      lines: lines.map(lineAnswerOf),
      as_of,
    };
  });

  /** The present state; undefined if the move no longer exists. */
  async function found(id: string): Promise<ItemHistory | undefined> {
    const { past } = await storyOf(pool, { difference_id: id });
    return past.find(({ until }) => until === null);
  }

  on(resolve, async ({ body: { reason, write_off, ours, theirs }, params, caller }) => {
    const item = await found(params.id);
    if (!item) return { code: 'not_found' };
    const { difference_id, provider, kind, reference, state } = item;
    const seen = hasSeen(ours, item.ours) && hasSeen(theirs, item.theirs);
    if (!seen || !DIFFERENCES.includes(state)) return { code: 'state_does_not_allow' };
    const outcome = await committer.submit(
      resolveDifference({
        provider,
        kind,
        reference,
        reason,
        write_off,
        by: caller.user_id,
        seen: { ours: fenOrNull(item.ours), theirs: fenOrNull(item.theirs) },
      }),
    );
    if (!outcome.accepted) return outcome.refusal;
    const { written_off } = outcome.result;
    return { difference_id, written_off: wire(written_off), position: outcome.position };
  });

  on(reopen, async ({ body: { reason }, params, caller: { user_id: by } }) => {
    const item = await found(params.id);
    if (!item) return { code: 'not_found' };
    const { difference_id, provider, kind, reference } = item;
    const of = { provider, kind, reference, reason, by };
    const outcome = await committer.submit(reopenDifference(of));
    if (!outcome.accepted) return outcome.refusal;
    return { difference_id, written_off: '0.00', position: outcome.position };
  });
};

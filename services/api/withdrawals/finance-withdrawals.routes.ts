import { asUserId } from '#events/ids.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { entriesAt } from '#read-models/books/ledger/queries.ts';
import { type AsOf, earliest } from '#read-models/engine/as-of.ts';
import {
  isLongestFirst,
  type WithdrawalSearch,
  whoseWithdrawal,
  withdrawalsListed,
} from '#read-models/withdrawals/queries.ts';
import { openDisputes } from '#services/commerce/withdrawals/payout-dispute.ts';
import { firstOneOf } from '#services/commerce/withdrawals/review-withdrawal.ts';
import {
  type FinanceWithdrawal,
  getPayee,
  getWithdrawal,
  listWithdrawals,
} from '#services/contract/withdrawals/finance-withdrawals.ts';
import { payeeOf } from '#services/modules/withdrawals/withdraw-methods.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import type { Language } from '../http/language.ts';
import { wire } from '../http/money.ts';
import { decisionAnswer, disputesAnswer, namedWith, recordAnswer } from './withdrawal-answer.ts';
import { withdrawalStory } from './withdrawal-story.ts';
import { balanceEvents, type WithdrawalAsOf, withdrawalsAsOf } from './withdrawals-as-of.ts';

/** Finance's view of withdrawals. States are exact: they are read from the streams. */
export const financeWithdrawalRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'withdrawals');
  const { pool, directory, vault, clock } = deps;
  const { payoutSecondApproval: second_above } = deps.config;

  async function namesOf(users: readonly string[]): Promise<(user: string) => string> {
    const names = await directory.usersByIds([...new Set(users)].map(asUserId));
    return (user) => names.get(asUserId(user))?.name ?? '';
  }

  const financeAnswer = (
    found: WithdrawalAsOf,
    now: Millis,
    nameOf: (user: string) => string,
    language: Language,
  ): FinanceWithdrawal => {
    const { user_id, one, state } = found;
    const terms = { now, second_above };
    return {
      ...recordAnswer(one, language),
      ...decisionAnswer(found, terms),
      user_id,
      name: nameOf(user_id),
      approvals: one.approvals.map((by) => ({ user_id: by, name: nameOf(by) })),
      unknown: one.phase === 'sent' && one.unknown,
      disputed: openDisputes(one).length > 0,
      first_one: firstOneOf(state, one),
      disputes: disputesAnswer(found, terms, nameOf, language),
    };
  };

  /** The moment of an answer: of the present, now. */
  const momentOf = (until: number | undefined, { time }: AsOf): Millis =>
    until === undefined ? clock.now() : time * 1000;

  async function searchOf(text: string): Promise<WithdrawalSearch | undefined> {
    if (text === '') return undefined;
    return { withdrawal_id: text, users: [text, ...(await directory.searchCreators(text))] };
  }

  on(listWithdrawals, async ({ query, caller: { language } }) => {
    const { status: statuses, user_id, withdraw_type, attention, as_of } = query;
    const then = await booksAsOf(deps, as_of);
    const { until } = then;
    const search = await searchOf(query.search_q.trim());
    // The present position of the books.
    const { as_of: now } = await entriesAt(pool, { positions: [] });
    const approved_before = momentOf(until, then.asOf(now)) - DAY_MS;
    const filter = { statuses, user_id, withdraw_type, attention, approved_before, search, until };
    const range = rangeOf(isLongestFirst(filter) ? { ...query, arrived: 0 } : query);
    const listed = await withdrawalsListed(pool, { ...filter, ...range });
    const { found, as_of: pending } = await withdrawalsAsOf(deps, listed.list, until);
    const moment = then.asOf(earliest(listed.as_of, pending));
    const nameOf = await namesOf(found.flatMap(({ user_id, one }) => [user_id, ...namedWith(one)]));
    return {
      ...pageAnswer(
        query,
        listed,
        found.map((one) => financeAnswer(one, momentOf(until, moment), nameOf, language)),
      ),
      total_amount: wire(listed.total_amount),
      as_of: moment,
    };
  });

  on(getWithdrawal, async ({ query: { as_of }, params, caller: { language } }) => {
    const then = await booksAsOf(deps, as_of);
    const answer = await whoseWithdrawal(pool, { withdrawal_id: params.id });
    const { found: all, as_of: pending } = await withdrawalsAsOf(deps, answer.rows, then.until);
    const [found] = all;
    if (!found) return { code: 'not_found' };
    const moment = then.asOf(earliest(answer.as_of, pending));
    const { user_id, one } = found;
    const story: ReturnType<typeof withdrawalStory> = [];
    for await (const events of balanceEvents(deps.log, user_id, then.until)) {
      story.push(...withdrawalStory(events, { withdrawal_id: one.withdrawal_id, user_id, language }));
    }
    const nameOf = await namesOf(
      [user_id, ...namedWith(one), ...story.map((chapter) => chapter.user_id)].filter(Boolean),
    );
    return {
      withdrawal: financeAnswer(found, momentOf(then.until, moment), nameOf, language),
      story: story.map((chapter) => ({ ...chapter, name: nameOf(chapter.user_id) })),
      as_of: moment,
    };
  });

  on(getPayee, async ({ query, params, caller: { user_id: reader } }) => {
    const { rows } = await whoseWithdrawal(pool, { withdrawal_id: params.id });
    const { found } = await withdrawalsAsOf(deps, rows);
    const [withdrawal] = found;
    if (!withdrawal) return { code: 'not_found' };
    const { method_ref, withdrawal_id } = withdrawal.one;
    const texts = await vault.readAsStaff(reader, [method_ref], query.reason);
    const text = texts.get(method_ref);
    return { order_id: withdrawal_id, payee: text === undefined ? {} : { ...payeeOf(text) } };
  });
};

import { casesOfOrders } from '#read-models/cases/queries.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { listAllOrders, listCreators, listUsers, STAFF_PAY_METHODS } from '#services/contract/staff/lists.ts';
import { namesOf } from '#services/modules/accounts/directory.ts';
import { isRightName, type RightName } from '#services/modules/accounts/rights.ts';
import { payMethodOf, payTypesOf } from '#services/modules/payments/registry.ts';
import type { ListedPerson } from '#services/modules/staff/people-list.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { Caller } from '../http/caller.ts';
import { fenOfInput, wire } from '../http/money.ts';
import { invalid } from '../http/refusals.ts';
import { statusOf } from '../orders/order-search.ts';
import { BY_CODE } from '../orders/take-order.ts';
import { findPerson } from './find-person.ts';
import { daysAsTimes, peoplePage, sumsOf } from './people-page.ts';
import { staffOrdersPage } from './staff-orders-page.ts';

/** The right to filter by; null for an unknown one. */
const rightOf = (name: string | undefined): RightName | undefined | null =>
  name === undefined ? undefined : isRightName(name) ? name : null;

const seconds = (at: number): number => Math.floor(at / 1000);

const shownOf = ({ user_id, name, avatar, url_slug, status, is_verified }: ListedPerson) => ({
  user_id,
  name,
  avatar,
  url_slug,
  status,
  is_verified,
});

/** Lists of people and orders for staff. Each page records a look at every person on it. */
export const staffListRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'staff');
  const { pool, vault, directory } = deps;

  const look = (by: Caller, people: readonly string[], kind: 'user' | 'orders-of', reason: string) =>
    vault.recordLook(
      by.user_id,
      [...new Set(people)].map((id) => `${kind}:${id}`),
      reason,
    );

  /** Records a look at every person of a page. @returns their sums */
  async function seen(by: Caller, rows: Parameters<typeof sumsOf>[1], reason: string) {
    const people = rows.map(({ user_id }) => user_id);
    await look(by, people, 'user', reason);
    return sumsOf(deps, rows);
  }

  on(listUsers, async ({ query, caller }) => {
    const isAdmin = caller.roles.includes('admin');
    const right = rightOf(query.right);
    if (right === null) return invalid('right', { key: 'unknown' });
    if (!isAdmin && query.sort.endsWith('total_consume')) return { code: 'not_allowed' };
    if (!isAdmin && (right !== undefined || query.role !== undefined)) return { code: 'not_allowed' };
    const { status, is_verified, role, is_creator } = query;
    const times = daysAsTimes(deps, query);
    const filter = { status, is_verified, role, right, is_creator, ...times };
    const page = await peoplePage(deps, 'users', query, filter);
    const sums = await seen(caller, page.rows, query.reason);
    return {
      list: page.rows.map((row) => ({
        ...shownOf(row),
        is_creator: row.creator_at !== null,
        create_time: seconds(row.created_at),
        seen_time: row.seen_at === null ? null : seconds(row.seen_at),
        roles: isAdmin ? row.roles : [],
        special_rights: isAdmin ? row.special : [],
        taken_rights: isAdmin ? row.taken : [],
        total_consume: isAdmin ? sums.spent(row.user_id) : null,
        total_income: isAdmin ? sums.earned(row.user_id) : null,
      })),
      next: page.next,
      as_of: earliest(sums.as_of.spent, sums.as_of.earned),
    };
  });

  on(listCreators, async ({ query, caller }) => {
    const seesIncome = caller.roles.includes('admin') || caller.roles.includes('finance');
    const right = rightOf(query.right);
    if (right === null) return invalid('right', { key: 'unknown' });
    if (!seesIncome && query.sort.endsWith('total_income')) return { code: 'not_allowed' };
    if (!caller.roles.includes('admin') && right !== undefined) return { code: 'not_allowed' };
    const { status, is_verified, category_id, is_recommended } = query;
    const times = daysAsTimes(deps, query);
    const filter = { status, is_verified, category_id, is_recommended, right, ...times };
    const page = await peoplePage(deps, 'creators', query, filter);
    const sums = await seen(caller, page.rows, query.reason);
    return {
      list: page.rows.map((row) => ({
        ...shownOf(row),
        category_id: row.category_id,
        is_recommended: !row.taken.includes('can_be_recommended'),
        create_time: seconds(row.creator_at ?? row.created_at),
        total_income: seesIncome ? sums.earned(row.user_id) : null,
      })),
      next: page.next,
      as_of: sums.as_of.earned,
    };
  });

  /** The id of a person who is named; null: there is nobody. */
  async function idOf(text: string): Promise<string | undefined | null> {
    if (text.trim() === '') return undefined;
    return (await findPerson(deps, text))?.user_id ?? null;
  }

  on(listAllOrders, async ({ query, caller }) => {
    const [user_id, creator_id] = [await idOf(query.user), await idOf(query.creator)];
    if (user_id === null) return invalid('user', { key: 'unknown' });
    if (creator_id === null) return invalid('creator', { key: 'unknown' });
    const { number, refund_state, py_method, least, most } = query;
    const page = await staffOrdersPage(deps, query, {
      user_id,
      creator_id,
      number: number === '' ? undefined : number,
      status: statusOf(query.status),
      refund_state,
      py_types: py_method && (py_method === 'redeem' ? [BY_CODE] : payTypesOf(py_method)),
      least: least === undefined ? undefined : fenOfInput(least),
      most: most === undefined ? undefined : fenOfInput(most),
      ...daysAsTimes(deps, query),
    });
    const fans = page.rows.map((row) => row.user_id);
    await look(caller, fans, 'orders-of', query.reason);
    const [named, cases] = await Promise.all([
      namesOf(directory, [...fans, ...page.rows.map((row) => row.creator_id)]),
      casesOfOrders(pool, { orders: page.rows.map(({ out_trade_no }) => out_trade_no) }),
    ]);
    const person = (id: string) => named(id) ?? { user_id: id, name: '' };
    const phases = new Map(cases.rows.map((row) => [row.out_trade_no, row.phase]));
    return {
      list: page.rows.map((row) => ({
        out_trade_no: row.out_trade_no,
        user: person(row.user_id),
        creator: person(row.creator_id),
        plan_name: row.plan_name,
        product_type: row.product_type,
        status: row.status,
        refund_state: row.refund_state,
        py_method:
          row.py_type === BY_CODE
            ? ('redeem' as const)
            : (STAFF_PAY_METHODS.find((method) => method === payMethodOf(row.py_type)) ?? null),
        imported: row.imported,
        total_amount: wire(row.total_amount),
        refunded_amount: wire(row.refunded),
        create_time: row.create_time,
        paid_at: row.paid_time,
        case_phase: phases.get(row.out_trade_no) ?? null,
      })),
      next: page.next,
      as_of: earliest(page.as_of, cases.as_of),
    };
  });
};

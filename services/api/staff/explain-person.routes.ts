import { type UserPart, userAccount } from '#read-models/books/ledger/accounts.ts';
import {
  accountEntries,
  incomeEntries,
  type PersonEntry,
  paidEntries,
} from '#read-models/books/ledger/explain-person.ts';
import type { Answer } from '#read-models/engine/as-of.ts';
import { explainPerson, type PERSON_FIGURES } from '#services/contract/staff/users.ts';
import { balancePart } from '#services/contract/withdrawals/withdrawals.ts';
import { userRecord } from '#services/modules/staff/user-record.ts';
import { type Area, routesOf } from '../http/area.ts';
import { wire } from '../http/money.ts';

type Figure = (typeof PERSON_FIGURES)[number];

/** Accounts of the books that a balance is in. */
const PARTS: Partial<Record<Figure, readonly UserPart[]>> = {
  unconfirm_amount: ['pending'],
  confirmed_amount: ['available'],
  current_amount: ['available'],
  unwithdraw_creator_amount: ['available', 'paying'],
  unwithdraw_total_amount: ['pending', 'available', 'paying'],
};
/** What confirms income, or takes it back afterwards. */
const CONFIRMING = ['settlement', 'refund'];

/** What another creator's order is to its partner. */
const OF_OTHERS: Readonly<Record<string, string>> = { order: 'commission', refund: 'commission_refund' };
/** Postings of one event in these accounts. */
const MOST_OF_EVENT = 3;

/** Explains the money of a person by its events. */
export const explainPersonRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'staff');
  const { pool, vault, calendar, clock } = deps;

  function entriesOf(
    user_id: string,
    figure: Figure,
    range: { before: number; limit: number },
  ): Promise<Answer<PersonEntry>> {
    if (figure === 'total_consume') return paidEntries(pool, { user_id, ...range });
    const parts = PARTS[figure];
    if (parts === undefined) {
      const month = figure === 'current_income' ? calendar.dayOf(clock.now()).slice(0, 7) : undefined;
      return incomeEntries(pool, { user_id, month, ...range });
    }
    const accounts = parts.map((part) => userAccount(user_id, part));
    const kinds = figure === 'confirmed_amount' ? CONFIRMING : undefined;
    return accountEntries(pool, { accounts, kinds, ...range });
  }

  on(explainPerson, async ({ query, caller }) => {
    const { user_id, figure, reason, before = Number.MAX_SAFE_INTEGER } = query;
    const per_page = Math.max(query.per_page, MOST_OF_EVENT);
    const user = await userRecord(pool, { user_id });
    if (user === undefined) return { code: 'not_found' };
    await vault.recordLook(caller.user_id, [`user:${user_id}`], reason);
    const { rows, as_of } = await entriesOf(user_id, figure, { before, limit: per_page + 1 });
    // An event that moves several accounts is on one page.
    const last = rows.length > per_page ? rows[per_page]?.position : undefined;
    const list = last === undefined ? rows : rows.filter(({ position }) => position > last);
    return {
      list: list.map(({ amount, kind, user_id: whose, ...entry }) => ({
        ...entry,
        kind: balancePart.parse(whose === user_id ? kind : (OF_OTHERS[kind] ?? kind)),
        amount: wire(amount),
      })),
      next: list.length < rows.length ? (list.at(-1)?.position ?? null) : null,
      as_of,
    };
  });
};

import { derivedHexId, hexId, type UserId } from '#events/ids.ts';
import { type Fen, fenOf, sum, toWire } from '#events/money.ts';
import { methodOfType, WITHDRAW_TYPE } from '#events/status.ts';
import { balanceStream } from '#events/stream-names.ts';
import { monthAt } from '#events/time.ts';
import { userAccount } from '#read-models/books/ledger/accounts.ts';
import { balancesOf, postingsOf } from '#read-models/books/ledger/queries.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { endOfMonth } from '#services/commerce/income/settle-month.ts';
import {
  availableAt,
  type BalanceState,
  balanceKind,
  heldBack,
  heldForDisputes,
  heldForRefunds,
  type PendingSnapshot,
} from '#services/commerce/withdrawals/balance.ts';
import { requestWithdrawal, withdrawable } from '#services/commerce/withdrawals/request-withdrawal.ts';
import { canSwitch, heldForDispute, isOpen } from '#services/commerce/withdrawals/withdrawal.ts';
import {
  applyWithdraw,
  type Balance,
  balancePart,
  getBalance,
  listMyWithdrawals,
  listPostings,
  switchWithdrawToBank,
} from '#services/contract/withdrawals/withdrawals.ts';
import { maskedPayee } from '#services/modules/withdrawals/payee.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { fenOfInput, wire } from '../http/money.ts';
import { pendingSnapshot } from './pending-snapshot.ts';
import { recordAnswer } from './withdrawal-answer.ts';
import { holdText } from './withdrawal-words.ts';

/** The single holds: negative pending income, and each disputed payout. */
function holdsOf(state: BalanceState, seen: PendingSnapshot): Balance['holds'] {
  const lacking = heldForRefunds(state, seen);
  const refunds =
    lacking > 0
      ? [{ reason: 'pending_below_zero' as const, amount: toWire(lacking), order_id: '', payout_id: '' }]
      : [];
  const disputed = state.withdrawals.flatMap((one) =>
    one.disputes.flatMap((dispute) => {
      const amount = heldForDispute(one, dispute);
      if (amount === 0) return [];
      const { withdrawal_id: order_id } = one;
      const { payout_id } = dispute;
      return { reason: 'payout_disputed' as const, amount: toWire(amount), order_id, payout_id };
    }),
  );
  return [...refunds, ...disputed];
}

/** The fields of another creator's order for its partner. */
const OF_OTHERS: Readonly<Record<string, string>> = { order: 'commission', refund: 'commission_refund' };

/** A creator's withdrawals. Exact, because they are read from the deciding stream. */
export const withdrawalRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'withdrawals');
  const { accounts, committer, pool, calendar, clock, withdrawMethods } = deps;
  const { smallestWithdrawal: smallest } = deps.config;

  const balanceOf = (user: UserId): Promise<BalanceState> => {
    const stream = balanceStream(user);
    return committer.read([stream], (states) => states.get(balanceKind, stream));
  };

  /** To the present method of this kind. */
  async function request(
    user_id: UserId,
    withdraw_type: number,
    input: { withdrawal_id: string; amount: Fen; instead_of: string | null },
  ) {
    // Never by a cached value: it may have been given back just now, or taken.
    if ((await accounts.rights.refresh(user_id)).special.includes('hide_withdraw')) {
      return { accepted: false as const, refusal: { code: 'withdraw_hidden' as const } };
    }
    const kind = methodOfType(withdraw_type);
    const method_ref = await withdrawMethods.forWithdrawal(user_id, kind);
    if (method_ref === undefined) {
      return { accepted: false as const, refusal: await withdrawMethods.withdrawalRefusal(user_id, kind) };
    }
    const pending = await pendingSnapshot(pool, user_id);
    return committer.submit(
      requestWithdrawal({ ...input, user_id, withdraw_type, method_ref, smallest, pending }),
    );
  }

  on(getBalance, async ({ caller: { user_id, language } }) => {
    const seen = await pendingSnapshot(pool, user_id);
    const state = await balanceOf(user_id);
    const now = clock.now();
    const available = Math.max(availableAt(state, now), 0);
    const left = withdrawable(state, seen, now);
    const on_hold = fenOf(Math.min(heldBack(state, seen), available));
    const disputed = on_hold > 0 && heldForDisputes(state) > 0;
    const refunded = on_hold > 0 && heldForRefunds(state, seen) > 0;
    const later = state.months.filter(({ net, available_at }) => net > 0 && available_at > now);
    const next = Math.min(
      endOfMonth(calendar, monthAt(calendar, now)).available_at,
      ...later.map(({ available_at }) => available_at),
    );
    const coming = sum(later.map(({ net }) => net));
    return {
      available: toWire(left),
      pending: toWire(fenOf(seen.pending + coming)),
      paying: toWire(sum(state.withdrawals.filter(isOpen).map(({ amount }) => amount))),
      on_hold: toWire(on_hold),
      hold_reason: refunded
        ? ('pending_below_zero' as const)
        : disputed
          ? ('payout_disputed' as const)
          : ('' as const),
      hold_text: holdText({ pending_below_zero: refunded, payout_disputed: disputed }, language),
      holds: holdsOf(state, seen),
      owed: toWire(fenOf(Math.max(-availableAt(state, now), 0))),
      coming: toWire(coming),
      next_time: Math.floor(next / 1000),
      smallest: toWire(smallest),
      as_of: seen.as_of,
    };
  });

  on(listPostings, async ({ query, caller: { user_id: caller } }) => {
    const { account } = query;
    const name = userAccount(caller, account);
    const [found, balances] = await Promise.all([
      postingsOf(pool, { account: name, after: 0, ...rangeOf(query) }),
      balancesOf(pool, { accounts: [name] }),
    ]);
    const [came] = balances.rows;
    if (!came) throw new Error(`asking for ${name} gave no row`);
    // The books credit a debt to a creator; for the creator it is incoming money.
    const list = found.list.map(({ user_id, kind, amount, balance: left, ...posting }) => ({
      ...posting,
      kind: balancePart.parse(user_id === caller ? kind : OF_OTHERS[kind]),
      amount: wire(-amount),
      balance: wire(-left),
    }));
    return {
      ...pageAnswer(query, found, list),
      account,
      balance: wire(came.credit - came.debit),
      as_of: earliest(found.as_of, balances.as_of),
    };
  });

  on(applyWithdraw, async ({ body, headers, caller: { user_id } }) => {
    const { amount, withdraw_type, client_order_key } = body;
    const key = headers['idempotency-key'] ?? client_order_key;
    const withdrawal_id = key === undefined ? hexId() : derivedHexId('withdrawal', user_id, key);
    const type = withdraw_type ?? (await withdrawMethods.of(user_id)).withdraw_type;
    const outcome = await request(user_id, type, {
      withdrawal_id,
      amount: fenOfInput(amount),
      instead_of: null,
    });
    if (!outcome.accepted) return outcome.refusal;
    const { left } = outcome.result;
    return { order_id: withdrawal_id, available: toWire(left), position: outcome.position };
  });

  on(switchWithdrawToBank, async ({ body: { order_id }, caller: { user_id } }) => {
    const { withdrawals } = await balanceOf(user_id);
    const failed = withdrawals.findLast((one) =>
      order_id === undefined ? canSwitch(one) : one.withdrawal_id === order_id,
    );
    if (!failed) return { code: 'not_found' };
    const { withdrawal_id: instead_of, amount } = failed;
    // A derived id: a repeated switch happens once.
    const withdrawal_id = derivedHexId('withdrawal-to-bank', instead_of);
    const outcome = await request(user_id, WITHDRAW_TYPE.bank, {
      withdrawal_id,
      amount,
      instead_of,
    });
    if (!outcome.accepted) return outcome.refusal;
    const { left } = outcome.result;
    return { order_id: withdrawal_id, available: toWire(left), position: outcome.position };
  });

  on(listMyWithdrawals, async ({ query, caller: { user_id, language } }) => {
    const { withdrawals } = await balanceOf(user_id);
    const { limit, offset } = rangeOf(query);
    const shown = withdrawals.toReversed().slice(offset, offset + limit);
    const payees = await withdrawMethods.read(shown.map(({ method_ref }) => method_ref));
    return {
      list: shown.map((one) => {
        const payee = payees.get(one.method_ref);
        return { ...recordAnswer(one, language), payee: payee ? maskedPayee(payee) : '' };
      }),
      has_more: offset + shown.length < withdrawals.length,
      total_count: withdrawals.length,
    };
  });
};

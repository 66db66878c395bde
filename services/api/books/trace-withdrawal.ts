import { settlementOf } from '#read-models/books/ledger/income.ts';
import { entriesAt } from '#read-models/books/ledger/queries.ts';
import { availableMovesOf, requestedAt } from '#read-models/books/ledger/trace.ts';
import { whoseWithdrawal } from '#read-models/withdrawals/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import {
  type BalanceState,
  evolveBalance,
  noBalance,
  withdrawalOf,
} from '#services/commerce/withdrawals/balance.ts';
import { withdrawStatusOf } from '#services/commerce/withdrawals/withdrawal.ts';
import type { TracedWithdrawal } from '#services/contract/books/trace.ts';
import { carriedOf } from '#services/modules/books/trace/first-in-first-out.ts';
import { withdrawalSteps } from '#services/modules/books/trace/steps.ts';
import { wire } from '../http/money.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { covers, entryAnswer, stepAnswers } from './trace-parts.ts';
import { paidOut } from './trace-payouts.ts';
import { statementLineAnswer, statementLines } from './trace-statement.ts';

interface FromMonth {
  month: string;
  /** fen */
  amount: number;
  net: number;
  position: number;
  sha256: string;
}

/** The settled months that a withdrawal carried, first in, first out. */
async function monthsBehind(
  { pool }: Dependencies,
  user_id: string,
  withdrawal_id: string,
  until: number | undefined,
): Promise<FromMonth[]> {
  const { rows: moves } = await availableMovesOf(pool, user_id, until);
  const parts = carriedOf(moves).filter(({ by }) => by.kind === 'withdrawal' && by.ref === withdrawal_id);
  const months = parts.map(async ({ month, amount }) => {
    const [settlement] = (await settlementOf(pool, { month, user_id })).rows;
    if (!settlement) throw new Error(`${month} of ${user_id} was booked and is not settled`);
    const { net, position, lines_sha256: sha256 } = settlement;
    return { month, amount, net, position, sha256 };
  });
  return Promise.all(months);
}

/**
 * A withdrawal traced back to the settled months of its money, as of a position. Undefined if it was not requested up
 * to then.
 */
export async function tracedWithdrawal(
  deps: Dependencies,
  withdrawal_id: string,
  until: number | undefined,
): Promise<TracedWithdrawal | undefined> {
  const { pool, log, directory } = deps;
  const user_id = (await whoseWithdrawal(pool, { withdrawal_id })).rows[0]?.user_id;
  const requested = user_id && (await requestedAt(pool, user_id, withdrawal_id));
  if (!user_id || !requested) return undefined;
  const steps = await withdrawalSteps(log, user_id, withdrawal_id, requested, until);
  const balance = steps.reduce<BalanceState>(
    (state, event) => evolveBalance(state, event, event.metadata.at),
    noBalance,
  );
  const state = withdrawalOf(balance, withdrawal_id);
  if (!state) return undefined;
  const positions = steps.map(({ position }) => position);
  await waitForPosition(deps, positions.at(-1), 'ledger', 'reconciliation');
  const [entries, from, paid, people, statement] = await Promise.all([
    entriesAt(pool, { positions }),
    monthsBehind(deps, user_id, withdrawal_id, until),
    paidOut(deps, user_id, [withdrawal_id], until),
    directory.usersByIds([user_id]),
    statementLines(deps, steps, until),
  ]);
  const others = [...from, ...statement].map(({ position }) => position);
  const cover = await covers(deps, [...positions, ...others]);
  return {
    kind: 'withdrawal',
    order_id: withdrawal_id,
    creator: { user_id, name: people.get(user_id)?.name ?? '' },
    pay_amount: wire(state.amount),
    status: withdrawStatusOf(state),
    withdraw_type: state.withdraw_type,
    paid: paid.get(withdrawal_id) ?? null,
    steps: await stepAnswers(deps, steps, cover),
    entries: entries.rows.map(entryAnswer),
    from: from.map(({ amount, net, ...month }) => ({
      ...month,
      amount: wire(amount),
      net: wire(net),
      seal: cover(month.position),
    })),
    statement: statement.map((line) => statementLineAnswer(line, cover)),
  };
}

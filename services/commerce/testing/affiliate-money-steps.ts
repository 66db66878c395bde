import { expect } from 'vitest';
import { lineAdder } from '#services/settlement/month-sums.ts';
import { settleMonth } from '../income/settle-month.ts';
import type { AffiliateHistory } from './affiliate-history.ts';
import { PARTNERS, pick } from './affiliate-shops.ts';
import type { Step } from './affiliate-step.ts';
import { askFor } from './payout-steps.ts';

const nextOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
};

/** Half past midnight on the 1st in Shanghai, which is UTC+8: settled, and not available before 10:00. */
const beginningOf = (month: string): number => Date.parse(`${month}-01T00:30:00+08:00`);

/** On the 1st: every month is added up and settled. */
export function turnMonth(history: AffiliateHistory): void {
  const month = history.month;
  history.month = nextOf(month);
  history.memory.now = Math.max(history.memory.now, beginningOf(history.month));
  for (const user_id of PARTNERS) {
    const lines = history.books.open.get(user_id);
    if (!lines) continue;
    const adder = lineAdder();
    for (const line of lines) adder.add(line);
    const { lines: _count, ...sums } = adder.sums();
    const settled = history.try(settleMonth({ ...sums, month, user_id }));
    const net = history.model.settle(user_id, month);
    expect(settled.accepted && settled.result.evidence.net).toBe(net);
    if (net < 0) history.cases.add('month that lost money');
    if (sums.commissions < 0) history.cases.add('month that lost commissions');
    if (sums.commissions > 0 && sums.orders > 0) history.cases.add('month of sales and commissions');
  }
}

/** With pending income as read now, or some steps ago. */
export function withdraw(history: AffiliateHistory, { who, what: which, much }: Step): void {
  const user_id = pick(PARTNERS, who);
  const free = history.model.withdrawable(user_id, history.memory.now);
  const available = history.model.available(user_id, history.memory.now);
  const amount = pick([available, free, free + 1, 1 + (much % Math.max(free, 1))], which);
  if (amount <= 0) return;
  const stale = much % 2 === 0 && history.read.length > 0;
  const pending = stale
    ? pick(history.read.toReversed(), 1 + (much % 5)).get(user_id)
    : history.books.seen(user_id);
  const asked = history.try(
    askFor(`w${history.memory.log.length}`, amount, { user_id, ...(pending !== undefined && { pending }) }),
  );
  // An old read can hold back too much, and never too little.
  if (asked.accepted || !stale) expect(asked.accepted).toBe(amount <= free);
  const held = Math.min(history.model.moneyOf(user_id).pending, 0);
  if (!asked.accepted && held < 0 && amount <= available) {
    history.cases.add('held back');
  }
  if (!asked.accepted && amount <= free) history.cases.add('too careful by what was read before');
  if (!asked.accepted) return;
  if (stale) history.cases.add('withdrawn by what was read before');
  history.model.moneyOf(user_id).out += amount;
  history.cases.add('withdrawn');
}

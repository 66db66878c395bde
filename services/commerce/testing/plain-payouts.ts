import type { DomainEvent } from '#events/registry.ts';

/** A creator's accounts recomputed from raw events, by the table of docs/domain.md alone. Fen. */
export interface PlainAccounts {
  available: number;
  paying: number;
  /** What left the bank for this creator. */
  bank: number;
  /** Of payouts that are disputed and are not charged for. */
  held: number;
}

export function plainAccounts(events: readonly DomainEvent[]): PlainAccounts {
  const sums = { available: 0, paying: 0, bank: 0 };
  const amounts = new Map<string, number>();
  /** Payouts that count as paid, and those that are disputed. */
  const paid = new Set<string>();
  const disputed = new Map<string, string>();
  /** Withdrawals on their way, and the newest payout of each. */
  const open = new Set<string>();
  const newest = new Map<string, string>();
  const move = (from: keyof typeof sums, to: keyof typeof sums, amount: number): void => {
    sums[from] -= amount;
    sums[to] += amount;
  };
  for (const { type, data } of events) {
    if (type === 'IncomeSettled') sums.available += data.net;
    if (!('withdrawal_id' in data)) continue;
    const { withdrawal_id: id } = data;
    if (type === 'WithdrawalRequested') amounts.set(id, data.amount);
    const amount = amounts.get(id) ?? 0;
    if (type === 'WithdrawalRequested' || type === 'WithdrawalRetried') move('available', 'paying', amount);
    if (type === 'WithdrawalRejected' || type === 'PayoutFailed') move('paying', 'available', amount);
    if (type === 'WithdrawalRequested' || type === 'WithdrawalRetried') open.add(id);
    if (['WithdrawalRejected', 'PayoutFailed', 'PayoutSucceeded'].includes(type)) open.delete(id);
    if (type === 'PayoutSent') newest.set(id, data.payout_id);
    if (type === 'PayoutSucceeded') {
      move('paying', 'bank', amount);
      paid.add(data.payout_id);
    }
    if (type === 'PayoutDisputed') disputed.set(data.payout_id, id);
    if (type === 'PayoutDisputeClosed') {
      disputed.delete(data.payout_id);
      if (data.moves === 'charged') move('available', 'bank', amount);
      if (data.moves === 'paid') {
        move('paying', 'bank', amount);
        open.delete(id);
      }
      if (data.moves === 'returned') move('bank', 'available', amount);
      if (data.reached) paid.add(data.payout_id);
      else paid.delete(data.payout_id);
    }
  }
  const free = [...disputed].filter(
    ([payout, id]) => !paid.has(payout) && !(open.has(id) && newest.get(id) === payout),
  );
  return { ...sums, held: free.reduce((sum, [, id]) => sum + (amounts.get(id) ?? 0), 0) };
}

import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import type { DomainEvent } from '#events/registry.ts';
import { plainBooks } from '#ops/audit/plain-books.mjs';
import { isSettled } from '../accounts/close-account.ts';
import { availableAt, heldForDisputes } from '../withdrawals/balance.ts';
import { openDisputes } from '../withdrawals/payout-dispute.ts';
import { isOpen, isTransferring, type WithdrawalState } from '../withdrawals/withdrawal.ts';
import { type Conditions, type History, pick, step, World } from './history.ts';
import {
  approve,
  askFor,
  balanceOf,
  close,
  FINANCE,
  failed,
  NOTHING_PENDING,
  RETRY,
  review,
  SECOND,
  send,
  settledMonth,
  succeeded,
  THRESHOLD,
  tell,
} from './payout-steps.ts';
import { CREATOR, given } from './scenario.ts';

/** Computed from the events: how many payouts are disputed, and the sum of those that are not charged. Fen. */
function plainDisputes(events: readonly DomainEvent[]): { disputed: number; held: number } {
  const amounts = new Map<string, number>();
  /** Payouts that count as paid, and those that are disputed. */
  const paid = new Set<string>();
  const disputed = new Map<string, string>();
  /** Withdrawals on their way, and the newest payout of each. */
  const open = new Set<string>();
  const newest = new Map<string, string>();
  for (const { type, data } of events) {
    if (!('withdrawal_id' in data)) continue;
    const { withdrawal_id: id } = data;
    if (type === 'WithdrawalRequested') amounts.set(id, data.amount);
    if (type === 'WithdrawalRequested' || type === 'WithdrawalRetried') open.add(id);
    if (['WithdrawalRejected', 'PayoutFailed', 'PayoutSucceeded'].includes(type)) open.delete(id);
    if (type === 'PayoutSent') newest.set(id, data.payout_id);
    if (type === 'PayoutSucceeded') paid.add(data.payout_id);
    if (type === 'PayoutDisputed') disputed.set(data.payout_id, id);
    if (type !== 'PayoutDisputeClosed') continue;
    disputed.delete(data.payout_id);
    if (data.moves === 'paid') open.delete(id);
    if (data.reached) paid.add(data.payout_id);
    else paid.delete(data.payout_id);
  }
  const free = [...disputed].filter(
    ([payout, id]) => !paid.has(payout) && !(open.has(id) && newest.get(id) === payout),
  );
  return {
    disputed: disputed.size,
    held: free.reduce((sum, [, id]) => sum + (amounts.get(id) ?? 0), 0),
  };
}

/** The true result of each sent payout. */
type Truth = Map<string, { reached: boolean; amount: number }>;

/** A creator with an unreliable payout provider, and two finance people who find the truth. */
class Desk extends World<Truth> {
  #requests = 0;
  #months = 4;

  constructor(conditions: Conditions) {
    super(conditions, given(settledMonth(10_000)), new Map());
  }

  get withdrawals(): readonly WithdrawalState[] {
    return balanceOf(this).withdrawals;
  }

  some(n: number): WithdrawalState | undefined {
    return this.withdrawals.length === 0 ? undefined : pick(this.withdrawals, n);
  }

  send(id: string, reached: boolean): void {
    const sent = this.decideTwice(send(id));
    if (!sent.accepted || sent.result.payout_id === null || this.model.has(sent.result.payout_id)) return;
    this.model.set(sent.result.payout_id, { reached, amount: sent.result.amount });
  }

  speak(payout_id: string, reached: boolean): void {
    this.decideTwice(tell(reached ? succeeded : failed, payout_id));
  }

  /** By the true result; above the threshold both people are needed, and each finds once. */
  close({ withdrawal_id, amount, disputes }: WithdrawalState, n: number): void {
    const dispute = disputes[n % Math.max(disputes.length, 1)];
    if (!dispute || dispute.closed) return;
    const { number, payout_id } = dispute;
    const reached = this.model.get(payout_id)?.reached ?? false;
    const second_above = (amount % 2 === 0 ? 0 : THRESHOLD) as typeof THRESHOLD;
    const of = { withdrawal_id, number, second_above };
    this.decideTwice(close(reached, { ...of, by: FINANCE }));
    this.decideTwice(close(reached, { ...of, by: SECOND }));
  }

  /** The id of the next withdrawal. */
  nextId(): string {
    this.#requests += 1;
    return `w${this.#requests}`;
  }

  settle(amount: number): void {
    this.#months += 1;
    this.memory.given([settledMonth(amount, `2026-${String(this.#months).padStart(2, '0')}`)]);
  }

  get events() {
    return this.memory.log.map(({ event }) => event);
  }

  /** The creator's accounts by the plain books: `bank` is what left it, and settled income begins as available. */
  plainAccounts() {
    const { balances } = plainBooks(this.memory.log.map((one) => ({ ...one, ...one.event })));
    const owed = (account: string) => 0 - (balances.get(account) ?? 0);
    const [available, paying] = ['available', 'paying'].map((part) =>
      owed(`liabilities:user:${CREATOR}:${part}`),
    ) as [number, number];
    const settled = this.events.reduce(
      (sum, { type, data }) => (type === 'IncomeSettled' ? sum + data.net : sum),
      0,
    );
    return {
      available: settled + available,
      paying,
      bank: owed('assets:bank'),
      ...plainDisputes(this.events),
    };
  }

  /** The books of the events equal the state, and no money is lost. */
  check(): void {
    const state = balanceOf(this);
    const plain = this.plainAccounts();
    const settled = state.months.reduce((sum, { net }) => sum + net, 0);
    equal(plain.available + plain.paying + plain.bank, settled);
    equal(availableAt(state, this.memory.now), plain.available);
    equal(heldForDisputes(state), plain.held);
    const paying = state.withdrawals.filter(isOpen).reduce((sum, { amount }) => sum + amount, 0);
    equal(paying, plain.paying);
    // The account can be closed when nothing is due in either direction, on its way or doubtful, and only then.
    const isFree = plain.available === 0 && plain.paying === 0 && plain.disputed === 0;
    equal(isSettled(state, NOTHING_PENDING), isFree);
    if (isFree) this.seen.add('account can be closed');
  }

  /** The provider reports the truth at the end, and finance closes all disputes. */
  comeToAnEnd(): void {
    for (let before = -1; before !== this.memory.log.length; ) {
      before = this.memory.log.length;
      for (const one of this.withdrawals) if (isTransferring(one)) this.send(one.withdrawal_id, true);
      for (const [payout, { reached }] of this.model) this.speak(payout, reached);
      for (const one of this.withdrawals) for (const { number } of one.disputes) this.close(one, number - 1);
    }
  }
}

const draws = fc.record({
  n: fc.nat(5),
  amount: fc.integer({ min: 1_000, max: 4_000 }),
  /** The provider's answer; the truth is decided at the payment. */
  lies: fc.boolean(),
  reached: fc.boolean(),
});
type Draw = typeof draws extends fc.Arbitrary<infer One> ? One : never;

/** A step about one of the withdrawals. */
const about = (weight: number, run: (desk: Desk, one: WithdrawalState, draw: Draw) => void) =>
  step(weight, draws, (desk: Desk, draw) => {
    const one = desk.some(draw.n);
    if (one) run(desk, one, draw);
  });

export const payoutHistory: History<Desk> = {
  begin: (conditions) => new Desk(conditions),
  steps: {
    ask: step(1, draws, (desk: Desk, { amount }) => {
      const before = desk.plainAccounts();
      const request = desk.decideTwice(askFor(desk.nextId(), amount));
      equal(request.accepted, amount <= before.available - before.held);
    }),
    askForAll: step(1, draws, (desk: Desk) => {
      const { available, held } = desk.plainAccounts();
      if (available > held) desk.decideTwice(askFor(desk.nextId(), available - held));
    }),
    settle: step(1, draws, (desk: Desk, { amount }) => desk.settle(amount)),
    approve: about(2, (desk, { withdrawal_id }) => void desk.decideTwice(approve(withdrawal_id))),
    reject: about(1, (desk, { withdrawal_id }, { n }) => {
      if (n % 3 === 0) desk.decideTwice(review({ kind: 'reject', reason: 'no' }, withdrawal_id));
    }),
    retry: about(1, (desk, { withdrawal_id }) => void desk.decideTwice(review(RETRY, withdrawal_id))),
    send: about(2, (desk, { withdrawal_id }, { reached }) => desk.send(withdrawal_id, reached)),
    close: about(2, (desk, one, { n }) => desk.close(one, n)),
    switch: about(1, (desk, { withdrawal_id: instead_of, amount }) => {
      desk.decideTwice(askFor(desk.nextId(), amount, { instead_of, withdraw_type: 7 }));
    }),
    speak: about(3, (desk, { withdrawal_id }, { n, lies }) => {
      const sent = [...desk.model].filter(([payout]) => payout.startsWith(`${withdrawal_id}-`));
      if (sent.length === 0) return;
      const [payout, { reached }] = pick(sent, n);
      desk.speak(payout, reached !== lies);
    }),
  },
  length: { minLength: 40, maxLength: 120 },
  holds: (desk) => desk.check(),
  end(desk) {
    desk.comeToAnEnd();
    desk.check();
    deepEqual(
      desk.withdrawals.flatMap((one) => openDisputes(one)),
      [],
    );
    deepEqual(desk.withdrawals.filter(isTransferring), []);
    for (const { type, data } of desk.events)
      if (type === 'PayoutDisputeClosed') desk.seen.add(`${data.moves} ${data.status}`);
    const arrived = [...desk.model.values()].filter(({ reached }) => reached);
    equal(
      desk.plainAccounts().bank,
      arrived.reduce((sum, { amount }) => sum + amount, 0),
    );
  },
};

import { derivedHexId, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { type MethodKind, WITHDRAW_TYPE } from '#events/status.ts';
import { balanceStream } from '#events/stream-names.ts';
import type { Random } from '#ops/demo/random.ts';
import { pendingOf } from '#read-models/books/ledger/queries.ts';
import { balanceKind, withdrawalOf } from '#services/commerce/withdrawals/balance.ts';
import { closeDispute } from '#services/commerce/withdrawals/close-dispute.ts';
import { recordPayoutNotice } from '#services/commerce/withdrawals/payout.ts';
import { noPayoutAnswers, openDisputes } from '#services/commerce/withdrawals/payout-dispute.ts';
import { requestWithdrawal, withdrawable } from '#services/commerce/withdrawals/request-withdrawal.ts';
import {
  reviewWithdrawal,
  type WithdrawalDecision,
} from '#services/commerce/withdrawals/review-withdrawal.ts';
import { isTransferring, type WithdrawalState } from '#services/commerce/withdrawals/withdrawal.ts';
import { noticeOf } from '#services/modules/withdrawals/payouts/payout-notices.ts';
import type { Counts } from './counts.ts';
import type { World } from './world.ts';

const SMALLEST = fenOf(100);
/** Above this amount two people must approve. */
const SECOND_ABOVE = fenOf(100_000);
const FINANCE = ['finance-one', 'finance-two'] as UserId[];

/** Last two digits that decide the sandbox provider's answer (docs/operating.md), with their frequency. */
const CENTS: readonly (readonly [number, number])[] = [
  [0, 60],
  [7, 10],
  [41, 5],
  [42, 4],
  [43, 3],
  [44, 8],
  [45, 10],
];

interface Open {
  user_id: UserId;
  withdrawal_id: string;
}

/** Creators who withdraw, finance that reviews, and a provider that contradicts itself. */
export function openCashDesk(world: World, { random, counts }: { random: Random; counts: Counts }) {
  const { pool, committer, withdrawMethods, payouts } = world;
  let requested = 0;
  let open: Open[] = [];

  async function seen(user_id: UserId) {
    const { pending, refunds_charged, settled } = await pendingOf(pool, user_id);
    return { pending: fenOf(pending), refunds_charged: fenOf(refunds_charged), settled: fenOf(settled) };
  }

  async function request(user_id: UserId, amount: number, kind: MethodKind, instead_of: string | null) {
    requested += 1;
    const withdrawal_id = derivedHexId('simulated-withdrawal', user_id, String(requested));
    const method_ref = await withdrawMethods.forWithdrawal(user_id, kind);
    if (method_ref === undefined) throw new Error(`${user_id} has no account of kind ${kind}`);
    const outcome = await committer.submit(
      requestWithdrawal({
        user_id,
        withdrawal_id,
        amount: fenOf(amount),
        withdraw_type: WITHDRAW_TYPE[kind],
        method_ref,
        instead_of,
        smallest: SMALLEST,
        pending: await seen(user_id),
      }),
    );
    counts.add(outcome.accepted ? 'withdrawals' : `no withdrawal: ${outcome.refusal.code}`);
    if (outcome.accepted) open.push({ user_id, withdrawal_id });
  }

  /** A creator's requested amount in fen; 0 if there is too little. */
  async function wish(user_id: UserId): Promise<number> {
    const stream = balanceStream(user_id);
    const pending = await seen(user_id);
    const most = await committer.read([stream], (states, now) =>
      withdrawable(states.get(balanceKind, stream), pending, now),
    );
    const [cents] = random.weighted(CENTS, ([, weight]) => weight);
    const part = random.chance(0.3) ? 1 : random.next();
    const amount = Math.floor((most * part) / 100) * 100 + cents;
    return amount <= most ? amount : amount - 100;
  }

  async function review(one: Open, by: UserId | undefined, decision: WithdrawalDecision): Promise<string> {
    if (by === undefined) return 'nobody';
    const outcome = await committer.submit(reviewWithdrawal({ ...one, by, decision }));
    return outcome.accepted ? 'accepted' : outcome.refusal.code;
  }

  const termsFor = async ({ user_id }: Open) => ({
    second_above: SECOND_ABOVE,
    pending: await seen(user_id),
  });

  async function reject(one: Open): Promise<void> {
    await review(one, FINANCE[0], { kind: 'reject', reason: 'simulated' });
    counts.add('rejected');
  }

  /** What the creator's money does not cover any more is rejected. */
  async function approve(one: Open): Promise<void> {
    const decision = { kind: 'approve' as const, ...(await termsFor(one)) };
    // Both approve; an unneeded approval changes nothing.
    const answers = await Promise.all(FINANCE.map((by) => review(one, by, decision)));
    if (answers.includes('payout_not_covered')) {
      counts.add('not covered');
      return reject(one);
    }
    counts.add('approved');
  }

  /** The provider contradicts its answer about its newest payout. */
  async function changeMind({ user_id, withdrawal_id }: Open, kind: 'succeeded' | 'failed'): Promise<void> {
    const outcome = kind === 'failed' ? { kind, cause: 'account_unknown' as const } : { kind };
    const decided = await payouts.decide(withdrawal_id, outcome);
    const notice = decided && noticeOf(decided.state, decided.payee_kind);
    if (!decided || !notice) return;
    const { payout_id } = decided;
    await committer.submit(
      recordPayoutNotice({ user_id, withdrawal_id, payout_id, provider: payouts.name, notice }),
    );
    counts.add('minds changed');
    await closeDisputes({ user_id, withdrawal_id }, kind === 'succeeded');
  }

  /** Both read the provider's own books and enter the finding; an unneeded one changes nothing. */
  async function closeDisputes({ user_id, withdrawal_id }: Open, reached: boolean): Promise<void> {
    const stream = balanceStream(user_id);
    const disputes = await committer.read([stream], (states) =>
      openDisputes(withdrawalOf(states.get(balanceKind, stream), withdrawal_id) ?? noPayoutAnswers),
    );
    for (const { number } of disputes) {
      const terms = await termsFor({ user_id, withdrawal_id });
      const of = { user_id, withdrawal_id, number, reached, reason: 'simulated', ...terms };
      for (const by of FINANCE) await committer.submit(closeDispute({ ...of, by }));
      counts.add('disputes closed');
    }
  }

  async function failed(
    one: Open,
    state: WithdrawalState & { phase: 'failed' },
    roll: number,
  ): Promise<void> {
    if (roll < 0.08) return changeMind(one, 'succeeded');
    if (roll < 0.5 && state.can_atb) {
      counts.add('switched to the bank');
      return request(one.user_id, state.amount, 'bank', one.withdrawal_id);
    }
    if (roll < 0.75 && state.payout.attempt === 1) {
      const decision = { kind: 'retry' as const, ...(await termsFor(one)) };
      const alone = await review(one, FINANCE[0], decision);
      // Of several that one person let out, the other person retries.
      counts.add(`retried: ${alone === 'bad_input' ? await review(one, FINANCE[1], decision) : alone}`);
      open.push(one);
    }
  }

  /** Handles one by its present state; one in payout is handled the next time. */
  async function deal(one: Open, roll: number): Promise<void> {
    const stream = balanceStream(one.user_id);
    const state = await committer.read([stream], (states) =>
      withdrawalOf(states.get(balanceKind, stream), one.withdrawal_id),
    );
    if (!state || state.phase === 'rejected') return;
    if (state.phase === 'paid') {
      if (roll < 0.03) await changeMind(one, 'failed');
      return;
    }
    if (state.phase === 'failed') {
      counts.add('payouts failed');
      return failed(one, state, roll);
    }
    open.push(one);
    if (state.phase === 'waiting') {
      await (roll < 0.05 ? reject(one) : approve(one));
    } else if (isTransferring(state) && roll < 0.05) await changeMind(one, 'failed');
  }

  return {
    /** Some creators request withdrawals, one of them several concurrently. */
    async ask(creators: readonly UserId[]): Promise<void> {
      for (const [nth, user_id] of creators.entries()) {
        const amount = await wish(user_id);
        if (amount < SMALLEST) continue;
        const times = nth === 0 ? 3 : 1;
        await Promise.all(Array.from({ length: times }, () => request(user_id, amount, 'apy', null)));
      }
    },
    /** Finance judges what waits, and deals with what failed. */
    async work(): Promise<void> {
      const before = open.map((one) => ({ one, roll: random.next() }));
      open = [];
      await Promise.all(before.map(({ one, roll }) => deal(one, roll)));
    },
  };
}

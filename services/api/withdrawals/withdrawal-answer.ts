import { type Fen, fenOf, toWire, ZERO } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import { needsTwoFindings, waitsForNewer } from '#services/commerce/withdrawals/close-dispute.ts';
import { payoutCover } from '#services/commerce/withdrawals/payout-cover.ts';
import {
  countsAsPaid,
  type DisputeFinding,
  type ProviderAnswer,
} from '#services/commerce/withdrawals/payout-dispute.ts';
import { missingForRetry, releasedAlone } from '#services/commerce/withdrawals/review-withdrawal.ts';
import {
  canSwitch,
  dealErrorOf,
  heldForDispute,
  switchedTo,
  type WithdrawalState,
  withdrawStatusOf,
} from '#services/commerce/withdrawals/withdrawal.ts';
import type { FinanceWithdrawal, PayoutDispute } from '#services/contract/withdrawals/finance-withdrawals.ts';
import type { Language } from '../http/language.ts';
import { reasonText, statusText, typeText } from './withdrawal-words.ts';
import type { WithdrawalAsOf } from './withdrawals-as-of.ts';

/** When a decision would be made, and above which amount (fen) two people must make it. */
interface DecisionTerms {
  now: Millis;
  second_above: Fen;
}

/** A withdrawal as its creator and finance see it. */
export function recordAnswer(one: WithdrawalState, language: Language) {
  return {
    order_id: one.withdrawal_id,
    pay_amount: toWire(one.amount),
    apply_time: Math.floor(one.requested_at / 1000),
    status: withdrawStatusOf(one),
    status_text: statusText(one, language),
    withdraw_type: one.withdraw_type,
    type_text: typeText(one.withdraw_type, language),
    status_time: Math.floor(one.changed_at / 1000),
    deal_error: reasonText(dealErrorOf(one), language),
    can_atb: canSwitch(one) ? (1 as const) : (0 as const),
    instead_of: one.instead_of ?? '',
    switched_to: switchedTo(one) ?? '',
  };
}

const providerAnswerOf = ({ said, detail, at }: ProviderAnswer, language: Language) => ({
  said,
  detail: said === 'failed' ? reasonText(detail, language) : detail,
  time: Math.floor(at / 1000),
});

const statementAnswer = (statement: DisputeFinding | null, nameOf: (user: string) => string) =>
  statement && {
    user_id: statement.by,
    name: nameOf(statement.by),
    outcome: statement.reached ? ('reached' as const) : ('not_reached' as const),
    reason: statement.reason,
    time: Math.floor(statement.at / 1000),
  };

/** The creator's money as a decision counts it, and whether one person can make it. */
export function decisionAnswer(
  { one, state, seen }: WithdrawalAsOf,
  { now, second_above }: DecisionTerms,
): Pick<FinanceWithdrawal, 'cover' | 'needs_second'> {
  const cover = payoutCover(state, seen, now);
  const { available, pending, disputed, refunds } = cover;
  const owed = fenOf(Math.max(-cover.left, 0));
  const { phase } = one;
  const missing =
    phase === 'waiting' ? owed : phase === 'failed' ? missingForRetry(state, one, seen, now) : ZERO;
  const others = phase === 'waiting' || phase === 'failed' ? releasedAlone(state, one, now) : ZERO;
  return {
    cover: {
      available: toWire(available),
      pending: toWire(pending),
      on_hold: toWire(fenOf(disputed + refunds)),
      owed: toWire(owed),
      missing: toWire(missing),
    },
    needs_second: one.amount + others > second_above,
  };
}

/** The contradicting answers of its provider, and finance's findings. */
export const disputesAnswer = (
  { one, state, seen }: WithdrawalAsOf,
  { now, second_above }: DecisionTerms,
  nameOf: (user: string) => string,
  language: Language,
): PayoutDispute[] =>
  one.disputes.map((dispute) => ({
    number: dispute.number,
    payout_id: dispute.payout_id,
    ...providerAnswerOf(dispute.now, language),
    before: providerAnswerOf(dispute.before, language),
    counts_as_paid: countsAsPaid(one, dispute.payout_id),
    held: toWire(heldForDispute(one, dispute)),
    waits_for_newer: waitsForNewer(one, dispute),
    two_people: needsTwoFindings(state, one, dispute, { second_above, pending: seen, reached: false }, now),
    judged: statementAnswer(dispute.judged, nameOf),
    closed: statementAnswer(dispute.closed, nameOf),
  }));

/** All finance staff named with a withdrawal. */
export const namedWith = ({ approvals, disputes }: WithdrawalState): string[] => [
  ...approvals,
  ...disputes.flatMap(({ judged, closed }) =>
    [judged, closed].flatMap((statement) => (statement ? [statement.by] : [])),
  ),
];

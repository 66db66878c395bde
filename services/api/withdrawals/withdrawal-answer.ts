import { toWire } from '#events/money.ts';
import { waitsForNewer } from '#services/commerce/withdrawals/close-dispute.ts';
import {
  countsAsPaid,
  type DisputeSaid,
  type ProviderWord,
} from '#services/commerce/withdrawals/payout-dispute.ts';
import {
  canSwitch,
  dealErrorOf,
  heldForDispute,
  switchedTo,
  type WithdrawalState,
  withdrawStatusOf,
} from '#services/commerce/withdrawals/withdrawal.ts';
import type { Language } from '../http/language.ts';
import type { PayoutDispute } from './contract/finance-withdrawals.ts';
import { reasonText, statusText, typeText } from './withdrawal-words.ts';

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

const wordAnswer = ({ said, detail, at }: ProviderWord, language: Language) => ({
  said,
  detail: said === 'failed' ? reasonText(detail, language) : detail,
  time: Math.floor(at / 1000),
});

const saidAnswer = (said: DisputeSaid | null, nameOf: (user: string) => string) =>
  said && {
    user_id: said.by,
    name: nameOf(said.by),
    outcome: said.reached ? ('reached' as const) : ('not_reached' as const),
    reason: said.reason,
    time: Math.floor(said.at / 1000),
  };

/** The contradicting answers of its provider, and finance's findings. */
export const disputesAnswer = (
  one: WithdrawalState,
  nameOf: (user: string) => string,
  language: Language,
): PayoutDispute[] =>
  one.disputes.map((dispute) => ({
    ...{ number: dispute.number, payout_id: dispute.payout_id },
    ...wordAnswer(dispute.now, language),
    before: wordAnswer(dispute.before, language),
    counts_as_paid: countsAsPaid(one, dispute.payout_id),
    held: toWire(heldForDispute(one, dispute)),
    waits_for_newer: waitsForNewer(one, dispute),
    judged: saidAnswer(dispute.judged, nameOf),
    closed: saidAnswer(dispute.closed, nameOf),
  }));

/** All finance staff named with a withdrawal. */
export const namedWith = ({ approvals, disputes }: WithdrawalState): string[] => [
  ...approvals,
  ...disputes.flatMap(({ judged, closed }) => [judged, closed].flatMap((said) => (said ? [said.by] : []))),
];

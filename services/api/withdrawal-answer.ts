import { toWire } from '#events/money.ts';
import type { WithdrawalState } from '#services/commerce/balance.ts';
import type { Language } from './language.ts';
import { reasonText, statusText, typeText } from './withdrawal-words.ts';

/** A withdrawal as its creator and finance see it. */
export function recordAnswer(one: WithdrawalState, language: Language) {
  return {
    order_id: one.withdrawal_id,
    pay_amount: toWire(one.amount),
    apply_time: Math.floor(one.requested_at / 1000),
    status: one.status,
    status_text: statusText(one.status, language),
    withdraw_type: one.withdraw_type,
    type_text: typeText(one.withdraw_type, language),
    status_time: Math.floor(one.changed_at / 1000),
    deal_error: reasonText(one.deal_error, language),
    can_atb: one.can_atb ? (1 as const) : (0 as const),
    instead_of: one.instead_of ?? '',
    switched_to: one.switched_to ?? '',
  };
}

/** What its provider said otherwise than before, for finance. */
export const disputesAnswer = (one: WithdrawalState, language: Language) =>
  one.disputes.map(({ payout_id, said, detail, at }) => ({
    payout_id,
    said,
    detail: said === 'failed' ? reasonText(detail, language) : detail,
    time: Math.floor(at / 1000),
  }));

import { newEventId, type OutTradeNo, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import { balanceStream, orderStream, settlementStream } from '#events/stream-names.ts';
import type { Step } from './history.ts';

/** A step of a creator's money, as the deciders would write it. */
export const moneyStep = (stream: string, creator_id: string, event: DomainEvent, at: number): Step => ({
  stream,
  event: { id: newEventId(), ...event, metadata: { creator_id, actor: 'process:test', at } },
});

/** What became of a withdrawal. */
export type Ending = 'open' | 'rejected' | 'paid' | 'failed' | 'retried';

/** A withdrawal's whole story, its steps a second apart. */
export function withdrawalSteps(
  user: string,
  id: string,
  amount: number,
  ending: Ending,
  at: number,
): Step[] {
  const user_id = user as UserId;
  const of = { user_id, withdrawal_id: id };
  const payout = { ...of, payout_id: `${id}-1` };
  const failed = { ...payout, status: 3 as const, deal_error: 'no', can_atb: true };
  const requested: DomainEvent = {
    type: 'WithdrawalRequested',
    data: { ...of, amount: fenOf(amount), withdraw_type: 1, method_ref: 'm', instead_of: null },
  };
  const endings: Record<Ending, DomainEvent[]> = {
    open: [],
    rejected: [{ type: 'WithdrawalRejected', data: { ...of, by: user_id, reason: 'no' } }],
    paid: [{ type: 'PayoutSucceeded', data: { ...payout, provider_reference: 'p' } }],
    failed: [{ type: 'PayoutFailed', data: failed }],
    retried: [
      { type: 'PayoutFailed', data: failed },
      { type: 'WithdrawalRetried', data: { ...of, by: user_id } },
      { type: 'PayoutSucceeded', data: { ...of, payout_id: `${id}-2`, provider_reference: 'p' } },
    ],
  };
  return [requested, ...endings[ending]].map((event, nth) =>
    moneyStep(balanceStream(user_id), user, event, at + nth * 1_000),
  );
}

/** A month that is settled with these figures; positions and hash are the caller's to know. */
export function settledStep(
  user: string,
  month: string,
  net: number,
  at: number,
  last_position: number,
): Step {
  const user_id = user as UserId;
  const zero = fenOf(0);
  const data = {
    ...{ user_id, month, orders: 0, gross: zero, payment_fee: zero, service_fee: zero, affiliate: zero },
    ...{
      refunds: zero,
      net: fenOf(net),
      first_position: 0,
      last_position,
      lines_sha256: '',
      available_at: at,
    },
  };
  return moneyStep(settlementStream(month, user_id), user, { type: 'MonthSettled', data }, at);
}

/** Money that comes for an order that cannot use it, and perhaps goes back. */
export function lateSteps(
  order: string,
  creator: string,
  amount: number,
  returned: boolean,
  at: number,
): Step[] {
  const out_trade_no = order as OutTradeNo;
  const data = { out_trade_no, charge_id: `ch_${order}_2` as never, amount: fenOf(amount) };
  const events: DomainEvent[] = [{ type: 'LatePaymentReceived', data: { ...data, reason: 'stock' } }];
  if (returned) events.push({ type: 'LatePaymentReturned', data: { ...data, provider_refund_id: 'r' } });
  return events.map((event) => moneyStep(orderStream(out_trade_no), creator, event, at));
}

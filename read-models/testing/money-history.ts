import type { StatementLine, StatementLineKind } from '#events/books.ts';
import { differenceId, type OutTradeNo, PLATFORM, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import {
  balanceStream,
  differenceStream,
  orderStream,
  settlementStream,
  statementLineStream,
} from '#events/stream-names.ts';
import type { DisputeMove } from '#events/withdrawals.ts';
import { type Step, stepOf } from './history.ts';

/** The outcome of a withdrawal. */
export type Ending =
  | 'open'
  | 'rejected'
  | 'paid'
  | 'failed'
  | 'retried'
  /** A dispute closed by finance: `paid`, once or twice, also during a retry; returned; or unchanged. */
  | 'confirmed'
  | 'paid_twice'
  | 'confirmed_again'
  | 'returned'
  | 'stands';

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
  const disputed = (said: 'succeeded' | 'failed'): DomainEvent => ({
    type: 'PayoutDisputed',
    data: { ...payout, said, detail: 'd' },
  });
  const closed = (moves: DisputeMove): DomainEvent => {
    const reached = moves === 'charged' || moves === 'paid';
    const by = { number: 1, by: user_id, reached, reason: 'r' };
    const stands = { status: reached ? 2 : 3, deal_error: '', can_atb: !reached } as const;
    return {
      type: 'PayoutDisputeClosed',
      data: { ...payout, ...by, ...stands, moves, provider_reference: 'p' },
    };
  };
  const retried: DomainEvent = { type: 'WithdrawalRetried', data: { ...of, by: user_id, reason: '' } };
  const paidAgain: DomainEvent = {
    type: 'PayoutSucceeded',
    data: { ...of, payout_id: `${id}-2`, provider_reference: 'p' },
  };
  const endings: Record<Ending, DomainEvent[]> = {
    open: [],
    rejected: [{ type: 'WithdrawalRejected', data: { ...of, by: user_id, reason: 'no' } }],
    paid: [{ type: 'PayoutSucceeded', data: { ...payout, provider_reference: 'p' } }],
    failed: [{ type: 'PayoutFailed', data: failed }],
    retried: [{ type: 'PayoutFailed', data: failed }, retried, paidAgain],
    confirmed: [{ type: 'PayoutFailed', data: failed }, disputed('succeeded'), closed('charged')],
    paid_twice: [
      { type: 'PayoutFailed', data: failed },
      retried,
      paidAgain,
      disputed('succeeded'),
      closed('charged'),
    ],
    confirmed_again: [{ type: 'PayoutFailed', data: failed }, retried, disputed('succeeded'), closed('paid')],
    returned: [
      { type: 'PayoutSucceeded', data: { ...payout, provider_reference: 'p' } },
      disputed('failed'),
      closed('returned'),
    ],
    stands: [{ type: 'PayoutFailed', data: failed }, disputed('succeeded'), closed('none')],
  };
  return [requested, ...endings[ending]].map((event, nth) =>
    stepOf(balanceStream(user_id), user, event, at + nth * 1_000),
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
    user_id,
    month,
    orders: 0,
    gross: zero,
    payment_fee: zero,
    service_fee: zero,
    affiliate: zero,
    refunds: zero,
    commissions: zero,
    net: fenOf(net),
    first_position: 0,
    last_position,
    lines_sha256: '',
    available_at: at,
    reason: 'scheduled',
  };
  return stepOf(settlementStream(month, user_id), user, { type: 'MonthSettled', data }, at);
}

/** A payment that its order cannot use, with or without its return. */
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
  return events.map((event) => stepOf(orderStream(out_trade_no), creator, event, at));
}

/** A line of the sandbox provider's statement. */
export function lineStep(
  line: Partial<StatementLine> & { line_id: string; kind: StatementLineKind },
  at: number,
  { provider = 'sandbox', statement_id = 'st' } = {},
): Step {
  const data = {
    provider,
    statement_id,
    line: 2,
    reference: '',
    provider_reference: '',
    amount: fenOf(0),
    fee: fenOf(0),
    currency: 'CNY' as const,
    at,
    ...line,
  };
  const stream = statementLineStream(provider, line.line_id);
  return stepOf(stream, PLATFORM, { type: 'StatementLineRecorded', data }, at);
}

/** A difference that is resolved and perhaps reopened. */
export function writtenOffSteps(
  reference: string,
  amount: number,
  reopened: boolean,
  at: number,
  kind: StatementLineKind = 'charge',
): Step[] {
  const of = { provider: 'sandbox', kind, reference, reason: 'r', by: PLATFORM };
  const difference_id = differenceId(of.provider, of.kind, reference);
  const seen = { ours: null, theirs: fenOf(amount) };
  const events: DomainEvent[] = [
    { type: 'DifferenceResolved', data: { ...of, difference_id, seen, written_off: fenOf(amount) } },
  ];
  if (reopened) {
    events.push({ type: 'DifferenceReopened', data: { ...of, difference_id, written_back: fenOf(amount) } });
  }
  return events.map((event) => stepOf(differenceStream(difference_id), PLATFORM, event, at));
}

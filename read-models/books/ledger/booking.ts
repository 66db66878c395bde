import { sharesOf, sharesOfRefund } from '#events/fees.ts';
import { PLATFORM } from '#events/ids.ts';
import type { IncomeLine } from '#events/income.ts';
import { type Fen, fenOf } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DisputeMove } from '#events/withdrawals.ts';
import type { OrderFacts } from '../../orders/order-facts.ts';
import {
  BANK,
  CHARGEBACK,
  FAILED_REFUNDS,
  LATE_PAYMENTS,
  PAYMENT_FEE,
  pspAccount,
  SERVICE_FEE,
  type UserPart,
  userAccount,
} from './accounts.ts';
import type { Booking, EntryKind, LineParts } from './booked-entry.ts';
import { bookingOfStatement } from './statement-booking.ts';
import type { BookedWithdrawal } from './tables.ts';

export interface KnownFacts {
  /** undefined for imported ones: their money never was at a provider of ours */
  order(out_trade_no: string): OrderFacts | undefined;
  /** Throws for an unknown withdrawal. */
  withdrawal(user_id: string, withdrawal_id: string): BookedWithdrawal;
}

/** The lines of a booked order or refund: the seller's, and the partner's unless the commission is zero. */
export function incomeLinesOf(position: number, booking: Booking): (IncomeLine & { user_id: string })[] {
  const { parts, kind, user_id, partner_id, out_trade_no, ref } = booking;
  if (parts === null || out_trade_no === null || (kind !== 'order' && kind !== 'refund')) return [];
  const of = { position, out_trade_no, refund_id: ref ?? '' };
  const amount = parts.affiliate;
  const brought = kind === 'order' ? ('commission' as const) : ('commission_refund' as const);
  const commission = { amount, payment_fee: 0, service_fee: 0, affiliate: 0, net: amount };
  return [
    { ...of, user_id, kind, ...parts },
    ...(partner_id === null || amount === 0
      ? []
      : [{ ...of, user_id: partner_id, kind: brought, ...commission }]),
  ];
}

const none = { out_trade_no: null, ref: null, parts: null, partner_id: null };

/** @param money the account that the payer's money is in, or comes out of */
function orderBooking(
  order: OrderFacts,
  parts: LineParts,
  kind: EntryKind,
  ref: string | null,
  money = pspAccount(order.provider),
): Booking {
  const { partner_id } = order;
  return {
    kind,
    user_id: order.creator_id,
    out_trade_no: order.out_trade_no,
    ref,
    parts,
    partner_id,
    amounts: [
      { account: money, amount: parts.amount },
      { account: userAccount(order.creator_id, 'pending'), amount: -parts.net },
      { account: SERVICE_FEE, amount: -parts.service_fee },
      { account: PAYMENT_FEE, amount: -parts.payment_fee },
      ...(partner_id === null
        ? []
        : [{ account: userAccount(partner_id, 'pending'), amount: -parts.affiliate }]),
    ],
  };
}

function refundParts(order: OrderFacts, amount: Fen, refunded_before: Fen): LineParts {
  const back = sharesOfRefund(fenOf(order.total_amount), amount, refunded_before, order);
  return {
    amount: -amount,
    payment_fee: -back.payment_fee,
    service_fee: -back.service_fee,
    affiliate: -back.affiliate,
    net: -back.net,
  };
}

function moved(kind: EntryKind, user_id: string, ref: string, amount: number, from: UserPart, to: UserPart) {
  return {
    ...none,
    kind,
    user_id,
    ref,
    amounts: [
      { account: userAccount(user_id, from), amount },
      { account: userAccount(user_id, to), amount: -amount },
    ],
  };
}

type OrderMoneyEvent = Extract<
  RecordedEvent,
  {
    type:
      | 'OrderPaid'
      | 'OrderRefunded'
      | 'LatePaymentReceived'
      | 'LatePaymentReturned'
      | 'RefundFailed'
      | 'FailedRefundPaid';
  }
>;

function bookingOfOrder({ type, data }: OrderMoneyEvent, order: OrderFacts): Booking {
  switch (type) {
    case 'OrderPaid': {
      const parts = { amount: data.amount, ...sharesOf(data.amount, order) };
      return orderBooking(order, parts, 'order', null);
    }
    case 'OrderRefunded': {
      const { amount, refunded_before, refund_id, by } = data;
      const parts = refundParts(order, amount, refunded_before);
      // The line of the provider's statement booked the loss, which the parties of the order bear.
      return by === 'dispute'
        ? orderBooking(order, parts, 'refund', refund_id, CHARGEBACK)
        : orderBooking(order, parts, 'refund', refund_id);
    }
    case 'LatePaymentReceived':
    case 'LatePaymentReturned': {
      const came = type === 'LatePaymentReceived';
      const amount = came ? data.amount : -data.amount;
      return {
        ...none,
        kind: came ? 'late_payment' : 'late_payment_returned',
        user_id: order.creator_id,
        out_trade_no: order.out_trade_no,
        ref: data.charge_id,
        amounts: [
          { account: pspAccount(order.provider), amount },
          { account: LATE_PAYMENTS, amount: -amount },
        ],
      };
    }
    case 'RefundFailed':
    case 'FailedRefundPaid': {
      const failed = type === 'RefundFailed';
      const { amount, refund_id: ref } = data;
      const isSent = !failed && data.paid_by === 'provider';
      return {
        ...none,
        kind: failed ? 'refund_failed' : isSent ? 'failed_refund_sent' : 'failed_refund_paid',
        user_id: order.creator_id,
        out_trade_no: order.out_trade_no,
        ref,
        amounts: [
          { account: failed ? pspAccount(order.provider) : FAILED_REFUNDS, amount },
          {
            account: failed ? FAILED_REFUNDS : isSent ? pspAccount(order.provider) : BANK,
            amount: -amount,
          },
        ],
      };
    }
    default:
      return type satisfies never;
  }
}

function bookingOfEvent(event: RecordedEvent, facts: KnownFacts): Booking | undefined {
  switch (event.type) {
    case 'OrderPaid':
    case 'OrderRefunded':
    case 'LatePaymentReceived':
    case 'LatePaymentReturned':
    case 'RefundFailed':
    case 'FailedRefundPaid': {
      const order = facts.order(event.data.out_trade_no);
      return order && bookingOfOrder(event, order);
    }
    case 'MonthSettled': {
      const { user_id, month, net } = event.data;
      return moved('settlement', user_id, month, net, 'pending', 'available');
    }
    case 'WithdrawalRequested': {
      const { user_id, withdrawal_id, amount } = event.data;
      return moved('withdrawal', user_id, withdrawal_id, amount, 'available', 'paying');
    }
    case 'WithdrawalRetried':
    case 'WithdrawalRejected':
    case 'PayoutFailed':
    case 'PayoutSucceeded': {
      const { user_id, withdrawal_id } = event.data;
      return bookingOfWithdrawal(event.type, facts.withdrawal(user_id, withdrawal_id));
    }
    case 'PayoutDisputeClosed': {
      const { user_id, withdrawal_id, moves } = event.data;
      return closedDispute(moves, facts.withdrawal(user_id, withdrawal_id));
    }
    case 'StatementLineRecorded':
    case 'DifferenceResolved':
    case 'DifferenceReopened':
      return { parts: null, partner_id: null, user_id: PLATFORM, ...bookingOfStatement(event) };
    default:
      return undefined;
  }
}

function bookingOfWithdrawal(
  type: 'WithdrawalRetried' | 'WithdrawalRejected' | 'PayoutFailed' | 'PayoutSucceeded',
  { user_id, withdrawal_id, amount }: BookedWithdrawal,
): Booking {
  switch (type) {
    case 'WithdrawalRetried':
      return moved('withdrawal_retried', user_id, withdrawal_id, amount, 'available', 'paying');
    case 'WithdrawalRejected':
      return moved('withdrawal_rejected', user_id, withdrawal_id, amount, 'paying', 'available');
    case 'PayoutFailed':
      return moved('payout_failed', user_id, withdrawal_id, amount, 'paying', 'available');
    case 'PayoutSucceeded':
      return {
        ...none,
        kind: 'payout',
        user_id,
        ref: withdrawal_id,
        amounts: [
          { account: userAccount(user_id, 'paying'), amount },
          { account: BANK, amount: -amount },
        ],
      };
    default:
      return type satisfies never;
  }
}

/** Finance's finding on a disputed payout. */
function closedDispute(
  moves: DisputeMove,
  { user_id, withdrawal_id: ref, amount }: BookedWithdrawal,
): Booking | undefined {
  const between = (kind: EntryKind, account: string, other: string): Booking => ({
    ...none,
    kind,
    user_id,
    ref,
    amounts: [
      { account, amount },
      { account: other, amount: -amount },
    ],
  });
  switch (moves) {
    case 'none':
      return undefined;
    case 'charged':
      return between('payout_confirmed', userAccount(user_id, 'available'), BANK);
    case 'paid':
      return between('payout_confirmed', userAccount(user_id, 'paying'), BANK);
    case 'returned':
      return between('payout_returned', BANK, userAccount(user_id, 'available'));
    default:
      return moves satisfies never;
  }
}

/**
 * The postings of an event, by the table in docs/domain/books.md; none for imported orders and events without
 * money.
 */
export function bookingOf(event: RecordedEvent, facts: KnownFacts): Booking | undefined {
  if (event.metadata.imported) return undefined;
  const booking = bookingOfEvent(event, facts);
  if (!booking) return undefined;
  const amounts = booking.amounts.filter(({ amount }) => amount !== 0);
  return amounts.length === 0 ? undefined : { ...booking, amounts };
}

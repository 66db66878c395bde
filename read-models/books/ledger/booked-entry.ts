export type EntryKind =
  | 'order'
  | 'refund'
  | 'late_payment'
  | 'late_payment_returned'
  | 'refund_failed'
  | 'failed_refund_paid'
  | 'failed_refund_sent'
  | 'settlement'
  | 'withdrawal'
  | 'withdrawal_rejected'
  | 'withdrawal_retried'
  | 'payout'
  | 'payout_failed'
  | 'payout_confirmed'
  | 'payout_returned'
  | 'statement_line'
  | 'difference_resolved'
  | 'difference_reopened';

/** Fen; a debit is above zero, a credit below. */
interface BookedAmount {
  account: string;
  amount: number;
}

/** The parts of a payment (positive) or of a refund (negative). They add up to `amount`. */
export interface LineParts {
  amount: number;
  payment_fee: number;
  service_fee: number;
  affiliate: number;
  net: number;
}

/** The postings of one event. */
export interface Booking {
  kind: EntryKind;
  /** The creator whose money moves; PLATFORM if there is none. */
  user_id: string;
  out_trade_no: string | null;
  /** Id of the refund, charge, withdrawal, statement line or difference; the month of a settlement. */
  ref: string | null;
  /** Of orders and refunds: the line that its month is settled from. */
  parts: LineParts | null;
  /** The partner who receives the affiliate part; null without one. */
  partner_id: string | null;
  amounts: BookedAmount[];
}

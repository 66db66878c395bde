import type { UserId } from './ids.ts';
import type { Fen } from './money.ts';
import type { Millis } from './time.ts';

/** The monthly move of a creator's income from pending to available, with its evidence. */
export type SettlementEvent = {
  type: 'MonthSettled';
  data: {
    user_id: UserId;
    /** `YYYY-MM` of the business calendar. */
    month: string;
    /**
     * Paid orders of the month, refunded ones included; the creator's own orders, as in all fields except
     * commissions.
     */
    orders: number;
    gross: Fen;
    payment_fee: Fen;
    service_fee: Fen;
    affiliate: Fen;
    /** Refunds of the month, of orders of any month. */
    refunds: Fen;
    /** Commissions of codes that name this creator as partner, less refunds. */
    commissions: Fen;
    /** The creator's part of all of it; may be below zero. */
    net: Fen;
    /** Log positions of the first and last event it covers; 0 when there is none. */
    first_position: number;
    last_position: number;
    /** SHA-256 over its lines in the order of the log, hex. */
    lines_sha256: string;
    available_at: Millis;
    /** `scheduled` on the 1st, otherwise the reason entered by staff. */
    reason: string;
  };
};

/**
 * An order or refund in the settlement of a month. Amounts are in fen, those of refunds negative. A partner's line of
 * another creator's order has the commission as amount and net, and no fees.
 */
export interface IncomeLine {
  /** Log position of the event. */
  position: number;
  kind: 'order' | 'refund' | 'commission' | 'commission_refund';
  out_trade_no: string;
  /** Empty for orders, and for their commissions. */
  refund_id: string;
  amount: number;
  payment_fee: number;
  service_fee: number;
  affiliate: number;
  net: number;
}

/**
 * The line in the form that is hashed: fields in this order, separated by tabs, with a line feed. A settlement's hash
 * is the SHA-256 of its lines in log order, so anybody can recompute it.
 */
export const incomeLineText = (line: IncomeLine): string =>
  `${[
    line.position,
    line.kind,
    line.out_trade_no,
    line.refund_id,
    line.amount,
    line.payment_fee,
    line.service_fee,
    line.affiliate,
    line.net,
  ].join('\t')}\n`;

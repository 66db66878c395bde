import { z } from 'zod';
import type { EventOf } from './envelope.ts';
import { userId } from './ids.ts';
import { fen } from './money.ts';
import { millis } from './time.ts';

/** The monthly move of a creator's income from pending to available, with its evidence. */
export const settlementEvents = {
  MonthSettled: z.object({
    user_id: userId,
    /** `YYYY-MM` of the business calendar. */
    month: z.string(),
    /**
     * Paid orders of the month, refunded ones included; the creator's own orders, as in all fields except
     * commissions.
     */
    orders: z.int(),
    gross: fen,
    payment_fee: fen,
    service_fee: fen,
    affiliate: fen,
    /** Refunds of the month, of orders of any month. */
    refunds: fen,
    /** Commissions of codes that name this creator as partner, less refunds. */
    commissions: fen,
    /** The creator's part of all of it; may be below zero. */
    net: fen,
    /** Log positions of the first and last event it covers; 0 when there is none. */
    first_position: z.int(),
    last_position: z.int(),
    /** SHA-256 over its lines in the order of the log, hex. */
    lines_sha256: z.string(),
    available_at: millis,
    /** `scheduled` on the 1st, otherwise the reason entered by staff. */
    reason: z.string(),
  }),
};
export type SettlementEvent = EventOf<typeof settlementEvents>;

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

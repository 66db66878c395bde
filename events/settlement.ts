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

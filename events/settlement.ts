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
    /** Paid orders of the month, refunded ones too; of the creator's own, like all but the commissions. */
    orders: number;
    gross: Fen;
    payment_fee: Fen;
    service_fee: Fen;
    affiliate: Fen;
    /** Refunded in the month, of whatever month's orders. */
    refunds: Fen;
    /** What others' orders brought by codes that name this creator as partner, less what refunds took back. */
    commissions: Fen;
    /** The creator's part of all of it; may be below zero. */
    net: Fen;
    /** Log positions of the first and last event it covers; 0 when there is none. */
    first_position: number;
    last_position: number;
    /** SHA-256 over its lines in the order of the log, hex. */
    lines_sha256: string;
    available_at: Millis;
    /** Why it was settled when it was: `scheduled` on the 1st, else what whoever had it done says. */
    reason: string;
  };
};

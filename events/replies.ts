import type { OutTradeNo, UserId } from './ids.ts';

/**
 * Changes of a pool of random replies. A pool belongs to a SKU or to a sponsorship plan and has its id. Lines are
 * numbered from 0 in order of addition, and each is given once. Texts are encrypted in a table, by fill and number.
 */
export type RepliesEvent =
  | {
      type: 'RepliesAdded';
      data: {
        pool_id: string;
        creator_id: UserId;
        /** The id of lines that were added together. */
        fill_id: string;
        /** Number of its first line. */
        first: number;
        count: number;
      };
    }
  /** The remaining lines are removed and replaced by others. */
  | { type: 'RepliesDropped'; data: { pool_id: string; first: number; count: number } }
  | {
      type: 'RepliesGiven';
      data: {
        pool_id: string;
        out_trade_no: OutTradeNo;
        user_id: UserId;
        /** Number of the first line given; the others follow it. */
        first: number;
        count: number;
        /** Lines left afterwards. */
        left: number;
        /** The order had to wait for replies. */
        waited: boolean;
      };
    }
  /** A paid order waits for lines, behind earlier orders. */
  | {
      type: 'RepliesAwaited';
      data: {
        pool_id: string;
        out_trade_no: OutTradeNo;
        user_id: UserId;
        /** Lines that it still lacks. */
        units: number;
        /** Number of lines ever added; it distinguishes each time that the pool was empty. */
        added: number;
      };
    }
  /** After a refund an order waits for fewer lines. */
  | { type: 'RepliesForgone'; data: { pool_id: string; out_trade_no: OutTradeNo; units: number } };

import type { OutTradeNo, UserId } from './ids.ts';

/**
 * What can happen to a pool of random replies. A pool belongs to a SKU, or to a sponsorship plan, and bears its
 * id. Lines are numbered from 0 in the order in which they were added; each is given at most once. Their
 * texts lie sealed in a table, by fill and place in it.
 */
export type RepliesEvent =
  | {
      type: 'RepliesAdded';
      data: {
        pool_id: string;
        creator_id: UserId;
        /** Names the lines that came together. */
        fill_id: string;
        /** Number of its first line. */
        first: number;
        count: number;
      };
    }
  /** The lines that were left are taken out: others came in their place. */
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
        /** The order had to wait for them. */
        waited: boolean;
      };
    }
  /** A paid order waits for lines to be added, behind those that wait already. */
  | {
      type: 'RepliesAwaited';
      data: {
        pool_id: string;
        out_trade_no: OutTradeNo;
        user_id: UserId;
        /** Lines that it still lacks. */
        units: number;
        /** Lines ever added: tells one time of being empty from the next. */
        added: number;
      };
    }
  /** A refunded order waits for so many lines less. */
  | { type: 'RepliesForgone'; data: { pool_id: string; out_trade_no: OutTradeNo; units: number } };

import { z } from 'zod';
import type { EventOf } from './envelope.ts';
import { outTradeNo, userId } from './ids.ts';

const pool_id = z.string();

/**
 * Changes of a pool of random replies. A pool belongs to a SKU or to a sponsorship plan and has its id. Lines are
 * numbered from 0 in order of addition, and each is given once. Texts are encrypted in a table, by fill and number.
 */
export const repliesEvents = {
  RepliesAdded: z.object({
    pool_id,
    creator_id: userId,
    /** The id of lines that were added together. */
    fill_id: z.string(),
    /** Number of its first line. */
    first: z.int(),
    count: z.int(),
  }),
  /** The remaining lines are removed and replaced by others. */
  RepliesDropped: z.object({ pool_id, first: z.int(), count: z.int() }),
  RepliesGiven: z.object({
    pool_id,
    out_trade_no: outTradeNo,
    user_id: userId,
    /** Number of the first line given; the others follow it. */
    first: z.int(),
    count: z.int(),
    /** Lines left afterwards. */
    left: z.int(),
    /** The order had to wait for replies. */
    waited: z.boolean(),
  }),
  /** A paid order waits for lines, behind earlier orders. */
  RepliesAwaited: z.object({
    pool_id,
    out_trade_no: outTradeNo,
    user_id: userId,
    /** Lines that it still lacks. */
    units: z.int(),
    /** Number of lines ever added; it distinguishes each time that the pool was empty. */
    added: z.int(),
  }),
  /** After a refund an order waits for fewer lines. */
  RepliesForgone: z.object({ pool_id, out_trade_no: outTradeNo, units: z.int() }),
};
export type RepliesEvent = EventOf<typeof repliesEvents>;

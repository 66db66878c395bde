import { derivedEventId, type UserId } from '#events/ids.ts';
import type { RepliesEvent } from '#events/replies.ts';
import { repliesStream } from '#events/stream-names.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { linesLeft, type RepliesState, repliesKind } from './replies.ts';

export interface FillReplies {
  creator_id: UserId;
  /** Id of the SKU or sponsorship plan; the caller has seen that it is this creator's. */
  pool_id: string;
  /** The key of the stored texts. The same fill is added once. */
  fill_id: string;
  count: number;
  /** Whether remaining lines are dropped first. */
  overwrite: boolean;
  /** The field of the lines, for refusals. */
  field?: string;
}

export interface FilledReplies {
  /** Lines that are left after those who waited got theirs. */
  left: number;
  /** Orders that got lines. */
  served: number;
}

/** Lines for waiting orders, first come first served; the last may get only a part. */
function serve(pool: RepliesState, first: number, added: number, pool_id: string): RepliesEvent[] {
  const events: RepliesEvent[] = [];
  let next = first;
  for (const { out_trade_no, user_id, units } of pool.waiting) {
    const count = Math.min(units, added - next);
    if (count === 0) break;
    const left = added - next - count;
    const data = { pool_id, out_trade_no, user_id, first: next, count, left, waited: true };
    events.push({ type: 'RepliesGiven', data });
    next += count;
  }
  return events;
}

/** Whether a pool with these lines would have more left than it may. */
export function overfull(pool: RepliesState, count: number, overwrite: boolean, field = ''): Refusal | null {
  const left = (overwrite ? 0 : linesLeft(pool)) + count;
  return left > QUOTAS.reply_lines ? quotaReached(QUOTAS.reply_lines, field) : null;
}

/**
 * Adds lines to a pool and, in the same append, gives them to the orders that wait. With `overwrite` the lines
 * left so far are dropped first; with no lines at all it only empties the pool. Another creator's pool is
 * not_found.
 */
export function fillReplies(input: FillReplies): Command<FilledReplies> {
  const { creator_id, pool_id, fill_id, count, overwrite } = input;
  const stream = repliesStream(pool_id);
  return {
    name: 'fill_replies',
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      const pool = states.get(repliesKind, stream);
      if (pool.creator_id !== null && pool.creator_id !== creator_id) return refuse({ code: 'not_found' });
      const left = linesLeft(pool);
      if (pool.fills.includes(fill_id)) return accept([], { left, served: 0 });
      const refusal = overfull(pool, count, overwrite, input.field);
      if (refusal) return refuse(refusal);
      const events: RepliesEvent[] = [];
      const dropped = overwrite ? left : 0;
      if (dropped > 0)
        events.push({ type: 'RepliesDropped', data: { pool_id, first: pool.next, count: dropped } });
      const added = pool.added + count;
      if (count > 0) {
        const data = { pool_id, creator_id, fill_id, first: pool.added, count };
        events.push({ type: 'RepliesAdded', data });
      }
      const deliveries = serve(pool, pool.next + dropped, added, pool_id);
      events.push(...deliveries);
      const decided = events.map((event, place): Decided => {
        const id = derivedEventId(event.type, pool_id, fill_id, String(place));
        return { stream, creator_id, event, id };
      });
      const served = deliveries.reduce(
        (lines, event) => lines + ('count' in event.data ? event.data.count : 0),
        0,
      );
      return accept(decided, { left: left - dropped + count - served, served: deliveries.length });
    },
  };
}

import type { EventLog } from '#events/log/log.ts';
import { monthAt } from '#events/time.ts';
import { endOfMonth } from '#services/commerce/income/settle-month.ts';
import {
  booksPosition,
  type SettlementParts,
  type SettlementRun,
  settleMonths,
} from '#services/modules/income/settle.ts';
import type { Fired, Process, Timer } from '../process.ts';
import { dueTimeOf } from './due-time.ts';

/** The books follow the log within moments. */
const BOOKS_PAUSE_MS = 500;

interface Parts extends SettlementParts {
  log: Pick<EventLog, 'head'>;
}

/** The required position of the books at the first firing of a month's timer. */
interface Awaited {
  /** Position of the event that set it. */
  set_by: number | undefined;
  head: number;
}

/**
 * Settles creators' finished months on the 1st at 0:00 business time, and missed months. One timer per month: the
 * first to fire settles all finished ones.
 */
export function settlement(parts: Parts): Process {
  const awaited = new Map<string, Awaited>();
  let running: { books: number; run: Promise<SettlementRun> } | undefined;

  /**
   * The required position of the books. A timer set again by a later event waits for that one, too; otherwise it
   * would end before that event is settled.
   */
  const headFor = async ({ key, data }: Timer): Promise<number> => {
    const set_by = typeof data.position === 'number' ? data.position : undefined;
    const known = awaited.get(key);
    if (known !== undefined && known.set_by === set_by) return known.head;
    const head = await parts.log.head();
    awaited.set(key, { set_by, head });
    return head;
  };

  /** One run at a time, shared by the timers of all months that are due. @param books where they are at least */
  const begin = (books: number): { books: number; run: Promise<SettlementRun> } => {
    running ??= {
      books,
      run: settleMonths(parts).finally(() => {
        running = undefined;
      }),
    };
    return running;
  };

  return {
    name: 'settlement',
    types: ['OrderPaid', 'OrderRefunded'],
    timerFor(event) {
      if (event.metadata.imported) return undefined;
      const month = monthAt(parts.calendar, event.metadata.at);
      const due_at = dueTimeOf(event, endOfMonth(parts.calendar, month).ends_at);
      return { key: month, set: { due_at, data: { position: event.position } } };
    },
    async fire(timer, now): Promise<Fired> {
      const head = await headFor(timer);
      const books = await booksPosition(parts.pool);
      if (books < head) return { again_at: now + BOOKS_PAUSE_MS };
      const begun = begin(books);
      const { settled, still_open } = await begun.run;
      // A run by another month's timer may have read the books before they included this event.
      if (begun.books < head) return { again_at: now + BOOKS_PAUSE_MS };
      awaited.delete(timer.key);
      const [next] = still_open;
      // An event of a closed month belongs to a later one, which may have no timer.
      if (settled === 0 && next !== undefined) return { again_at: endOfMonth(parts.calendar, next).ends_at };
      return 'done';
    },
  };
}

import { monthAt } from '#events/business-month.ts';
import type { EventLog } from '#events/log/log.ts';
import { endOfMonth } from '#services/commerce/settle-month.ts';
import {
  booksPosition,
  type SettlementParts,
  type SettlementRun,
  settleMonths,
} from '#services/settlement/settle.ts';
import type { Fired, Process } from '../process.ts';
import { dueAfter } from './due.ts';

/** The books follow the log within moments. */
const BOOKS_PAUSE_MS = 500;

interface Parts extends SettlementParts {
  log: Pick<EventLog, 'head'>;
}

/**
 * Settles creators' months when they are over, on the 1st at 0:00 business time, and those that were missed while
 * nobody ran it. A timer per month: the first one that fires settles all that is over.
 */
export function settlement(parts: Parts): Process {
  /** What the log held when a timer first fired: the books have to come past it. */
  let awaited: number | undefined;
  let running: Promise<SettlementRun> | undefined;

  /** One run at a time, shared by the timers of all months that are due. */
  const run = (): Promise<SettlementRun> => {
    running ??= settleMonths(parts).finally(() => {
      running = undefined;
      awaited = undefined;
    });
    return running;
  };

  return {
    name: 'settlement',
    types: ['OrderPaid', 'OrderRefunded'],
    timerFor(event) {
      if (event.metadata.imported) return undefined;
      const month = monthAt(parts.calendar, event.metadata.at);
      const due_at = dueAfter(event, endOfMonth(parts.calendar, month).ends_at);
      return { key: month, set: { due_at, data: {} } };
    },
    async fire(_timer, now): Promise<Fired> {
      awaited ??= await parts.log.head();
      if ((await booksPosition(parts.pool)) < awaited) return { again_at: now + BOOKS_PAUSE_MS };
      const { settled, still_open } = await run();
      const [next] = still_open;
      // Something came for a month that was closed: it stands in one that nothing else may wake us for.
      if (settled === 0 && next !== undefined) return { again_at: endOfMonth(parts.calendar, next).ends_at };
      return 'done';
    },
  };
}

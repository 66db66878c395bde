import type { EventLog } from '#events/log/log.ts';

/** The same log, and how many events of streams were read through it. */
export function countingReads(log: EventLog): { log: EventLog; read(): number } {
  let read = 0;
  return {
    log: {
      ...log,
      async readStreams(reads, options) {
        const page = await log.readStreams(reads, options);
        for (const events of page.events.values()) read += events.length;
        return page;
      },
    },
    read: () => read,
  };
}

import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import type { BusinessCalendar } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { Contacts } from '#services/modules/accounts/contacts.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { type ImportCounts, importOffers, importOrders } from './import-orders.ts';
import { openOffers } from './offers.ts';
import type { Progress } from './progress.ts';
import { readFile } from './read-file.ts';
import type { Stats } from './read-models.ts';
import { openSpool } from './spool.ts';
import { writeRejected } from './write-rejected.ts';

export interface ImportTools {
  /** Address of the database, for the connection that sorts the file. */
  url: string;
  pool: Pool;
  log: EventLog;
  committer: Committer;
  contacts: Contacts;
  figures: Stats;
  calendar: BusinessCalendar;
  clock: Clock;
  /** One progress display per step. */
  progress(step: string, unit: string): Progress;
  signal: AbortSignal;
}

export interface ImportResult extends ImportCounts {
  lines: number;
  rejected: number;
  /** False if the signal ended it early; a second run continues. */
  complete: boolean;
}

/**
 * Imports a creator's past orders: reads and checks the file, creates its plans and SKUs, imports orders oldest
 * first, waits until the figures include them. After a crash, a second run imports only missing orders: numbers and
 * ids are derived from the file.
 */
export async function importFile(
  creator_id: UserId,
  file: string,
  tools: ImportTools,
): Promise<ImportResult> {
  const { url, pool, log, committer, contacts, figures, calendar, clock, signal } = tools;
  const spool = await openSpool(url);
  try {
    const reading = tools.progress('Reading', 'lines');
    const lines = await readFile(file, spool, {
      calendar,
      now: clock.now(),
      onProgress: (count, bytes, size) => reading.show(bytes, size, count),
    });
    reading.end();

    // The catalogue must include the results of an earlier import and of recent edits.
    await figures.reach(await log.head());
    const offers = await openOffers(pool, committer, creator_id);
    await importOffers({ offers, spool });

    const { orders } = await spool.counts();
    const importing = tools.progress('Importing', 'orders');
    const counts = await importOrders({
      creator_id,
      calendar,
      committer,
      contacts,
      offers,
      spool,
      signal,
      onProgress: (done) => importing.show(done, orders),
    });
    importing.end();

    const adding = tools.progress('Figures', 'events');
    let from: number | undefined;
    await figures.reach(counts.position, (position) => {
      from ??= position;
      adding.show(position - from, counts.position - from);
    });
    adding.end();
    return { ...counts, lines, rejected: await writeRejected(file, spool), complete: !signal.aborted };
  } finally {
    await spool.close();
  }
}

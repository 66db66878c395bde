import { asUserId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Closing } from '#services/modules/accounts/deletion/closing.ts';
import type { Process } from '../process.ts';

/** The request of the deletion does everything itself; this is for what a crash left of it. */
export const LEFT_AFTER_MS = 30_000;

/** Completes the end of closed accounts: ends codes with a message, deletes plans, and erases the rows. */
export const accountClosings = ({ closing }: { closing: Pick<Closing, 'complete'> }): Process => ({
  name: 'account-closings',
  types: ['AccountClosed'],
  timerFor({ data, metadata }: RecordedEvent<'AccountClosed'>) {
    return { key: data.user_id, set: { due_at: metadata.at + LEFT_AFTER_MS, data: {} } };
  },
  async fire({ key }) {
    await closing.complete(asUserId(key));
    return 'done';
  },
});

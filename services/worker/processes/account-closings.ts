import { asUserId } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import type { Closing } from '#services/accounts/deletion/closing.ts';
import type { Process } from '../process.ts';

/** Completes the end of closed accounts: erases what a crash left, ends codes with a message, and deletes plans. */
export const accountClosings = ({ closing }: { closing: Pick<Closing, 'complete'> }): Process => ({
  name: 'account-closings',
  types: ['AccountClosed'],
  timerFor({ data, metadata }) {
    const { user_id } = data as DataOf<'AccountClosed'>;
    return { key: user_id, set: { due_at: metadata.at, data: {} } };
  },
  async fire({ key }) {
    await closing.complete(asUserId(key));
    return 'done';
  },
});

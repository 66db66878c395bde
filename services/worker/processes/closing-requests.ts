import { asUserId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Closing } from '#services/modules/accounts/deletion/closing.ts';
import type { Process } from '../process.ts';

/** Closes accounts seven days after the request, unless the person took it back or something is open again. */
export const closingRequests = ({ closing }: { closing: Pick<Closing, 'finish'> }): Process => ({
  name: 'closing-requests',
  types: ['AccountClosingRequested', 'AccountClosingEnded'],
  timerFor(event: RecordedEvent<'AccountClosingRequested'> | RecordedEvent<'AccountClosingEnded'>) {
    const key = event.data.user_id;
    if (event.type === 'AccountClosingEnded') return { key, clear: true };
    return { key, set: { due_at: event.data.due_at, data: {} } };
  },
  async fire({ key, data }) {
    const head = data.head === undefined ? undefined : Number(data.head);
    return (await closing.finish(asUserId(key), head)) ?? 'done';
  },
});

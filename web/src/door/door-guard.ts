import { ServerUnreachable } from '../api/refusal.ts';
import { signedIn } from '../shell/session-guard.ts';
import { keptKey } from './tickets/kept-key.ts';

/**
 * `beforeLoad` of the door: a guest signs in first. Without a connection nobody can be asked who this is; a device
 * that was a door before may go on checking signatures, and the server judges who it was when it hears of them.
 */
export async function atDoor(entering: Parameters<typeof signedIn>[0]): Promise<void> {
  const wasDoor = keptKey() !== undefined;
  // A query would wait for the connection instead of failing.
  if (wasDoor && !navigator.onLine) return;
  try {
    await signedIn(entering);
  } catch (error) {
    if (!(error instanceof ServerUnreachable && wasDoor)) throw error;
  }
}

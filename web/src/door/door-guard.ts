import { ServerUnreachable } from '../api/refusal.ts';
import { signedIn } from '../shell/session-guard.ts';
import { savedKeys } from './tickets/saved-key.ts';

/**
 * `beforeLoad` of the check-in area: a guest signs in first. Without a connection the user cannot be identified; a device
 * used before can continue to verify signatures, and the server checks the person later.
 */
export async function atDoor(entering: Parameters<typeof signedIn>[0]): Promise<void> {
  const wasDoor = savedKeys() !== undefined;
  // A query would wait for the connection instead of failing.
  if (wasDoor && !navigator.onLine) return;
  try {
    await signedIn(entering);
  } catch (error) {
    if (!(error instanceof ServerUnreachable && wasDoor)) throw error;
  }
}

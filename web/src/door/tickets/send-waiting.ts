import type { Checkin, CheckinInput, Ticket } from '#services/api/tickets/contract/tickets.ts';
import { isServerTrouble, isSignedOut } from '../../api/refusal.ts';
import type { WaitingScan } from './scan-queue.ts';

/** Somebody was let in without a connection who should not have been. */
export interface Trouble {
  scan: WaitingScan;
  /** The ticket that was used before; or the server's sentence about it. */
  why: { used: Ticket } | { sentence: string };
}

export interface SentWaiting {
  /** What could not be sent yet. */
  left: WaitingScan[];
  sent: number;
  troubles: Trouble[];
}

/** Not the ticket's fault: it will be asked again. */
const isForLater = (error: unknown): boolean => isServerTrouble(error) || isSignedOut(error);

/** Tells the server of scans that waited for it, in their order; stops where it cannot be reached. */
export async function sendWaiting(
  waiting: readonly WaitingScan[],
  send: (input: CheckinInput) => Promise<Checkin>,
): Promise<SentWaiting> {
  const troubles: Trouble[] = [];
  let sent = 0;
  for (const scan of waiting) {
    const { ticket_id: _, ...input } = scan;
    try {
      const { outcome, ticket } = await send(input);
      if (outcome === 'used') troubles.push({ scan, why: { used: ticket } });
    } catch (error) {
      if (isForLater(error)) break;
      troubles.push({ scan, why: { sentence: error instanceof Error ? error.message : '' } });
    }
    sent += 1;
  }
  return { left: waiting.slice(sent), sent, troubles };
}

import type { Checkin, CheckinInput, Ticket } from '#services/contract/tickets/tickets.ts';
import { isRefusal, isServerTrouble, isSignedOut } from '../../api/refusal.ts';
import type { WaitingScan } from './scan-queue.ts';

/** An admission without a connection that was wrong. */
export interface Trouble {
  scan: WaitingScan;
  /** The ticket that was used before; or the server's sentence about it. */
  why: { used: Ticket } | { sentence: string };
}

export interface SentWaiting {
  /** The scans that could not be sent yet. */
  left: WaitingScan[];
  sent: number;
  troubles: Trouble[];
}

/** Not an error of the ticket: it is retried. */
const isForLater = (error: unknown): boolean =>
  !isRefusal(error) || isServerTrouble(error) || isSignedOut(error);

/** Sends waiting scans in order; stops while the server is unreachable. */
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

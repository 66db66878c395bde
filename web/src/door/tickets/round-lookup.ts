import { TICKET_STATUS } from '#events/status.ts';
import { readToken } from '#services/contract/tickets/ticket-token.ts';
import { isServerTrouble } from '../../api/refusal.ts';
import type { CheckInContext, Named } from './check-in.ts';
import { isToday } from './today.ts';

/** The result of a look-up before the check-in: the ticket is for another day, or the server is unreachable. */
export interface RoundLookup {
  /** When its round begins, Unix seconds; undefined: there is nothing to ask. */
  otherDay: number | undefined;
  unreachable: boolean;
}

const NOTHING_TO_ASK: RoundLookup = { otherDay: undefined, unreachable: false };

/**
 * Checks the ticket's round before the check-in. A token contains its round's begin, so only a token of another
 * day or of a moved round needs a query. Offline, a token of a moved round is not queried: the result is marked
 * as unconfirmed.
 */
export async function lookUpRound(scanned: Named, door: CheckInContext): Promise<RoundLookup> {
  const { choice, rounds, now } = door;
  const claim = scanned.kind === 'token' ? readToken(scanned.token)?.claim : undefined;
  if (scanned.kind === 'token' && claim === undefined) return NOTHING_TO_ASK;
  if (claim !== undefined) {
    if (claim.begin_time === null) return NOTHING_TO_ASK;
    // The server refuses tickets of other events.
    if (choice.plan_id !== undefined && claim.plan_id !== choice.plan_id) return NOTHING_TO_ASK;
  }
  const claimedTime = claim?.begin_time ?? undefined;
  const isMoved =
    claimedTime !== undefined &&
    rounds.length > 0 &&
    !rounds.some(({ begin_time }) => begin_time === claimedTime);
  if (claimedTime !== undefined && !isMoved && isToday(claimedTime, now)) return NOTHING_TO_ASK;
  try {
    const found = await door.find(
      claim === undefined
        ? scanned
        : { kind: 'number', out_trade_no: claim.out_trade_no, id: claim.ticket_id },
    );
    const begins = found?.status === TICKET_STATUS.valid ? found.round?.begin_time : undefined;
    return { otherDay: begins != null && !isToday(begins, now) ? begins : undefined, unreachable: false };
  } catch (error) {
    if (!isServerTrouble(error)) return NOTHING_TO_ASK;
    return { otherDay: isMoved ? undefined : claimedTime, unreachable: true };
  }
}

import type { TicketClaim } from '#services/contract/tickets/ticket-token.ts';
import { readToken, verifyToken } from '#services/contract/tickets/ticket-token.ts';
import type { CheckinInput } from '#services/contract/tickets/tickets.ts';
import { EC, isRefusal, isServerTrouble } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import type { CheckInContext, Named, Verdict } from './check-in.ts';
import { lookUpRound } from './round-lookup.ts';
import type { ScannedCode } from './scanned-code.ts';

function inputOf(scanned: Named, { choice, scan_id }: CheckInContext): CheckinInput {
  switch (scanned.kind) {
    case 'token':
      return { token: scanned.token, ...choice, scan_id };
    case 'number':
      return { out_trade_no: scanned.out_trade_no, id: scanned.id, ...choice, scan_id };
    case 'code':
      return { code: scanned.code, ...choice, scan_id };
    default:
      return scanned satisfies never;
  }
}

/** Whether a token names another round of the event than the door's. A round that was moved is no other. */
function isElsewhere({ plan_id, begin_time }: TicketClaim, { choice, rounds }: CheckInContext): boolean {
  if (choice.plan_id !== undefined && plan_id !== choice.plan_id) return true;
  if (choice.round_id === undefined) return false;
  const named = rounds.find((round) => round.begin_time === begin_time);
  return named !== undefined && named.round_id !== choice.round_id;
}

/** Without the server: if we signed it, and if this device admitted it before. */
async function checkAlone(scanned: Named, door: CheckInContext): Promise<Verdict> {
  const { keys, waiting, choice, now, scan_id } = door;
  if (scanned.kind !== 'token') return { tone: 'unsure', kind: 'unchecked', why: 'typed' };
  if (keys === undefined) return { tone: 'unsure', kind: 'unchecked', why: 'no_key' };
  let claim: TicketClaim | undefined;
  try {
    claim = await verifyToken(scanned.token, keys);
  } catch {
    // An older browser, or a page that did not come over TLS.
    return { tone: 'unsure', kind: 'unchecked', why: 'unable' };
  }
  if (claim === undefined) return { tone: 'bad', kind: 'forged' };
  if (isElsewhere(claim, door)) return { tone: 'bad', kind: 'other' };
  // One with an earlier code was admitted wrongly: the server will refuse it.
  const before = waiting.find(
    (scan) =>
      scan.ticket_id === claim.ticket_id && (readToken(scan.token)?.claim.revision ?? 0) >= claim.revision,
  );
  if (before) return { tone: 'bad', kind: 'usedHere', at: before.scanned_at };
  const { token } = scanned;
  const waits = { scan_id, token, ticket_id: claim.ticket_id, scanned_at: now, ...choice };
  return { tone: 'unsure', kind: 'unconfirmed', claim, waiting: waits };
}

/** The result of a scan: by the server, or only by the signature while the server is unreachable. */
export async function review(scanned: ScannedCode, door: CheckInContext): Promise<Verdict> {
  if (scanned.kind === 'nothing') return { tone: 'bad', kind: scanned.typed ? 'unknown' : 'forged' };
  if (!door.anyDay) {
    const { otherDay, unreachable } = await lookUpRound(scanned, door);
    const { plan_id } = door.choice;
    const settings = otherDay === undefined ? door : { ...door, choice: { plan_id } };
    const alone = unreachable ? await checkAlone(scanned, settings) : undefined;
    // A ticket that is forged, or used here before, needs no question.
    if (otherDay !== undefined && alone?.tone !== 'bad')
      return { tone: 'unsure', kind: 'otherDay', begin_time: otherDay };
    if (alone !== undefined) return alone;
  }
  try {
    const { outcome, ticket } = await door.send(inputOf(scanned, door));
    return outcome === 'admitted'
      ? { tone: 'good', kind: 'admitted', ticket }
      : { tone: 'bad', kind: 'used', ticket };
  } catch (error) {
    if (isServerTrouble(error)) return checkAlone(scanned, door);
    if (scanned.kind === 'code' && isRefusal(error, EC.notFound)) return { tone: 'bad', kind: 'unknown' };
    return { tone: 'bad', kind: 'refused', sentence: sentenceOf(error) };
  }
}

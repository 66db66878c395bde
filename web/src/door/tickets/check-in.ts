import type { TicketClaim, TicketKey } from '#services/contract/tickets/ticket-token.ts';
import type { CheckInRound, Checkin, CheckinInput, Ticket } from '#services/contract/tickets/tickets.ts';
import type { WaitingScan } from './scan-queue.ts';
import type { ScannedCode } from './scanned-code.ts';

/** The result for the check-in screen. `good` admits, `bad` does not; `unsure` needs a decision. */
export type Verdict =
  | { tone: 'good'; kind: 'admitted'; ticket: Ticket }
  | { tone: 'bad'; kind: 'used'; ticket: Ticket }
  | { tone: 'bad'; kind: 'refused'; sentence: string }
  | { tone: 'bad'; kind: 'forged' | 'other' | 'unknown' }
  | { tone: 'bad'; kind: 'usedHere'; at: number }
  | { tone: 'unsure'; kind: 'unconfirmed'; claim: TicketClaim; waiting: WaitingScan }
  /** Not checked in yet: the page asks whether to admit a ticket of another day. */
  | { tone: 'unsure'; kind: 'otherDay'; begin_time: number }
  | { tone: 'unsure'; kind: 'unchecked'; why: 'typed' | 'no_key' | 'unable' };

/** The event of this door, and the round if one is chosen. */
export interface CheckInChoice {
  plan_id?: string | undefined;
  round_id?: string | undefined;
}

export interface CheckInContext {
  choice: CheckInChoice;
  /** Rounds of the chosen event. */
  rounds: readonly Pick<CheckInRound, 'round_id' | 'begin_time'>[];
  /** Undefined until the page was open once with a connection. */
  keys: readonly TicketKey[] | undefined;
  waiting: readonly WaitingScan[];
  /** A person confirmed the admission of a ticket of another day. */
  anyDay: boolean;
  /** The present ticket of a scan; undefined if there is none. Throws without an answer. */
  find(scanned: Named): Promise<Ticket | undefined>;
  /** Calls the server; throws when it is unreachable or refuses. */
  send(input: CheckinInput): Promise<Checkin>;
  /** Unix seconds. */
  now: number;
  /** A name for this scan that no other has. */
  scan_id: string;
}

export type Named = Exclude<ScannedCode, { kind: 'nothing' }>;

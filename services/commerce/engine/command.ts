import type { Actor, EventMetadata } from '#events/envelope.ts';
import type { EventId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import type { StreamKind } from './stream-kind.ts';

/** The requested states. A stream without events has its kind's initial state. */
export interface States {
  /** Throws if the command did not name the stream: a decider sees only named ones. */
  get<State>(kind: StreamKind<State>, stream: string): State;
  /** Whether the command has named the stream so far: for streams that only the states of others name. */
  sees(stream: string): boolean;
  /** Last version of a stream, −1 when it has no events. */
  versionOf(stream: string): number;
  /** In which months and days are counted. */
  readonly calendar: BusinessCalendar;
}

/** An event that a decider wants written. The committer adds id, actor, time and correlation. */
export interface Decided {
  stream: string;
  event: DomainEvent;
  creator_id: string;
  /** A derived id for repeatable commands of processes; by default a random one. */
  id?: EventId;
  /** Business time if it is not now (imports). */
  at?: Millis;
  imported?: true;
}

export type Decision<Result> =
  | { accepted: true; events: readonly Decided[]; result: Result }
  | { accepted: false; refusal: Refusal };

export const accept = <Result>(events: readonly Decided[], result: Result): Decision<Result> => ({
  accepted: true,
  events,
  result,
});

export const refuse = (refusal: Refusal): { accepted: false; refusal: Refusal } => ({
  accepted: false,
  refusal,
});

/** Makes a command again in another process: its name and this input select the same decision. */
export interface Repeatable {
  /** Plain JSON. A second decision on the same input gives the first result. */
  input: object;
  /** By whose creator the deciding process is selected: the creator, or a stream whose first event names it. */
  of: { creator_id: string } | { stream: string };
}

export interface Command<Result> {
  /** For metrics and traces: `place_order`. */
  name: string;
  actor: Actor;
  correlation_id?: string;
  causation_id?: string;
  /** Streams that the decision needs, known from the command. */
  streams: readonly string[];
  /** The streams that probably have no events: they are not read first, because the append finds out. */
  begins?: readonly string[];
  /** Further streams, known only from the states of the first (a payment finds the order's SKUs). Pure. */
  furtherStreams?(states: States): readonly string[];
  /** Field of the request that makes its events many or large; needed where a request can pass 512 KiB. */
  bulk?: string;
  /** Events of a money move: written at any size. Their order was limited before. */
  owed?: true;
  /** Missing: only this process decides it (docs/architecture.md, Several API processes). */
  repeatable?: Repeatable;
  /** Pure: no I/O, no clock but `now`; called again when another process was faster. */
  decide(states: States, now: Millis): Decision<Result>;
}

export type Outcome<Result> =
  | {
      accepted: true;
      result: Result;
      /** Log position through which the decision is true: of its last event, or of the newest state it saw. */
      position: number;
      events: readonly { stream: string; id: EventId; metadata: EventMetadata }[];
    }
  | { accepted: false; refusal: Refusal };

/** Decides commands in order and answers when the decision is durable. */
export interface Committer {
  submit<Result>(command: Command<Result>): Promise<Outcome<Result>>;
  /** The present states of streams, read through the same cache; for answers that must be exact. */
  read<Result>(streams: readonly string[], look: (states: States, now: Millis) => Result): Promise<Result>;
  /** The same, with a log position through which the answer is true: not before the last event of any of them. */
  readAt<Result>(
    streams: readonly string[],
    look: (states: States, now: Millis) => Result,
  ): Promise<{ result: Result; position: number }>;
  close(): Promise<void>;
}

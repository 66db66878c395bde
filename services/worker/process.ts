import type { RecordedEvent } from '#events/recorded-event.ts';
import type { EventType } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import type { Ticker } from './ticker.ts';

/** The data of a timer: small, and without personal data. */
export type TimerData = Readonly<Record<string, string | number>>;

/** Something a process has to do at a time. One per key; setting it again replaces it. */
export interface Timer {
  key: string;
  due_at: Millis;
  /** Times that it fired before. */
  attempts: number;
  data: TimerData;
}

export type TimerChange =
  | { key: string; set: { due_at: Millis; data: TimerData } }
  /** Nothing is left to do. */
  | { key: string; clear: true };

/** After firing a timer is gone, or comes again: with these data, or with the same. */
export type Fired = 'done' | { again_at: Millis; data?: TimerData };

/** A follower of events: each event leads to its work exactly once. */
export interface Follower {
  /** Also the name of its checkpoint and its lease. */
  readonly name: string;
  readonly types: readonly EventType[];
  /** Pure. Called with events of `types`: an implementation names them as the type of its parameter. */
  timerFor(event: RecordedEvent): TimerChange | undefined;
}

/**
 * A process follows events: events become timers, and due timers become commands. Following is exactly once, firing
 * at least once; so `fire` must be repeatable (derived event ids, refund ids, message keys).
 */
export interface Process extends Follower {
  /** May throw when the world fails: then the timer comes again later. */
  fire(timer: Timer, now: Millis): Promise<Fired>;
}

/** A follower with its own table instead of timers, and its own handling of the rows. */
export interface OwnRows extends Follower {
  /** An INSERT of the rows that follow from events, without effect if repeated. @param given SQL with `key`, `due_at`, `data` */
  insert(source: string): string;
  act(options: { onFired(count: number): void; onError(error: unknown): void }): Firing;
}

/** Acts on what followers stored. */
export interface Firing extends Ticker {
  /** Something was stored that is due then. */
  expect(due_at: Millis): void;
  /** Another process may have stored something: the store is queried again. */
  refresh(): void;
}

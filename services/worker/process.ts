import type { RecordedEvent } from '#events/envelope.ts';
import type { EventType } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';

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

/** After firing a timer is gone, or comes again. */
export type Fired = 'done' | { again_at: Millis };

/**
 * A process follows events: events become timers, and due timers become commands. Following is exactly once, firing
 * at least once; so `fire` must be repeatable (derived event ids, refund ids, message keys).
 */
export interface Process {
  /** Also the name of its checkpoint and its lease. */
  readonly name: string;
  readonly types: readonly EventType[];
  /** Pure. */
  timerFor(event: RecordedEvent): TimerChange | undefined;
  /** May throw when the world fails: then the timer comes again later. */
  fire(timer: Timer, now: Millis): Promise<Fired>;
}

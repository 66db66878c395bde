import type { EventId } from './ids.ts';
import type { Millis } from './time.ts';

/** Who caused an event: a user by id, or a process of ours by name. */
export type Actor = `user:${string}` | `process:${string}` | `provider:${string}` | `import:${string}`;

const USER = 'user:';

/** The id of the user who acted; empty for other actors. */
export const userOfActor = (actor: Actor): string => (actor.startsWith(USER) ? actor.slice(USER.length) : '');

export interface EventMetadata {
  /** The creator that this event belongs to. */
  creator_id: string;
  actor: Actor;
  /** Business time of the event. Events of imported orders have the time of payment. */
  at: Millis;
  /** Id of the event or notice that led to this one. */
  causation_id?: string;
  /** Binds all that one request caused. */
  correlation_id?: string;
  /** Imported from elsewhere: counts in figures, never in balances, the ledger or stock. */
  imported?: true;
}

/** Data of an event type; every type of the registry has this form. */
interface EventShape {
  readonly type: string;
  readonly data: object;
}

/** An event about to be appended. */
export interface NewEvent<Shape extends EventShape = EventShape> {
  id: EventId;
  type: Shape['type'];
  data: Shape['data'];
  metadata: EventMetadata;
}

/** An event as the log returns it: upcast to the newest version of its type. */
export interface RecordedEvent {
  /** Place in the total order of the log, from 1, without gaps. */
  position: number;
  stream: string;
  /** Place in its stream, from 0. */
  version: number;
  id: EventId;
  type: string;
  schema_version: number;
  data: unknown;
  metadata: EventMetadata;
  /** When the log took it, by the database's clock. */
  recorded_at: Millis;
}

/** An event whose data cannot be upcast must not stop readers of other data. Only access to its data throws. */
export function withData(event: Omit<RecordedEvent, 'data'>, dataOf: () => unknown): RecordedEvent {
  try {
    return { ...event, data: dataOf() };
  } catch (error) {
    return Object.defineProperty({ ...event, data: undefined }, 'data', {
      get() {
        throw error;
      },
    });
  }
}

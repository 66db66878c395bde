import { z } from 'zod';
import { eventId } from './ids.ts';
import { millis } from './time.ts';

/** Who caused an event: a user by id, or a process of ours by name. */
export const actor = z.templateLiteral([z.enum(['user', 'process', 'provider', 'import']), ':', z.string()]);
export type Actor = z.infer<typeof actor>;

const USER = 'user:';

/** The id of the user who acted; empty for other actors. */
export const userOfActor = (actor: Actor): string => (actor.startsWith(USER) ? actor.slice(USER.length) : '');

export const eventMetadata = z.object({
  /** The creator that this event belongs to. */
  creator_id: z.string(),
  actor,
  /** Business time of the event. Events of imported orders have the time of payment. */
  at: millis,
  /** Id of the event or notice that led to this one. */
  causation_id: z.string().optional(),
  /** Binds all that one request caused. */
  correlation_id: z.string().optional(),
  /** Imported from elsewhere: counts in figures, never in balances, the ledger or stock. */
  imported: z.literal(true).optional(),
});
export type EventMetadata = z.infer<typeof eventMetadata>;

/** The events of a list of schemas, by type: a union that a `type` tells apart. */
export type EventOf<Schemas extends Readonly<Record<string, z.ZodType>>> = {
  [Type in keyof Schemas]: { type: Type; data: z.infer<Schemas[Type]> };
}[keyof Schemas];

/** Data of an event type; every type of the registry has this form. */
interface EventShape {
  readonly type: string;
  readonly data: object;
}

/** An event about to be appended. */
export interface NewEvent<Shape extends EventShape = EventShape> {
  id: z.infer<typeof eventId>;
  type: Shape['type'];
  data: Shape['data'];
  metadata: EventMetadata;
}

/** An event as the log has it. */
export const recordedEvent = z.object({
  /** Place in the total order of the log, from 1, without gaps. */
  position: z.int().min(1),
  stream: z.string().min(1),
  /** Place in its stream, from 0. */
  version: z.int().min(0),
  id: eventId,
  type: z.string().min(1),
  schema_version: z.int().min(1),
  data: z.unknown(),
  metadata: eventMetadata,
  /** When the log took it, by the database's clock. */
  recorded_at: millis,
});
/** Where and when the log took an event. */
export type Envelope = Omit<z.infer<typeof recordedEvent>, 'data'>;

import { randomUUID } from 'node:crypto';
import { type EventData, jsonEvent, type RecordedEvent } from '@eventstore/db-client';
import { z } from 'zod';
import { LogUnreachable } from '../log.ts';

/** The log cannot continue until an operator acts; the message names what to do. */
export class EventStoreProblem extends LogUnreachable {
  override name = 'EventStoreProblem';
}

/** An event with the texts of its row in the tables. */
export interface Row {
  stream: string;
  version: number;
  id: string;
  type: string;
  schema_version: number;
  /** JSON as it was written by `JSON.stringify`: parsed and written again it has the same bytes. */
  data: string;
  metadata: string;
  /** Microseconds since 1970. */
  recorded_at: number;
}

/** Metadata of an event in EventStoreDB. */
const storedMetadata = z.object({
  stream: z.string(),
  version: z.int(),
  id: z.uuid(),
  schema_version: z.int(),
  recorded_at: z.int(),
  metadata: z.looseObject({}),
});

/**
 * The form in EventStoreDB. Its own id is new: with ours, EventStoreDB would take two writers' events of the same
 * derived id, but with other data, for a repetition.
 */
export const eventOf = ({ type, data, metadata, ...row }: Row): EventData =>
  jsonEvent({
    id: randomUUID(),
    type,
    data: JSON.parse(data),
    metadata: { ...row, metadata: JSON.parse(metadata) },
  });

export function rowOf({ streamId, revision, type, data, metadata: about }: RecordedEvent): Row {
  const { success, data: found } = storedMetadata.safeParse(about);
  if (!success) throw new EventStoreProblem(`event ${revision} of the stream ${streamId} is not of Fanwatt`);
  const { metadata, ...row } = found;
  return { ...row, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
}

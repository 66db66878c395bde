import { randomUUID } from 'node:crypto';
import { type EventData, jsonEvent, type RecordedEvent as ResolvedEvent } from '@eventstore/db-client';
import { z } from 'zod';
import { checked } from '../../checked.ts';
import { eventMetadata, recordedEvent } from '../../envelope.ts';
import { NewerThanProgram, upcastChecked } from '../../upcast.ts';
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
const storedMetadata = recordedEvent
  .pick({ stream: true, version: true, id: true, schema_version: true, recorded_at: true })
  .extend({ metadata: z.looseObject({}) });

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

/** A newer program can have further kinds of actors. */
const metadataOfAnyProgram = eventMetadata.extend({ actor: z.string() });

/** Data of a newer program is not checked: that program reads it. */
function checkData({
  type,
  schema_version,
  data,
}: {
  type: string;
  schema_version: number;
  data: unknown;
}): void {
  try {
    upcastChecked(type, schema_version, data);
  } catch (error) {
    if (!(error instanceof NewerThanProgram)) throw error;
  }
}

/** Throws an EventStoreProblem for an event that no program of ours can have written. */
export function rowOf({ streamId, revision, type, data, metadata: about }: ResolvedEvent): Row {
  const name = `event ${revision} of the stream ${streamId}`;
  const { success, data: found } = storedMetadata.safeParse(about);
  if (!success) throw new EventStoreProblem(`${name} is not of Fanwatt`);
  const { metadata, ...row } = found;
  try {
    checked(metadataOfAnyProgram, metadata, 'metadata');
    checkData({ type, schema_version: row.schema_version, data });
  } catch (error) {
    throw new EventStoreProblem(`${name} (${type}) is not as it was written: ${Object(error).message}`, {
      cause: error,
    });
  }
  return { ...row, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
}

import type { NewEvent } from '#events/envelope.ts';
import { kibibytes, MOST_COMMAND_BYTES } from '#services/runtime/quotas.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { weightOf } from '#services/runtime/weight.ts';
import type { Command } from './command.ts';

/** A character needs two bytes in memory and up to six when written. */
const LARGEST_GROWTH = 3;

/** Enough for ids and times of an event. */
const METADATA_BYTES = 200;
/** Fewer, of a command that no request makes large, are not weighed: they are small, and orders wait for them. */
const MANY_EVENTS = 64;

const writtenBytes = ({ data, metadata }: NewEvent): number =>
  Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata));

/**
 * Why a command's events cannot be written together, if so: by the field that makes them many or large. Throws for a
 * command that names none: its caller must split the work into several.
 */
export function tooLargeToWrite(
  { name, bulk, owed }: Command<unknown>,
  events: readonly NewEvent[],
): Refusal | null {
  if (owed || (bulk === undefined && events.length < MANY_EVENTS)) return null;
  const atMost = events.reduce((sum, { data }) => sum + weightOf(data), events.length * METADATA_BYTES);
  if (atMost * LARGEST_GROWTH <= MOST_COMMAND_BYTES) return null;
  const bytes = events.reduce((sum, event) => sum + writtenBytes(event), 0);
  if (bytes <= MOST_COMMAND_BYTES) return null;
  if (bulk === undefined) throw new Error(`${name} decided ${bytes} bytes of events: cut it into several`);
  return badInput(bulk, { key: 'too_large', max: kibibytes(MOST_COMMAND_BYTES) });
}

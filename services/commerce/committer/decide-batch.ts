import type { EventMetadata, NewEvent } from '#events/envelope.ts';
import { newEventId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { Command, Decided, Decision } from '#services/commerce/engine/command.ts';
import { kibibytes, MAX_COMMAND_BYTES } from '#services/runtime/quotas.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { weightOf } from '#services/runtime/weight.ts';
import type { BatchStates } from './batch-states.ts';
import { secondBeginning } from './begin-once.ts';

interface Written {
  stream: string;
  event: NewEvent;
}

/** A character needs two bytes in memory and up to six when written. */
const MAX_GROWTH = 3;

/** Enough for metadata, stream, ids and times of an event. */
const METADATA_BYTES = 300;

/** What EventStoreDB keeps of each event besides: the names of the fields, version, id and time. */
const OWN_BYTES = 160;

/** Written to a stream, its name included; EventStoreDB counts two bytes for a letter of the type. */
const writtenBytes = ({ stream, event: { type, data, metadata } }: Written): number => {
  const texts = Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata));
  return texts + Buffer.byteLength(stream) + 2 * type.length + OWN_BYTES;
};

/**
 * Why a command's events cannot be written together, if so: by the field that makes them many or large. Throws for a
 * command that names none: its caller must split the work into several.
 */
function tooLargeToWrite({ name, bulk, owed }: Command<unknown>, events: readonly Written[]): Refusal | null {
  if (owed) return null;
  const fixed = events.length * METADATA_BYTES;
  const atMost = events.reduce((sum, { event }) => sum + weightOf(event.data), fixed);
  if (atMost * MAX_GROWTH <= MAX_COMMAND_BYTES) return null;
  const bytes = events.reduce((sum, one) => sum + writtenBytes(one), 0);
  if (bytes <= MAX_COMMAND_BYTES) return null;
  if (bulk === undefined) throw new Error(`${name} decided ${bytes} bytes of events: cut it into several`);
  return badInput(bulk, { key: 'too_large', max: kibibytes(MAX_COMMAND_BYTES) });
}

/** A command with its result in this attempt. */
export type AttemptResult =
  | { kind: 'decided'; decision: Decision<unknown>; events: readonly Written[] }
  /** The decider threw: a bug that affects only this command. */
  | { kind: 'failed'; error: unknown }
  /** The writes of those before it led it to a stream that is not loaded: it goes in the next batch. */
  | { kind: 'deferred' };

function metadataOf(command: Command<unknown>, decided: Decided, now: Millis): EventMetadata {
  const { actor, causation_id, correlation_id } = command;
  return {
    creator_id: decided.creator_id,
    actor,
    at: decided.at ?? now,
    ...(causation_id !== undefined && { causation_id }),
    ...(correlation_id !== undefined && { correlation_id }),
    ...(decided.imported && { imported: true }),
  };
}

/** One command's events by stream, in the order in which it names them: first its own, then what follows from it. */
function ownStreamFirst(written: Written[], named: ReadonlySet<string>): Written[] {
  if (written.length < 2) return written;
  const places = new Map([...named].map((stream, place) => [stream, place]));
  const placeOf = ({ stream }: Written): number => places.get(stream) ?? 0;
  return written.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function decideOne(command: Command<unknown>, states: BatchStates, now: Millis): AttemptResult {
  const named = states.namedBy(command);
  if (!named) return { kind: 'deferred' };
  const seen = states.seenBy(named, command.name);
  const decision = command.decide(seen, now);
  if (!decision.accepted) return { kind: 'decided', decision, events: [] };
  for (const { stream } of decision.events) {
    if (!named.has(stream)) throw new Error(`${command.name} writes to ${stream} without having named it`);
  }
  const begun = secondBeginning(decision.events, seen);
  if (begun) return { kind: 'decided', decision: { accepted: false, refusal: begun }, events: [] };
  const written = decision.events.map((decided) => {
    const { stream, event, id = newEventId() } = decided;
    const { type, data } = event;
    return { stream, event: { id, type, data, metadata: metadataOf(command, decided, now) } };
  });
  const refusal = tooLargeToWrite(command, written);
  if (refusal) return { kind: 'decided', decision: { accepted: false, refusal }, events: [] };
  states.write(ownStreamFirst(written, named));
  return { kind: 'decided', decision, events: written };
}

/** Decides commands in order, each seeing what those before it decided. */
export function decideBatch(
  commands: readonly Command<unknown>[],
  states: BatchStates,
  now: Millis,
): AttemptResult[] {
  return commands.map((command) => {
    try {
      return decideOne(command, states, now);
    } catch (error) {
      return { kind: 'failed', error };
    }
  });
}

import type { KafkaMessage, Message } from 'kafkajs';
import { type EventMetadata, type RecordedEvent, withData } from '../../envelope.ts';
import type { EventId } from '../../ids.ts';
import { upcast, versionOf } from '../../registry.ts';

/** An event in its message, read but not yet upcast. */
export interface Received {
  position: number;
  id: string;
  type: string;
  /** Its memory, about. */
  bytes: number;
  /** Throws NewerThanProgram when its data is read, if a newer program wrote it. */
  event(): RecordedEvent;
}

/** Memory of an event without its texts. */
const ENTRY_BYTES = 600;

/** The message of an event; its data has the newest version of the type. docs/kafka.md describes it. */
export const messageOf = (event: RecordedEvent): Message => ({
  key: event.metadata.creator_id,
  headers: {
    position: String(event.position),
    id: event.id,
    type: event.type,
    stream: event.stream,
    version: String(event.version),
    schema_version: String(versionOf(event.type)),
    recorded_at: String(event.recorded_at),
  },
  value: JSON.stringify({ data: event.data, metadata: event.metadata }),
});

/** Undefined for a message that is none of ours. */
export function receivedOf({
  headers = {},
  value,
}: Pick<KafkaMessage, 'headers' | 'value'>): Received | undefined {
  const text = (name: string): string => String(headers[name] ?? '');
  const [position, version, schema_version, recorded_at] = [
    ...['position', 'version', 'schema_version', 'recorded_at'].map((name) =>
      Number(text(name) || Number.NaN),
    ),
  ] as [number, number, number, number];
  const [id, type, stream] = [text('id'), text('type'), text('stream')];
  const whole = [position, version, schema_version, recorded_at].every(Number.isSafeInteger);
  if (!whole || position < 1 || !id || !type || !stream || !value) return undefined;
  // A copy: the bytes are a part of the whole answer of the broker, which would stay in memory.
  const body = value.toString();
  return {
    position,
    id,
    type,
    bytes: body.length * 2 + ENTRY_BYTES,
    event() {
      const { data, metadata } = JSON.parse(body) as { data: unknown; metadata: EventMetadata };
      const event = {
        position,
        stream,
        version,
        id: id as EventId,
        type,
        schema_version,
        metadata,
        recorded_at,
      };
      return withData(event, () => upcast(type, schema_version, data));
    },
  };
}

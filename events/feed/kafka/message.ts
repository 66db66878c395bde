import type { KafkaMessage, Message } from 'kafkajs';
import { checked } from '../../checked.ts';
import { eventMetadata, recordedEvent } from '../../envelope.ts';
import { type RecordedEvent, withData } from '../../recorded-event.ts';
import { upcastChecked, versionOf } from '../../upcast.ts';
import { KafkaProblem } from './settings.ts';

/** An event in its message, read but not yet upcast. */
export interface Received {
  position: number;
  id: string;
  type: string;
  /** Its memory, about. */
  bytes: number;
  /** Throws KafkaProblem, or NewerThanProgram when its data is read. */
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

const headersOf = recordedEvent.omit({ data: true, metadata: true });

/** Undefined for a message that is none of ours. */
export function receivedOf({
  headers = {},
  value,
}: Pick<KafkaMessage, 'headers' | 'value'>): Received | undefined {
  const text = (name: string): string => String(headers[name] ?? '');
  const number = (name: string): number => Number(text(name) || Number.NaN);
  const { data: about } = headersOf.safeParse({
    position: number('position'),
    stream: text('stream'),
    version: number('version'),
    id: text('id'),
    type: text('type'),
    schema_version: number('schema_version'),
    recorded_at: number('recorded_at'),
  });
  if (!about || !value) return undefined;
  // A copy: the bytes are a part of the whole answer of the broker, which would stay in memory.
  const body = value.toString();
  const { position, id, type, schema_version } = about;
  return {
    position,
    id,
    type,
    bytes: body.length * 2 + ENTRY_BYTES,
    event() {
      try {
        const { data, metadata } = Object(JSON.parse(body));
        checked(eventMetadata, metadata, 'metadata');
        return withData({ ...about, metadata }, () => upcastChecked(type, schema_version, data));
      } catch (error) {
        const text = `event ${position} (${type}) from Kafka is not as it was written`;
        throw new KafkaProblem(`${text}: ${Object(error).message}`, { cause: error });
      }
    },
  };
}

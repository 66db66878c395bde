import { WrongField } from './checked.ts';
import type { Envelope } from './envelope.ts';
import type { DomainEvent, EventType } from './registry.ts';

/** An event as the log returns it: upcast to the newest version of its type. */
export type RecordedEvent<Type extends EventType = EventType> = Omit<Envelope, 'type'> &
  Extract<DomainEvent, { type: Type }>;

/**
 * An event whose data cannot be upcast must not stop readers of other data. Only access to its data throws, except for
 * a WrongField: that reader has another source.
 */
export function withData(event: Envelope, dataOf: () => unknown): RecordedEvent {
  try {
    return { ...event, data: dataOf() } as RecordedEvent; // upcast knows the type
  } catch (error) {
    if (error instanceof WrongField) throw error;
    return Object.defineProperty({ ...event, data: undefined } as unknown as RecordedEvent, 'data', {
      get() {
        throw error;
      },
    });
  }
}

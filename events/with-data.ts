import type { RecordedEvent } from './envelope.ts';

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

import type { DataOf, DomainEvent, EventType } from '../registry.ts';
import { newest } from './newest-events.ts';

/** An event with the data of its golden file; tests name what differs. */
export const sampleEvent = <Type extends EventType>(
  type: Type,
  change: Partial<DataOf<Type>> = {},
): DomainEvent =>
  // The pair of type and data is one of the union.
  ({ type, data: { ...newest[type], ...change } }) as DomainEvent;

import { checked, WrongField } from './checked.ts';
import { type EventType, eventData, isEventType, registry } from './registry.ts';

/** Version under which a type is written now. Throws for a type that is not in the registry. */
export function versionOf(type: string): number {
  if (!isEventType(type)) throw new Error(`event type ${type} is not in the registry`);
  return registry[type].version;
}

/** A newer program wrote the event: this one must be updated; the event is valid. */
export class NewerThanProgram extends Error {}

/** Lifts stored data to the newest version of its type; throws NewerThanProgram when the code is older than the data. */
export function upcast(type: string, schemaVersion: number, data: unknown): unknown {
  if (!isEventType(type)) throw new NewerThanProgram(`event type ${type} is not in the registry`);
  const { version, upcasters } = registry[type];
  if (schemaVersion > version) {
    throw new NewerThanProgram(
      `event ${type} has version ${schemaVersion}, this program knows ${version}: update it`,
    );
  }
  let lifted = data;
  for (let from = schemaVersion; from < version; from += 1) {
    const lift = upcasters[from];
    if (!lift) throw new Error(`no upcaster for ${type} from version ${from}`);
    lifted = lift(lifted as Record<string, unknown>);
  }
  return lifted;
}

/**
 * The same for data that another process wrote: its newest version is checked. Throws WrongField, too. Events that this
 * process reads from its own log are not checked: they were typed when they were written.
 */
export function upcastChecked(type: string, schemaVersion: number, data: unknown): unknown {
  let lifted: unknown;
  try {
    lifted = upcast(type, schemaVersion, data);
  } catch (error) {
    if (error instanceof NewerThanProgram || error instanceof WrongField) throw error;
    throw new WrongField(`data: not of version ${schemaVersion}`, { cause: error });
  }
  checked(eventData[type as EventType], lifted, 'data');
  return lifted;
}

import { checked } from '#events/checked.ts';
import type { EventMetadata } from '#events/envelope.ts';
import { type EventId, newEventId } from '#events/ids.ts';
import { type DomainEvent, eventData } from '#events/registry.ts';
import { businessCalendar, DEFAULT_TIME_ZONE, type Millis } from '#events/time.ts';
import { secondBeginning } from '#services/commerce/committer/begin-once.ts';
import { kindOf } from '#services/commerce/committer/stream-kinds.ts';
import type { Command, Committer, Decided, Decision, Outcome, States } from '../engine/command.ts';
import type { StreamKind } from '../engine/stream-kind.ts';

interface MemoryEvent {
  position: number;
  stream: string;
  version: number;
  id: EventId;
  event: DomainEvent;
  metadata: EventMetadata;
}

/**
 * A committer whose log is an array: decides one command at a time, with the real deciders. Throws when an event does
 * not fit the schema of its type.
 */
export interface MemoryCommitter extends Committer {
  readonly log: readonly MemoryEvent[];
  now: Millis;
  /** Writes events without a decision: the given state of a test. */
  given(events: readonly Decided[]): void;
  /** Decides and, when accepted, writes. */
  decide<Result>(command: Command<Result>): Decision<Result>;
  stateOf<State>(kind: StreamKind<State>, stream: string): State;
}

interface Folded {
  state: unknown;
  version: number;
}

const calendar = businessCalendar(DEFAULT_TIME_ZONE);

export function memoryCommitter(now: Millis): MemoryCommitter {
  const log: MemoryEvent[] = [];
  const streams = new Map<string, Folded>();

  const folded = (stream: string): Folded =>
    streams.get(stream) ?? { state: kindOf(stream).initial, version: -1 };

  const seeing = (named: ReadonlySet<string>): States => ({
    get<State>(kind: StreamKind<State>, stream: string) {
      if (!named.has(stream)) throw new Error(`the command did not name ${stream}`);
      if (kindOf(stream) !== kind) throw new Error(`${stream} is no ${kind.name}`);
      // A state under a name of this kind was folded by this kind.
      return folded(stream).state as State;
    },
    sees: (stream) => named.has(stream),
    versionOf: (stream) => folded(stream).version,
    calendar,
  });

  const write = ({ stream, event, creator_id, id, at, imported }: Decided, actor: EventMetadata['actor']) => {
    const time = at ?? memory.now;
    const before = folded(stream);
    const version = before.version + 1;
    streams.set(stream, { state: Object.freeze(kindOf(stream).evolve(before.state, event, time)), version });
    const metadata: EventMetadata = { creator_id, actor, at: time, ...(imported && { imported }) };
    log.push({ position: log.length + 1, stream, version, id: id ?? newEventId(), event, metadata });
  };

  const decide = <Result>(command: Command<Result>): Decision<Result> => {
    const named = new Set(command.streams);
    const states = seeing(named);
    for (let size = -1; size !== named.size; ) {
      size = named.size;
      for (const stream of command.furtherStreams?.(states) ?? []) named.add(stream);
    }
    const decision = command.decide(states, memory.now);
    if (!decision.accepted) return decision;
    for (const one of decision.events) {
      if (!named.has(one.stream))
        throw new Error(`${command.name} writes to ${one.stream} without naming it`);
      checked(eventData[one.event.type], one.event.data, one.event.type);
    }
    const begun = secondBeginning(decision.events, states);
    if (begun) return { accepted: false, refusal: begun };
    for (const one of decision.events) write(one, command.actor);
    return decision;
  };

  const memory: MemoryCommitter = {
    log,
    now,
    given: (events) => {
      for (const one of events) write(one, 'process:test');
    },
    decide,
    stateOf: (kind, stream) => seeing(new Set([stream])).get(kind, stream),
    async submit<Result>(command: Command<Result>): Promise<Outcome<Result>> {
      const decision = decide(command);
      if (!decision.accepted) return decision;
      const events = log.slice(log.length - decision.events.length);
      return { accepted: true, result: decision.result, position: log.length, events };
    },
    read: async (names, look) => look(seeing(new Set(names)), memory.now),
    readAt: async (names, look) => ({ result: await memory.read(names, look), position: log.length }),
    close: async () => undefined,
  };
  return memory;
}

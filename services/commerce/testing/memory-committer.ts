import type { EventMetadata } from '#events/envelope.ts';
import { type EventId, newEventId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { kindOfStream } from '#events/stream-names.ts';
import { businessCalendar, DEFAULT_TIME_ZONE, type Millis } from '#events/time.ts';
import { secondBeginning } from '../engine/begin-once.ts';
import type { Command, Committer, Decided, Decision, Outcome, States } from '../engine/command.ts';
import { isStreamKind, type StateOf, type StreamKind, streamKinds } from '../stream-kinds.ts';

interface MemoryEvent {
  position: number;
  stream: string;
  version: number;
  id: EventId;
  event: DomainEvent;
  metadata: EventMetadata;
}

/** A committer whose log is an array: decides one command at a time, with the real deciders. */
export interface MemoryCommitter extends Committer {
  readonly log: readonly MemoryEvent[];
  now: Millis;
  /** Writes events without a decision: the given state of a test. */
  given(events: readonly Decided[]): void;
  /** Decides and, when accepted, writes. */
  decide<Result>(command: Command<Result>): Decision<Result>;
  stateOf<Kind extends StreamKind>(kind: Kind, stream: string): StateOf<Kind>;
}

interface Folded {
  state: unknown;
  version: number;
}

const calendar = businessCalendar(DEFAULT_TIME_ZONE);

export function memoryCommitter(now: Millis): MemoryCommitter {
  const log: MemoryEvent[] = [];
  const streams = new Map<string, Folded>();

  const kindOf = (stream: string): StreamKind => {
    const kind = kindOfStream(stream);
    if (!isStreamKind(kind)) throw new Error(`no such kind of stream: ${stream}`);
    return kind;
  };
  const folded = (stream: string): Folded =>
    streams.get(stream) ?? { state: streamKinds[kindOf(stream)].initial, version: -1 };

  const seeing = (named: ReadonlySet<string>): States => ({
    get<Kind extends StreamKind>(kind: Kind, stream: string) {
      if (!named.has(stream)) throw new Error(`the command did not name ${stream}`);
      if (kindOf(stream) !== kind) throw new Error(`${stream} is no ${kind}`);
      // A state under a name of this kind was folded by this kind.
      return folded(stream).state as StateOf<Kind>;
    },
    sees: (stream) => named.has(stream),
    versionOf: (stream) => folded(stream).version,
    calendar,
  });

  const write = ({ stream, event, creator_id, id, at, imported }: Decided, actor: EventMetadata['actor']) => {
    const time = at ?? memory.now;
    const before = folded(stream);
    const version = before.version + 1;
    // Each kind evolves its own state; the map holds it under a name of that kind.
    const { evolve } = streamKinds[kindOf(stream)] as {
      evolve(s: unknown, e: DomainEvent, t: Millis): unknown;
    };
    streams.set(stream, { state: Object.freeze(evolve(before.state, event, time)), version });
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

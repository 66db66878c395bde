import type { NewEvent } from '#events/envelope.ts';
import type { EventOrder, StreamWrite } from '#events/log/log.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { BusinessCalendar } from '#events/time.ts';
import type { Command, States } from '#services/commerce/engine/command.ts';
import { type Folded, foldOn, type StreamKind } from '../engine/stream-kind.ts';
import { kindOf } from './stream-kinds.ts';

interface BatchStream {
  /** Among the streams of the batch. */
  readonly place: number;
  /** As the log has it. */
  readonly base: Folded;
  /** Including the decisions of this batch. */
  now: Folded;
  events: NewEvent[];
}

/** The streams of one batch: as loaded, and as decided so far. Thrown away when the append does not fit. */
export class BatchStates {
  readonly #streams = new Map<string, BatchStream>();
  readonly #calendar: BusinessCalendar;
  /** Of each event in the order of deciding, the place of its stream. */
  readonly #order: number[] = [];
  /** What commands name, as found while their streams were loaded; asking them is a tenth of an order's work. */
  readonly #found = new Map<Command<unknown>, { named: Set<string>; complete: boolean }>();

  constructor(calendar: BusinessCalendar) {
    this.#calendar = calendar;
  }

  add(stream: string, base: Folded): void {
    const place = this.#streams.size;
    if (!this.#streams.has(stream)) this.#streams.set(stream, { place, base, now: base, events: [] });
  }

  /** The same streams with nothing decided, some of them as the log has them since. */
  onto(moved: ReadonlyMap<string, Folded>): BatchStates {
    const states = new BatchStates(this.#calendar);
    for (const [stream, { base }] of this.#streams) states.add(stream, moved.get(stream) ?? base);
    return states;
  }

  has(stream: string): boolean {
    return this.#streams.has(stream);
  }

  /** What a command may see: the streams it named, and no others. */
  seenBy(named: ReadonlySet<string>, commandName: string): States {
    const folded = (stream: string): Folded => {
      const touched = named.has(stream) ? this.#streams.get(stream) : undefined;
      if (!touched) throw new Error(`${commandName} did not name ${stream}`);
      return touched.now;
    };
    return {
      get<State>(kind: StreamKind<State>, stream: string) {
        if (kindOf(stream) !== kind) throw new Error(`${stream} is no ${kind.name}`);
        // Folded by the kind in the stream's name, which is the requested one.
        return folded(stream).state as State;
      },
      sees: (stream) => named.has(stream),
      versionOf: (stream) => folded(stream).version,
      calendar: this.#calendar,
    };
  }

  /** Every stream that a command names now, or undefined when one of them is not loaded. */
  namedBy(command: Command<unknown>): ReadonlySet<string> | undefined {
    const found = this.#found.get(command);
    if (found?.complete && this.#nothingDecidedOn(found.named)) return found.named;
    const named = new Set(command.streams);
    for (let size = -1; size !== named.size; ) {
      size = named.size;
      for (const stream of named) if (!this.has(stream)) return undefined;
      for (const stream of command.furtherStreams?.(this.seenBy(named, command.name)) ?? [])
        named.add(stream);
    }
    return named;
  }

  /** Streams that the commands name and that are not loaded yet. */
  missingFor(commands: readonly Command<unknown>[]): string[] {
    const missing = new Set<string>();
    for (const command of commands) {
      for (const stream of command.streams) if (!this.has(stream)) missing.add(stream);
      if (command.streams.every((stream) => this.has(stream))) this.#missingFurther(command, missing);
    }
    return [...missing];
  }

  #missingFurther(command: Command<unknown>, missing: Set<string>): void {
    const all = this.#found.get(command)?.named ?? new Set(command.streams);
    const named = new Set([...all].filter((stream) => this.has(stream)));
    try {
      for (let size = -1; size !== named.size; ) {
        size = named.size;
        for (const stream of command.furtherStreams?.(this.seenBy(named, command.name)) ?? []) {
          all.add(stream);
          if (this.has(stream)) named.add(stream);
          else missing.add(stream);
        }
      }
      this.#found.set(command, { named: all, complete: named.size === all.size });
    } catch {
      // Deciding it throws the same error again, which fails only this command.
      this.#found.delete(command);
    }
  }

  #nothingDecidedOn(streams: ReadonlySet<string>): boolean {
    for (const stream of streams) if (this.#touched(stream).events.length > 0) return false;
    return true;
  }

  /** Applies the events of one command: all of them, or none if a fold throws. */
  write(decided: readonly { stream: string; event: NewEvent }[]): void {
    const folded = new Map<BatchStream, Folded>();
    for (const { stream, event } of decided) {
      const touched = this.#touched(stream);
      const before = folded.get(touched) ?? touched.now;
      // Decided as a member of the union; the log's envelope is wider.
      folded.set(touched, foldOn(kindOf(stream), before, event as DomainEvent, event.metadata.at, 0));
    }
    for (const [touched, now] of folded) touched.now = now;
    for (const { stream, event } of decided) {
      const touched = this.#touched(stream);
      touched.events.push(event);
      this.#order.push(touched.place);
    }
  }

  #touched(stream: string): BatchStream {
    const touched = this.#streams.get(stream);
    if (!touched) throw new Error(`${stream} was not loaded`);
    return touched;
  }

  /** The batch as one append: the decided events, and the versions of streams that were only read. */
  writes(): StreamWrite[] {
    const writes: StreamWrite[] = [];
    for (const [stream, { base, events }] of this.#streams) {
      writes.push({ stream, expected: base.version < 0 ? 'no_stream' : base.version, events });
    }
    return writes;
  }

  /** Events of `writes` in the order in which their commands were decided. */
  order(): EventOrder {
    return this.#order;
  }

  get anythingDecided(): boolean {
    return this.#order.length > 0;
  }

  /** As the log has them now. */
  bases(): Iterable<[string, Folded]> {
    return [...this.#streams].map(([stream, { base }]) => [stream, base]);
  }

  /** Those that something was decided for, as they are once the batch is written. */
  *results(): Iterable<[string, Folded]> {
    for (const [stream, { now, events }] of this.#streams) if (events.length > 0) yield [stream, now];
  }
}

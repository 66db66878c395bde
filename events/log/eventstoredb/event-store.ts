import {
  AccessDeniedError,
  type AppendExpectedRevision,
  BACKWARDS,
  END,
  EventStoreDBClient,
  MaxAppendSizeExceededError,
  type ReadStreamOptions,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { AppendOutcomeUnknown, LogUnreachable, PAGE_BYTES } from '../log.ts';
import { EventStoreProblem, type eventOf, type Row, rowOf } from './rows.ts';

/** Where the address names none. */
const STREAM = 'fanwatt';
const ADDRESS = /^([^/]*\/\/[^/?]*)\/?([^?]*)(.*)$/;
/** Limit for the answer to an append: the client has none. */
const APPEND_MS = 1_000;
const READ_MS = 5_000;
const CLOSE_MS = 1_000;
const EVENTS_PER_PAGE = 1_000;

/** Calls that a silent server does not answer fail. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A refusal by the server, as opposed to an unknown outcome. */
export function refusalOf(error: unknown, stream: string): Error | undefined {
  if (error instanceof EventStoreProblem) return error;
  const because = (text: string) => new EventStoreProblem(text, { cause: error });
  if (error instanceof AccessDeniedError)
    return because(`the user may not read and write the stream ${stream}`);
  if (error instanceof StreamDeletedError)
    return because(`the stream ${stream} was deleted: restore a backup`);
  if (error instanceof MaxAppendSizeExceededError) {
    // Not of the log, but of this append: a part of it can be written.
    return new Error(`EventStoreDB takes appends of ${error.maxAppendSize} bytes (MaxAppendSize)`);
  }
  return undefined;
}

const revisionAfter = (head: number): AppendExpectedRevision => (head === 0 ? 'no_stream' : BigInt(head - 1));

function connect(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch (error) {
    throw new EventStoreProblem('not an address as esdb://user:password@host:2113?tls=true', {
      cause: error,
    });
  }
}

/**
 * The one stream of EventStoreDB that keeps the log: position = revision + 1.
 * @param url `esdb://…`; its path is the name of the stream
 */
export function openEventStore(url: string, name?: string) {
  const [, server = url, path, parameters = ''] = ADDRESS.exec(url) ?? [];
  const stream = name || path || STREAM;
  const client = connect(server + parameters);
  const leader = { requiresLeader: true };

  async function* eventsOf(options: ReadStreamOptions) {
    const reading = client.readStream(stream, { ...options, ...leader });
    try {
      for await (const { event } of reading) if (event) yield event;
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    } finally {
      reading.cancel().catch(() => undefined);
    }
  }

  const readWithin = <Result>(work: () => Promise<Result>): Promise<Result> =>
    within(READ_MS, work()).catch((error) => {
      throw refusalOf(error, stream) ?? new LogUnreachable('EventStoreDB does not answer', { cause: error });
    });

  return {
    client,
    stream,
    /**
     * Appends after the first `head` events.
     * @returns false if the stream has another length: then these events are never written, also not by an earlier
     *   attempt. Throws AppendOutcomeUnknown.
     */
    async append(head: number, events: ReturnType<typeof eventOf>[]): Promise<boolean> {
      try {
        const options = { expectedRevision: revisionAfter(head), deadline: APPEND_MS, ...leader };
        await within(APPEND_MS, client.appendToStream(stream, events, options));
        return true;
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) return false;
        const unknown = 'it is unknown whether EventStoreDB has written an append';
        throw refusalOf(error, stream) ?? new AppendOutcomeUnknown(unknown, { cause: error });
      }
    },
    /** A page of events after a position; empty at the end. */
    read: (after: number, maxCount: number = EVENTS_PER_PAGE): Promise<Row[]> =>
      readWithin(async () => {
        const rows: Row[] = [];
        let characters = 0;
        for await (const event of eventsOf({ fromRevision: BigInt(after), maxCount })) {
          if (Number(event.revision) !== after + rows.length) {
            throw new EventStoreProblem(
              `the stream ${stream} is truncated: event ${after + rows.length} is missing`,
            );
          }
          const row = rowOf(event);
          rows.push(row);
          characters += row.data.length + row.metadata.length;
          if (characters > PAGE_BYTES) break;
        }
        return rows;
      }),
    /** Position of the last event; 0 when there is none. */
    head: (): Promise<number> =>
      readWithin(async () => {
        let head = 0;
        for await (const { revision } of eventsOf({ direction: BACKWARDS, fromRevision: END, maxCount: 1 }))
          head = Number(revision) + 1;
        return head;
      }),
    /** Calls back with the position of each new event, until it is closed; `ended` when the connection is lost. */
    subscribe(after: number, on: { event(position: number): void; ended(): void }): () => void {
      const fromRevision = after === 0 ? START : BigInt(after - 1);
      const subscription = client.subscribeToStream(stream, { fromRevision, ...leader });
      subscription.on('data', ({ event }) => event && on.event(Number(event.revision) + 1));
      subscription.on('error', on.ended);
      subscription.on('end', on.ended);
      return () => void subscription.unsubscribe().catch(() => undefined);
    },
    // The client waits for pages that were not read to their ends.
    close: (): Promise<void> => within(CLOSE_MS, client.dispose()).catch(() => undefined),
  };
}

export type EventStore = ReturnType<typeof openEventStore>;

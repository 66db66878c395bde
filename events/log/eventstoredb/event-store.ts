import {
  AccessDeniedError,
  type AppendExpectedRevision,
  BACKWARDS,
  END,
  type EventData,
  jsonEvent,
  MaxAppendSizeExceededError,
  type ReadStreamOptions,
  START,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { AppendOutcomeUnknown, LogUnreachable, PAGE_BYTES } from '../log.ts';
import { addressOf } from './address.ts';
import { openLeader } from './leader.ts';
import type { Node } from './node.ts';
import { EventStoreProblem, type Row, rowOf } from './rows.ts';

/** Where the address names none. */
const STREAM = 'fanwatt';
/** Limit for the answer to an append. */
export const APPEND_MS = 1_000;
const READ_MS = 5_000;
const EVENTS_PER_PAGE = 1_000;
const UNAUTHENTICATED = 16;
/** Size of a probe without a text: its type, which counts double, and its braces. */
const OWN_BYTES = 23;
/** No stream has this revision. */
const NO_REVISION = BigInt(Number.MAX_SAFE_INTEGER);

const revisionAfter = (head: number): AppendExpectedRevision => (head === 0 ? 'no_stream' : BigInt(head - 1));

const isRefusal = (error: unknown): boolean =>
  error instanceof EventStoreProblem ||
  error instanceof AccessDeniedError ||
  error instanceof StreamDeletedError ||
  error instanceof MaxAppendSizeExceededError;

/**
 * The one stream of EventStoreDB that keeps the log: position = revision + 1. Throws an EventStoreProblem for an address
 * that cannot be used.
 * @param url `esdb://…`; its path is the name of the stream
 */
export function openEventStore(url: string, name?: string) {
  const address = addressOf(url);
  const stream = name || address.stream || STREAM;
  const leader = openLeader(address);
  const requiresLeader = { requiresLeader: true };

  /** A refusal by the server, as opposed to an unknown outcome. */
  function refusalOf(error: unknown): Error | undefined {
    if (error instanceof EventStoreProblem) return error;
    const because = (text: string) => new EventStoreProblem(text, { cause: error });
    if (error instanceof AccessDeniedError && address.tls) {
      if (address.user === 'none')
        return because(`the address has no user, and the stream ${stream} needs one`);
      if (error.code === UNAUTHENTICATED)
        return because(
          `EventStoreDB refuses the user or the ${address.user === 'password' ? 'password' : 'certificate'}`,
        );
    }
    if (error instanceof AccessDeniedError)
      return because(`the user may not read and write the stream ${stream}`);
    if (error instanceof StreamDeletedError)
      return because(`the stream ${stream} was deleted: restore a backup`);
    if (error instanceof MaxAppendSizeExceededError) {
      // Not of the log, but of this append: a part of it can be written.
      return new Error(`EventStoreDB takes appends of ${error.maxAppendSize} bytes (MaxAppendSize)`, {
        cause: error,
      });
    }
    return undefined;
  }

  async function* eventsOf({ client }: Node, options: ReadStreamOptions) {
    const reading = client.readStream(stream, { ...options, ...requiresLeader });
    try {
      for await (const { event } of reading) if (event) yield event;
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    } finally {
      reading.cancel().catch(() => undefined);
    }
  }

  /** A call that changes nothing. Throws an EventStoreProblem or LogUnreachable. */
  const call = <Result>(
    work: (node: Node, left_ms: number) => Promise<Result>,
    ms = READ_MS,
  ): Promise<Result> =>
    leader.call(ms, work, isRefusal).catch((error) => {
      throw refusalOf(error) ?? new LogUnreachable('EventStoreDB does not answer', { cause: error });
    });

  return {
    address,
    stream,
    call,
    /**
     * Appends after the first `head` events.
     * @returns false if the stream of the node that leads has another length. Throws AppendOutcomeUnknown, and
     *   LogUnreachable when nothing was sent.
     */
    async append(head: number, events: readonly EventData[], ms = APPEND_MS): Promise<boolean> {
      let sent = false;
      const send = (node: Node, left_ms: number): Promise<boolean> => {
        sent = true;
        return node.append(stream, revisionAfter(head), events, left_ms);
      };
      try {
        return await leader.call(ms, send, isRefusal);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal) throw refusal;
        if (!sent) throw new LogUnreachable('no node of EventStoreDB takes appends', { cause: error });
        const unknown = 'it is unknown whether EventStoreDB has written an append';
        throw new AppendOutcomeUnknown(unknown, { cause: error });
      }
    },
    /**
     * Rejects unless an append of so many bytes would be taken now. Nothing is written: no stream has the expected
     * revision.
     */
    probe: async (ms = APPEND_MS, bytes = 0): Promise<void> =>
      call(async (node, left_ms) => {
        const event = jsonEvent({
          type: 'Probe',
          data: { text: 'x'.repeat(Math.max(bytes - OWN_BYTES, 0)) },
        });
        await node.append(stream, NO_REVISION, [event], left_ms);
      }, ms),
    /** A page of events after a position; empty at the end. */
    read: (after: number, maxCount: number = EVENTS_PER_PAGE, ms = READ_MS): Promise<Row[]> =>
      call(async (node) => {
        const rows: Row[] = [];
        let characters = 0;
        for await (const event of eventsOf(node, { fromRevision: BigInt(after), maxCount })) {
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
      }, ms),
    /** Position of the last event; 0 when there is none. */
    head: (ms = READ_MS): Promise<number> =>
      call(async (node) => {
        let head = 0;
        const options: ReadStreamOptions = { direction: BACKWARDS, fromRevision: END, maxCount: 1 };
        for await (const { revision } of eventsOf(node, options)) head = Number(revision) + 1;
        return head;
      }, ms),
    /** Looks for the leader again: the present one answers as a former leader does. */
    leaveLeader: (): void => leader.leave(),
    /** Calls back with the position of each new event, until it is closed; `ended` when the connection is lost. */
    subscribe(
      after: number,
      on: { event(position: number): void; ended(error?: unknown): void },
    ): () => void {
      const fromRevision = after === 0 ? START : BigInt(after - 1);
      let closed = false;
      let unsubscribe = (): void => undefined;
      const begin = (node: Node): void => {
        if (closed) return;
        const subscription = node.client.subscribeToStream(stream, { fromRevision, ...requiresLeader });
        unsubscribe = () => void subscription.unsubscribe().catch(() => undefined);
        const end = (error?: unknown): void => on.ended(error);
        subscription.on('data', ({ event }) => event && on.event(Number(event.revision) + 1));
        subscription.on('error', end);
        subscription.on('end', () => end());
        node.closed.addEventListener('abort', () => end());
      };
      leader.connect(READ_MS).then(begin).catch(on.ended);
      return () => {
        closed = true;
        unsubscribe();
      };
    },
    close: (): Promise<void> => leader.close(),
  };
}

export type EventStore = ReturnType<typeof openEventStore>;

import { DatabaseError, type Pool, type PoolClient } from 'pg';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventOrder,
  LogExhausted,
  type StreamWrite,
} from '../log.ts';
import { deadlineOn, isConnectionLoss, isExhaustion, unreachableIfLost } from './connection-loss.ts';
import {
  APPEND_SQL,
  decodeFlush,
  type EncodedAppend,
  encodeAppend,
  encodeFlush,
  type FlushRow,
} from './encode-append.ts';

const MAX_APPENDS_OF_FLUSH = 512;
const MAX_WAITING = 100_000;

interface Waiting {
  append: EncodedAppend;
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

export interface GroupCommit {
  append(writes: readonly StreamWrite[], order?: EventOrder): Promise<AppendResult>;
  /** Accepts no new appends; resolves when all waiting ones are answered. */
  close(): Promise<void>;
}

/**
 * Takes the first appends that fit into one flush. An append to a stream of an earlier one waits for the next flush,
 * so appends to one stream keep their order.
 */
function takeFlush(queue: Waiting[], most: number): Waiting[] {
  const taken: Waiting[] = [];
  const passed: Waiting[] = [];
  const streams = new Set<string>();
  let weight = 0;
  let next = 0;
  for (; next < queue.length; next += 1) {
    const waiting = queue[next];
    if (!waiting || taken.length === MAX_APPENDS_OF_FLUSH || passed.length > MAX_APPENDS_OF_FLUSH) break;
    if (taken.length > 0 && weight + waiting.append.weight > most) break;
    const { writes } = waiting.append;
    if (writes.some(({ stream }) => streams.has(stream))) passed.push(waiting);
    else {
      taken.push(waiting);
      weight += waiting.append.weight;
    }
    for (const { stream } of writes) streams.add(stream);
  }
  queue.splice(0, next, ...passed);
  return taken;
}

/** Refused by the server, and rolled back. */
const surelyNotWritten = (error: unknown): boolean =>
  error instanceof DatabaseError && !isConnectionLoss(error);

const ignore = (): void => undefined;

/** Writes a flush: all of its appends together, each completely or not at all. */
export interface Flushing {
  /** @param query replaces parts of the statement */
  flush(
    client: PoolClient,
    appends: readonly EncodedAppend[],
    query?: { name?: string; text?: string; query_timeout?: number },
  ): Promise<AppendResult[]>;
  /** Characters of JSON in one flush; a larger append is sent separately. */
  most: number;
}

/** One flush in one statement, which is its own transaction unless one is open. */
export const flush: Flushing['flush'] = async (client, appends, query = {}) => {
  try {
    const { rows } = await client.query<FlushRow>({
      name: 'log_append',
      text: APPEND_SQL,
      values: encodeFlush(appends),
      ...query,
    });
    const [row] = rows;
    if (!row) throw new Error('log.append answered nothing');
    return decodeFlush(appends, row);
  } catch (error) {
    if (isExhaustion(error)) throw new LogExhausted('the log could not append now', { cause: error });
    if (surelyNotWritten(error)) throw error;
    throw new AppendOutcomeUnknown(
      'the connection to the log broke during an append: it is unknown whether it was written; repeat it with the same event ids',
      { cause: error },
    );
  }
};

/** The tables alone: one statement for each flush. */
export const TABLES: Flushing = { flush, most: 8_000_000 };

async function write(
  pool: Pool,
  flush: Flushing['flush'],
  appends: readonly EncodedAppend[],
): Promise<AppendResult[]> {
  // Without a connection nothing was sent.
  const client = await pool.connect().catch(unreachableIfLost);
  // A connection that breaks outside a query emits an event; without a listener it would end the process.
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    return await flush(client, appends, deadlineOn(pool));
  } catch (error) {
    if (error instanceof AppendOutcomeUnknown) broken = error;
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

/** Collects the appends that wait into one transaction and one round trip after another. */
export function groupCommit(pool: Pool, { flush, most }: Flushing): GroupCommit {
  const queue: Waiting[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

  const settle = async (taken: readonly Waiting[]): Promise<void> => {
    try {
      const results = await write(
        pool,
        flush,
        taken.map(({ append }) => append),
      );
      taken.forEach((waiting, at) => {
        const result = results[at];
        if (result) waiting.resolve(result);
        else waiting.reject(new Error('log.append answered too little'));
      });
    } catch (error) {
      if (surelyNotWritten(error) && taken.length > 1) {
        // One append of the batch is invalid: sent separately, only that one fails.
        for (const waiting of taken) await settle([waiting]);
        return;
      }
      for (const waiting of taken) waiting.reject(error);
    }
  };

  const run = async (): Promise<void> => {
    // Appends of the same turn of the event loop join the flush.
    await undefined;
    while (queue.length > 0) {
      const taken = takeFlush(queue, most);
      await settle(taken);
      // Many callers that were just answered can join, too. A single caller, such as the committer, does not wait a
      // turn; under load a turn is longer than the flush.
      if (taken.length > 1) await new Promise(setImmediate);
    }
    running = undefined;
  };

  return {
    append(writes, order) {
      return new Promise((resolve, reject) => {
        if (closed) throw new Error('the log is closed');
        if (queue.length >= MAX_WAITING) throw new Error(`the log has ${queue.length} appends waiting`);
        queue.push({ append: encodeAppend(writes, order), resolve, reject });
        running ??= run();
      });
    },
    async close() {
      closed = true;
      await running;
    },
  };
}

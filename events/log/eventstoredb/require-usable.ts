import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { MaxAppendSizeExceededError } from '@eventstore/db-client';
import type { Pool } from 'pg';
import { causeOf } from './cause.ts';
import type { EventStore } from './event-store.ts';
import { catchUp, mirroredAfter, mirrorHead } from './mirror.ts';
import { EventStoreProblem } from './rows.ts';

const ANSWER_MS = 5_000;
const OLDEST = '23.10';
/** After its return a former leader answers as the leader for about 2 s. */
const FORMER_LEADER_MS = 3_000;
const RETRY_MS = 300;
/**
 * No append of ours has more bytes, as EventStoreDB counts them. A command has 512 KiB at most, a flush of several
 * 250,000 characters of up to three bytes, a page of `copy-to-eventstore` 700,000 bytes. Streams, ids and types
 * add to this.
 */
export const MAX_APPEND_BYTES = 900_000;

/** Also for what is no version, which a server without this call has. */
const isOld = (version: string): boolean =>
  !/^\d/.test(version) || version.localeCompare(OLDEST, 'en', { numeric: true }) < 0;

async function requireWhole({ call, stream }: EventStore): Promise<void> {
  const { metadata = {} } = await call(({ client }) =>
    client.getStreamMetadata(stream, { requiresLeader: true }),
  );
  const set = ['maxCount', 'maxAge', 'truncateBefore'].filter(
    (name) => Reflect.get(metadata, name) !== undefined,
  );
  if (set.length > 0) {
    throw new EventStoreProblem(
      `the stream ${stream} has ${set.join(', ')} set: remove it, no event may be lost`,
    );
  }
}

/** Throws unless the user may write, and the server takes the largest append. */
async function requireWritable(store: EventStore): Promise<void> {
  await store.probe(ANSWER_MS, MAX_APPEND_BYTES).catch((error: Error) => {
    const { cause } = error;
    if (!(cause instanceof MaxAppendSizeExceededError)) throw error;
    throw new EventStoreProblem(
      `EventStoreDB takes appends of ${cause.maxAppendSize} bytes, the log needs ${MAX_APPEND_BYTES}: raise its --max-append-size`,
    );
  });
}

/**
 * Throws unless the tables and EventStoreDB have the same event at the end of their common part: then all before it are
 * the same, too.
 */
export async function requireCommonPast(
  store: EventStore,
  pool: Pool,
): Promise<{ head: number; stored: number }> {
  const [head, stored] = [await mirrorHead(pool), await store.head()];
  await store.read(0, 1);
  const last = Math.min(head, stored);
  if (last === 0) return { head, stored };
  const [[ours], [theirs]] = await Promise.all([mirroredAfter(pool, last - 1, 1), store.read(last - 1, 1)]);
  if (!isDeepStrictEqual(ours, theirs)) {
    throw new EventStoreProblem(
      `event ${last} of the tables is another one in EventStoreDB: restore both from backups of one time`,
    );
  }
  return { head, stored };
}

/** Throws an EventStoreProblem of one line when the log cannot be kept there. */
export async function requireServer(store: EventStore): Promise<void> {
  const { address } = store;
  try {
    const version = await store.call((node) => node.version());
    if (isOld(version)) {
      throw new EventStoreProblem(
        `EventStoreDB at ${address.shown} has version ${version}; ${OLDEST} or newer is needed`,
      );
    }
    await requireWhole(store);
    await requireWritable(store);
  } catch (error) {
    if (error instanceof EventStoreProblem) throw error;
    throw new EventStoreProblem(await causeOf(address, error), { cause: error });
  }
}

/** Throws an EventStoreProblem of one line when the log cannot be kept there; adds missing events to the tables. */
export async function requireUsable(
  store: EventStore,
  pool: Pool,
  onProgress: (read: number, all: number) => void,
): Promise<void> {
  await requireServer(store);
  const until = performance.now() + FORMER_LEADER_MS;
  let { head, stored } = await requireCommonPast(store, pool);
  while (stored < head && performance.now() < until) {
    store.leaveLeader();
    await pause(RETRY_MS);
    ({ head, stored } = await requireCommonPast(store, pool));
  }
  if (stored < head) {
    throw new EventStoreProblem(
      `the tables have ${head} events, EventStoreDB has ${stored} of them: copy the others with npm run log -- copy-to-eventstore`,
    );
  }
  await catchUp(pool, store, {
    reached: (at) => stored > head && onProgress(at - head, stored - head),
  });
}

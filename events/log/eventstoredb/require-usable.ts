import { isDeepStrictEqual } from 'node:util';
import { jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client';
import type { Pool } from 'pg';
import { type EventStore, refusalOf, within } from './event-store.ts';
import { catchUp, mirroredAfter, mirrorHead } from './mirror.ts';
import { EventStoreProblem } from './rows.ts';

const ANSWER_MS = 5_000;
const OLDEST = '23.10';
/** No stream has this revision. */
const NO_REVISION = BigInt(Number.MAX_SAFE_INTEGER);

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The version of the server; the client does not expose it. */
const versionOf = async ({ client }: EventStore): Promise<string> =>
  Object(await Reflect.get(client, 'capabilities')).serverVersion;

/** Also for what is no version, which a server without this call has. */
const isOld = (version: string): boolean =>
  !/^\d/.test(version) || version.localeCompare(OLDEST, 'en', { numeric: true }) < 0;

async function requireWhole({ client, stream }: EventStore): Promise<void> {
  const { metadata = {} } = await client.getStreamMetadata(stream, { requiresLeader: true });
  const set = ['maxCount', 'maxAge', 'truncateBefore'].filter(
    (name) => Reflect.get(metadata, name) !== undefined,
  );
  if (set.length > 0) {
    throw new EventStoreProblem(
      `the stream ${stream} has ${set.join(', ')} set: remove it, no event may be lost`,
    );
  }
}

/** Throws unless the user may write; no stream has the expected revision, so nothing is written. */
async function requireWritable({ client, stream }: EventStore): Promise<void> {
  const options = { expectedRevision: NO_REVISION, requiresLeader: true };
  await client
    .appendToStream(stream, jsonEvent({ type: 'Probe', data: {} }), options)
    .catch((error: unknown) => {
      if (!(error instanceof WrongExpectedVersionError)) throw error;
    });
}

/**
 * Throws unless the tables and EventStoreDB have the same event at the end of their common part: then all before it are
 * the same, too.
 */
export async function requireCommonPast(
  store: EventStore,
  pool: Pool,
): Promise<{ head: number; kept: number }> {
  const [head, kept] = [await mirrorHead(pool), await store.head()];
  await store.read(0, 1);
  const last = Math.min(head, kept);
  if (last === 0) return { head, kept };
  const [[ours], [theirs]] = await Promise.all([mirroredAfter(pool, last - 1, 1), store.read(last - 1, 1)]);
  if (!isDeepStrictEqual(ours, theirs)) {
    throw new EventStoreProblem(
      `event ${last} of the tables is another one in EventStoreDB: restore both from backups of one time`,
    );
  }
  return { head, kept };
}

/** Throws an EventStoreProblem of one line when the log cannot be kept there. */
export async function requireServer(url: string, store: EventStore): Promise<void> {
  const address = url.replace(/\/\/[^/]*@/, '//');
  const version = await within(ANSWER_MS, versionOf(store)).catch((error: unknown) => {
    throw new EventStoreProblem(`no EventStoreDB at ${address} (${textOf(error)}): check that it runs`);
  });
  if (isOld(version)) {
    throw new EventStoreProblem(
      `EventStoreDB at ${address} has version ${version}; ${OLDEST} or newer is needed`,
    );
  }
  try {
    await within(ANSWER_MS, requireWhole(store));
    await within(ANSWER_MS, requireWritable(store));
  } catch (error) {
    throw (
      refusalOf(error, store.stream) ??
      new EventStoreProblem(`EventStoreDB at ${address} cannot be written (${textOf(error)})`)
    );
  }
}

/** Throws an EventStoreProblem of one line when the log cannot be kept there; adds missing events to the tables. */
export async function requireUsable(
  url: string,
  store: EventStore,
  pool: Pool,
  onProgress: (read: number, all: number) => void,
): Promise<void> {
  await requireServer(url, store);
  const { head, kept } = await requireCommonPast(store, pool);
  if (kept < head) {
    throw new EventStoreProblem(
      `the tables have ${head} events, EventStoreDB has ${kept} of them: copy the others with npm run log -- copy-to-eventstore`,
    );
  }
  await catchUp(pool, store, (reached) => kept > head && onProgress(reached - head, kept - head));
}

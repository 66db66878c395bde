import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import { batcher } from '#services/runtime/batcher.ts';
import type { Replicas } from './replicas.ts';

/** How much was counted in the present window, and how long it lasts. */
interface Counted {
  count: number;
  ttl: Millis;
}

interface Entry {
  /** By all processes, as last read. */
  known: number;
  /** By this process since then. */
  own: number;
  windowMs: Millis;
  /** performance.now() */
  ends: Millis;
}

interface Addition {
  key: string;
  by: number;
  windowMs: Millis;
}

/** Keys of one purpose in memory. To remove one, a caller needs more calls of this purpose than a process can answer. */
const MAX_KEYS = 5_000;
/** Of a key and its entry in memory, at least. */
const MIN_BYTES = 256;
/** Additions that wait for the database. */
const MAX_WAITING = 20_000;
const SHARE_EVERY_MS = 1_000;
/** Keys shared in one statement; the rest follows. */
const MAX_SHARED = 1_000;
const FORGET_EVERY_MS = 60_000;

const ADD = {
  name: 'shared-counts-add',
  // In one order everywhere, so that two processes cannot wait for each other.
  text: `INSERT INTO runtime.shared_counts AS before (key, count, ends_at)
         SELECT key, count, now() + make_interval(secs => ms / 1000.0)
           FROM unnest($1::text[], $2::int[], $3::float8[]) AS given (key, count, ms) ORDER BY key
         ON CONFLICT (key) DO UPDATE SET
           count = greatest(0, excluded.count + CASE WHEN before.ends_at <= now() THEN 0 ELSE before.count END),
           ends_at = CASE WHEN before.ends_at <= now() THEN excluded.ends_at ELSE before.ends_at END
         RETURNING key, count, extract(epoch FROM ends_at - now())::float8 * 1000 AS ttl`,
};

/**
 * Counts by key in windows of fixed length, over all API processes. While this process is the only one, or the
 * database is away, they are in its memory only. A key is a purpose, a blank and what is counted, never what a caller
 * typed. Each purpose has a memory of its own, so that no flood of other calls removes its counts.
 */
export function openSharedCounts(pool: Pool, replicas: Pick<Replicas, 'others'>) {
  const unshared = new Set<string>();
  const memories = new Map<string, LRUCache<string, Entry>>();
  function memoryOf(key: string): LRUCache<string, Entry> {
    const [purpose = ''] = key.split(' ', 1);
    const known = memories.get(purpose);
    if (known) return known;
    const memory = new LRUCache<string, Entry>({
      maxSize: MAX_KEYS * MIN_BYTES,
      sizeCalculation: (_, one) => Math.max(MIN_BYTES, 2 * one.length),
      dispose: (_, one, reason) => reason === 'evict' && unshared.delete(one),
    });
    memories.set(purpose, memory);
    return memory;
  }
  let forgetAt = performance.now() + FORGET_EVERY_MS;

  /** The entry of the present window. */
  function entryOf(key: string, windowMs: Millis): Entry {
    const found = memoryOf(key).get(key);
    if (found && found.ends > performance.now()) return found;
    const entry = { known: 0, own: 0, windowMs, ends: performance.now() + windowMs };
    memoryOf(key).set(key, entry);
    return entry;
  }
  const countedIn = ({ known, own, ends }: Entry): Counted => ({
    count: known + own,
    ttl: Math.max(1, ends - performance.now()),
  });
  const add = (key: string, by: number, windowMs: Millis): Entry => {
    const entry = entryOf(key, windowMs);
    entry.own += by;
    unshared.add(key);
    return entry;
  };

  /** Adds the own counts of these keys to the shared ones. What cannot be shared now is shared later. */
  async function share(keys: readonly string[]): Promise<void> {
    const changes = [...new Set(keys)].flatMap((key) => {
      const entry = memoryOf(key).get(key);
      unshared.delete(key);
      if (!entry || entry.own === 0 || entry.ends <= performance.now()) return [];
      return [{ key, entry, own: entry.own }];
    });
    if (changes.length === 0) return;
    for (const { entry, own } of changes) entry.own -= own;
    try {
      const { rows } = await pool.query<{ key: string; count: number; ttl: number }>(ADD, [
        changes.map(({ key }) => key),
        changes.map(({ own }) => own),
        changes.map(({ entry }) => entry.windowMs),
      ]);
      for (const { key, count, ttl } of rows) {
        const entry = memoryOf(key).get(key);
        if (entry) Object.assign(entry, { known: count, ends: performance.now() + ttl });
      }
    } catch {
      for (const { key, entry, own } of changes) {
        entry.own += own;
        if (memoryOf(key).has(key)) unshared.add(key);
      }
    }
  }

  /** Each caller gets the count up to its own request, so that of concurrent requests the first ones fit. */
  const counting = batcher<Addition, Counted>(
    async (additions) => {
      for (const { key, by, windowMs } of additions) add(key, by, windowMs);
      const later = new Map<string, number>();
      await share(additions.map(({ key }) => key));
      const counted = additions.toReversed().map(({ key, by, windowMs }) => {
        const { count, ttl } = countedIn(entryOf(key, windowMs));
        const after = later.get(key) ?? 0;
        later.set(key, after + by);
        return { count: count - after, ttl };
      });
      return counted.reverse();
    },
    { name: 'shared counts', most: MAX_SHARED, waiting: MAX_WAITING, lingerMs: 0 },
  );
  let working: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (replicas.others().length === 0 || unshared.size === 0) return;
    working = share([...unshared].slice(0, MAX_SHARED));
    if (performance.now() < forgetAt) return;
    forgetAt = performance.now() + FORGET_EVERY_MS;
    pool.query('DELETE FROM runtime.shared_counts WHERE ends_at < now()').catch(() => undefined);
  }, SHARE_EVERY_MS);
  timer.unref();

  return {
    /** Exact over all processes: one round trip, shared by what is counted at the same time. */
    async exactly(key: string, by: number, windowMs: Millis): Promise<Counted> {
      if (replicas.others().length > 0) return counting.add({ key, by, windowMs });
      return countedIn(add(key, by, windowMs));
    },
    /** Immediately; includes what other processes counted up to a second ago. */
    roughly: (key: string, by: number, windowMs: Millis): Counted => countedIn(add(key, by, windowMs)),
    async close(): Promise<void> {
      clearInterval(timer);
      await Promise.all([working, counting.idle()]);
    },
  };
}

export type SharedCounts = ReturnType<typeof openSharedCounts>;

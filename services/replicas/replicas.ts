import { hash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';

/** Another API process. */
export interface Replica {
  instance: string;
  /** host:port, where it takes commands of other processes. */
  address: string;
}

const BEAT_MS = 1_000;
/** Without a beat for this long a process counts as gone. */
const LEASE_MS = 3_000;
/** This process believes in its own lease a little shorter than the others do. */
const OWN_LEASE_MS = 2_500;
/** After a doubt a process is trusted again by a beat that is read this much later. */
const DOUBT_MS = LEASE_MS;
/** The database's time is taken from a beat that took at most this long: a slower one can be wrong by its duration. */
const CLOCK_BEAT_MS = 250;

const BEAT = {
  name: 'api-processes-beat',
  text: `WITH own AS (
           INSERT INTO runtime.api_processes (instance, address, machine) VALUES ($1, $2, $3)
           ON CONFLICT (instance) DO UPDATE SET beat_at = now())
         SELECT coalesce(json_agg(json_build_object('instance', instance, 'address', address))
                           FILTER (WHERE instance IS NOT NULL), '[]') AS others,
                extract(epoch FROM now())::float8 * 1000 AS now
           FROM runtime.api_processes
          WHERE instance <> $1 AND beat_at > now() - make_interval(secs => ${LEASE_MS / 1000})
            AND (machine = $3 OR address !~ '^(127\\.|localhost|\\[::1\\])')`,
};

/**
 * The live API processes on one database. Leases use the database's clock; this process measures their age by its
 * monotonic clock, so that a jump of its wall clock changes nothing.
 */
export function openReplicas(pool: Pool, onError: (error: unknown) => void = () => undefined) {
  const instance: string = randomUUID();
  const doubts = new Map<string, number>();
  let others: readonly Replica[] = [];
  /** performance.now() before the newest beat. */
  let read_at = Number.NEGATIVE_INFINITY;
  /** The database's time, and performance.now() then. */
  let database: { at: number; now: Millis } | undefined;
  let own: string | undefined;
  let beating: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function beat(): Promise<void> {
    const at = performance.now();
    const { rows } = await pool.query<{ others: Replica[]; now: number }>(BEAT, [instance, own, hostname()]);
    const [row] = rows;
    if (row === undefined) return;
    for (const [replica, since] of doubts) if (at - since > DOUBT_MS) doubts.delete(replica);
    others = row.others.filter((replica) => !doubts.has(replica.instance));
    read_at = at;
    if (database === undefined || performance.now() - at <= CLOCK_BEAT_MS) database = { at, now: row.now };
  }
  const beatOnce = (): Promise<void> => {
    beating ??= beat()
      .catch(onError)
      .finally(() => {
        beating = undefined;
      });
    return beating;
  };

  return {
    /** Id of this process. */
    instance,
    /** From now on the other processes know this one. */
    async join(address: string): Promise<void> {
      own = address;
      await beatOnce();
      timer = setInterval(beatOnce, BEAT_MS);
      timer.unref();
    },
    /** The others; none while the own lease is not renewed. */
    others: (): readonly Replica[] => (performance.now() - read_at < OWN_LEASE_MS ? others : []),
    /** Time of the database. */
    now: (): Millis => (database ? database.now + performance.now() - database.at : 0),
    /** It did not answer: not among `others` until its next beat is read. */
    doubt(replica: string): void {
      doubts.set(replica, performance.now());
      others = others.filter((one) => one.instance !== replica);
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await beating;
      others = [];
      if (own !== undefined)
        await pool.query('DELETE FROM runtime.api_processes WHERE instance = $1', [instance]).catch(onError);
    },
  };
}

export type Replicas = ReturnType<typeof openReplicas>;

/**
 * Rendezvous hashing: of these instances the one that decides for a creator. All processes that know the same
 * instances select the same one; when one ends, only its creators move.
 */
export function ownerAmong<One extends { instance: string }>(
  instances: readonly One[],
  creator: string,
): One | undefined {
  let owner: One | undefined;
  let highest = '';
  for (const one of instances) {
    const score = hash('sha256', `${one.instance} ${creator}`);
    if (score > highest) [owner, highest] = [one, score];
  }
  return owner;
}

/** Removes rows of processes that are gone, and counts that have ended. */
export async function forgetGone(pool: Pool): Promise<void> {
  await pool.query("DELETE FROM runtime.api_processes WHERE beat_at < now() - interval '1 minute'");
  await pool.query('DELETE FROM runtime.shared_counts WHERE ends_at < now()');
}

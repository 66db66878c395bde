import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import { pacing } from './pacing.ts';
import type { Projection } from './projection.ts';
import { type Projector, startProjector } from './projector.ts';
import type { FollowingPage } from './read-log.ts';
import type { ProgressListener } from './rebuild.ts';
import { pageSkipper } from './skip-page.ts';
import { withConnection } from './transaction.ts';

export interface RunnerOptions {
  pool: Pool;
  log: EventLog;
  projections: readonly Projection[];
  /** Told of every failure, with the projection's name or `log`; nothing stops because of one. */
  onError(name: string, error: unknown): void;
  /** Called during a rebuild of a changed projection. */
  onProgress?: ProgressListener;
  /** Milliseconds between tries to take over what another process projects. */
  leaseRetryMs?: number;
}

interface ProjectorStatus {
  name: string;
  /** −1 before it is known. */
  position: number;
  failing: boolean;
}

export interface Runner {
  /** The projections that this process projects now. */
  status(): ProjectorStatus[];
  /** Settles when every batch under way is through and the leases are given back. */
  stop(): Promise<void>;
}

const EVENTS_PER_PAGE = 2_000;
const LEASE_RETRY_MS = 1_000;
const LONGEST_SILENCE_MS = 5_000;

/** Takes the leases that are free: session locks, which PostgreSQL gives back when the process dies. */
async function takeLeases(client: ClientBase, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>({
    text: `SELECT name FROM (
       SELECT name, pg_try_advisory_lock(hashtextextended('read model projector ' || name, 0)) AS held
         FROM unnest($1::text[]) AS name OFFSET 0) AS tried WHERE held`,
    values: [names],
    query_timeout: LONGEST_SILENCE_MS,
  });
  return rows.map((row) => row.name);
}

/** Runs what it is given one after the other, whether or not the one before went well. */
function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}

/**
 * Projects what no other process projects, reading the log once for all. The lease saves work; that every
 * event counts once is the checkpoint's doing, also while two believe that they hold it.
 */
export function runProjections(options: RunnerOptions): Runner {
  const { pool, log, projections, onError } = options;
  const stopping = new AbortController();
  const projectors = new Map<string, Projector>();
  const inTurn = oneAtATime();
  const skipPage = pageSkipper(pool);
  const pace = pacing();

  const offerAll = (page: FollowingPage): void => {
    for (const projector of projectors.values()) projector.offer(page);
  };

  async function followLog(signal: AbortSignal): Promise<void> {
    let after: number | undefined;
    while (!signal.aborted) {
      try {
        if (after === undefined) {
          after = await log.head();
          // A projector may have been told of an earlier head than this one, over a faster connection or while
          // this one failed, and have stopped there: it is told where the tail begins and reads what is between.
          offerAll({ after, through: after, events: [], full: false, bytes: 0 });
        }
        for await (const page of log.tail(after, { limit: EVENTS_PER_PAGE, signal })) {
          offerAll({ ...page, after });
          after = page.through;
          if (!page.full) {
            pace.took(Math.max(0, ...[...projectors.values()].map((projector) => projector.tookMs())));
            await sleep(pace.pauseMs(), undefined, { signal }).catch(() => undefined);
          }
        }
      } catch (error) {
        if (signal.aborted) return;
        onError('log', error);
        await sleep(LEASE_RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function holdLeases(client: ClientBase, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const missing = projections.filter(({ name }) => !projectors.has(name));
      if (missing.length === 0) {
        // A silent database has given the leases to somebody else, or will.
        await client.query({ text: 'SELECT 1', query_timeout: LONGEST_SILENCE_MS });
      } else {
        const gained = new Set(
          await takeLeases(
            client,
            missing.map(({ name }) => name),
          ),
        );
        for (const projection of missing.filter(({ name }) => gained.has(name))) {
          const { onProgress } = options;
          projectors.set(
            projection.name,
            startProjector({
              pool,
              log,
              projection,
              signal,
              onError,
              inTurn,
              skipPage,
              onProgress,
            }),
          );
        }
      }
      const pause = options.leaseRetryMs ?? LEASE_RETRY_MS;
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** One connection's life: with it the leases come and go. */
  async function holdConnection(): Promise<void> {
    await withConnection(pool, async (client) => {
      const lost = new AbortController();
      const signal = AbortSignal.any([stopping.signal, lost.signal]);
      const lose = (): void => lost.abort();
      client.on('error', lose);
      const following = followLog(signal);
      try {
        await holdLeases(client, signal);
      } finally {
        lost.abort();
        client.off('error', lose);
        await Promise.all([following, ...[...projectors.values()].map((projector) => projector.done)]);
        projectors.clear();
      }
      if (stopping.signal.aborted) await client.query('SELECT pg_advisory_unlock_all()');
      else throw new Error('the connection that held the leases was lost');
    });
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await holdConnection();
      } catch (error) {
        if (stopping.signal.aborted) return;
        onError('leases', error);
        await sleep(LEASE_RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const running = run();
  return {
    status: () =>
      [...projectors].map(([name, projector]) => ({
        name,
        position: projector.position(),
        failing: projector.failing(),
      })),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

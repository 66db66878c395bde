import type { Pool } from 'pg';
import type { Feed } from '#events/feed/feed.ts';
import type { EventLog } from '#events/log/log.ts';
import { holdLeases } from '#events/log/subscription/leases.ts';
import { type SharedTail, sharedTail } from '#events/log/subscription/shared-tail.ts';
import { pacing } from './pacing.ts';
import type { Projection } from './projection.ts';
import { type Projector, startProjector } from './projector.ts';
import type { ProgressListener } from './rebuild.ts';
import { pageTaker } from './take-page.ts';

export interface RunnerOptions {
  pool: Pool;
  log: EventLog;
  /** Where events are followed; by default the log. Rebuilds read the log. */
  feed?: Feed;
  projections: readonly Projection[];
  /** Called for every failure, with the projection's name or `log`. Failures stop nothing. */
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
  /** What the projections follow; others of this process can follow it, too. */
  tail: SharedTail;
  /** The projections that this process projects now. */
  status(): ProjectorStatus[];
  /** Settles when all present batches are done and the leases are released. */
  stop(): Promise<void>;
}

/** Runs tasks in sequence; continues after a failed task. */
function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}

/** Projects what no other process projects, reading the log once for all. */
export function runProjections(options: RunnerOptions): Runner {
  const { pool, log, projections, onError, onProgress } = options;
  const projectors = new Map<string, Projector>();
  const inTurn = oneAtATime();
  const { takePage, close } = pageTaker(pool);
  const pace = pacing();
  const tail = sharedTail({
    log: options.feed ?? log,
    onError: (error) => onError('log', error),
    pauseMs() {
      pace.took(Math.max(0, ...[...projectors.values()].map((projector) => projector.tookMs())));
      return pace.pauseMs();
    },
  });
  const leases = holdLeases({
    pool,
    kind: 'read model projector',
    names: projections.map(({ name }) => name),
    onError,
    retryMs: options.leaseRetryMs,
    async work(name, signal) {
      const projection = projections.find((one) => one.name === name);
      if (!projection) return;
      const parts = { pool, log, tail, projection, onError, inTurn, takePage, onProgress };
      const projector = startProjector({ ...parts, signal });
      projectors.set(name, projector);
      await projector.done;
      projectors.delete(name);
    },
  });
  return {
    tail,
    status: () =>
      [...projectors].map(([name, projector]) => ({
        name,
        position: projector.position(),
        failing: projector.failing(),
      })),
    stop: () => leases.stop().then(close),
  };
}

import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { ReadyAnswer } from '#services/contract/system/calls.ts';
import { type Health, healthOf } from './health.ts';

/** `late` after a timeout; the call continues in the background. */
async function within<Result>(ms: number, answer: Promise<Result>): Promise<Result | 'late'> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** One call at a time: a call during another one gets its answer, so unanswered calls do not pile up. */
function oneAtATime<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** A database or a committer slower than this counts as not ready. */
const TIMEOUT_MS = 700;

const NOTHING_KNOWN: Health = {
  position: 0,
  read_models: [],
  processes: [],
  begun_twice: 0,
  worker_seen: null,
};

/**
 * Whether a process can serve: the database answers and has room, the log takes appends and commands are decided. The answer comes
 * within 0.7 s; errors are logged, never thrown.
 */
export function readinessOf(
  deps: Pick<Dependencies, 'pool' | 'room' | 'committer' | 'log' | 'telemetry'>,
): () => Promise<ReadyAnswer> {
  const currentHealth = oneAtATime(() => healthOf(deps.pool));
  // A read of no stream passes through the committer's queue, behind the commands that wait there.
  const decides = oneAtATime(() => deps.committer.read([], () => true));
  const full = oneAtATime(() => deps.room.isFull());
  const failed = (error: unknown): 'failed' => {
    deps.telemetry.logger.warn({ err: error }, 'not ready');
    return 'failed';
  };
  return async () => {
    const [found, isFull, decided] = await Promise.all([
      within(TIMEOUT_MS, currentHealth().catch(failed)),
      within(TIMEOUT_MS, full().catch(failed)),
      within(TIMEOUT_MS, decides().catch(failed)),
    ]);
    const problem = deps.log.problem();
    if (typeof found !== 'string' && isFull === false && decided === true && problem === undefined) {
      const lag = Math.max(0, ...found.read_models.map(({ behind }) => behind));
      return { status: 'ready', reason: '', lag, ...found };
    }
    const reason =
      typeof found === 'string' || typeof isFull === 'string'
        ? 'database does not answer'
        : isFull
          ? 'disk of the database is full'
          : decided === true
            ? 'the log takes no appends'
            : 'commands are not decided';
    return { status: 'not ready', reason, lag: 0, ...NOTHING_KNOWN };
  };
}

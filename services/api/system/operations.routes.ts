import { type Area, routesOf } from '../http/area.ts';
import { getLag, readyAnswer } from './contract.ts';
import { type Health, healthOf, LAG_SHOWN_SECONDS, oncePerSecond } from './health.ts';

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

const tags = ['system'];
const config = { access: 'guest', rateLimit: false } as const;
/** A database or a committer slower than this counts as not ready. */
const PATIENCE_MS = 700;

const NOTHING_KNOWN: Health = {
  ...{ position: 0, read_models: [], processes: [], begun_twice: 0, worker_seen: null },
};

/** Whether the process is up, whether it can serve, and its figures. */
export const operationRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'system');
  const { pool, committer } = deps;
  // Requested by every open page.
  const health = oncePerSecond(() => healthOf(pool));
  const currentHealth = oneAtATime(() => healthOf(pool));
  // A read of no stream passes through the committer's queue, behind the commands that wait there.
  const decides = oneAtATime(() => committer.read([], () => true));

  app.get('/healthz', { config, schema: { tags } }, async () => ({ status: 'up' }));

  app.get(
    '/readyz',
    {
      config,
      schema: {
        description:
          'Ready means that the database answers, the log takes appends and commands are decided. The body lists the lag of each read model and process; lag does not change the status.',
        response: { 200: readyAnswer, 503: readyAnswer },
        tags,
      },
    },
    async (_, reply) => {
      const failed = (error: unknown): 'failed' => {
        deps.telemetry.logger.warn({ err: error }, 'not ready');
        return 'failed';
      };
      const [found, decided] = await Promise.all([
        within(PATIENCE_MS, currentHealth().catch(failed)),
        within(PATIENCE_MS, decides().catch(failed)),
      ]);
      const problem = deps.log.problem();
      if (typeof found !== 'string' && decided === true && problem === undefined) {
        const lag = Math.max(0, ...found.read_models.map(({ behind }) => behind));
        return { status: 'ready' as const, reason: '' as const, lag, ...found };
      }
      reply.code(503);
      const reason =
        typeof found === 'string'
          ? 'database does not answer'
          : decided === true
            ? 'the log takes no appends'
            : 'commands are not decided';
      return { status: 'not ready' as const, reason, lag: 0, ...NOTHING_KNOWN } as const;
    },
  );

  on(getLag, async () => {
    const { read_models } = await health();
    return {
      read_models: read_models
        .filter((one) => one.seconds_behind >= LAG_SHOWN_SECONDS || one.incomplete_from !== null)
        .map(({ name, seconds_behind, incomplete_from }) => ({ name, seconds_behind, incomplete_from })),
    };
  });

  // Otherwise they are at that port, so that visitors cannot read them.
  if (deps.config.metricsPort !== undefined) return;
  const metrics = oncePerSecond(() => deps.telemetry.registry.metrics());
  app.get('/metrics', { config, schema: { tags } }, async (_, reply) => {
    reply.header('content-type', deps.telemetry.registry.contentType);
    // Text, not JSON: the serializer must not quote it.
    return reply.serializer((text: unknown) => String(text)).send(await metrics());
  });
};

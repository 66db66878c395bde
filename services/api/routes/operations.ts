import { setTimeout as pause } from 'node:timers/promises';
import { answers, ok } from '../answer.ts';
import type { Area } from '../areas.ts';
import { lagAnswer, readyAnswer } from '../contract/health.ts';
import { type Health, healthOf, LAG_SHOWN_SECONDS, sharedHealth } from '../health.ts';

const tags = ['Operations'];
const config = { access: 'guest', rateLimit: false } as const;
/** A database or a committer that takes longer than this does not serve people either. */
const PATIENCE_MS = 900;

const NOTHING_KNOWN: Health = { position: 0, read_models: [], processes: [], worker_seen: null };

/** Whether the process is up, whether it can serve, and its figures. */
export const operationRoutes: Area = (deps) => async (app) => {
  const { pool, committer } = deps;
  const health = sharedHealth(pool);

  app.get('/healthz', { config, schema: { tags } }, async () => ({ status: 'up' }));

  app.get(
    '/readyz',
    {
      config,
      schema: {
        description:
          'Ready means that the database answers and commands are decided. How far each read model and each process is behind stands in the body and does not change the status.',
        response: { 200: readyAnswer, 503: readyAnswer },
        tags,
      },
    },
    async (_, reply) => {
      const late = new AbortController();
      try {
        const [found] = await Promise.race([
          // A read of no stream passes through the committer's queue, behind the commands that wait there.
          Promise.all([healthOf(pool), committer.read([], () => true)]),
          pause(PATIENCE_MS, undefined, { signal: late.signal }).then(() => {
            throw new Error(`no answer within ${PATIENCE_MS} ms`);
          }),
        ]);
        return {
          status: 'ready' as const,
          lag: Math.max(0, ...found.read_models.map(({ behind }) => behind)),
          ...found,
        };
      } catch (error) {
        deps.telemetry.logger.warn({ err: error }, 'not ready');
        reply.code(503);
        return { status: 'not ready' as const, lag: 0, ...NOTHING_KNOWN };
      } finally {
        late.abort();
      }
    },
  );

  app.get(
    '/api/lag',
    {
      config: { access: 'guest' },
      schema: {
        description: 'Read models whose figures are more than a minute old, or incomplete.',
        response: answers(lagAnswer),
        tags,
      },
    },
    async () => {
      const { read_models } = await health();
      return ok({
        read_models: read_models
          .filter((one) => one.seconds_behind >= LAG_SHOWN_SECONDS || one.incomplete_from !== null)
          .map(({ name, seconds_behind, incomplete_from }) => ({ name, seconds_behind, incomplete_from })),
      });
    },
  );

  app.get('/metrics', { config, schema: { tags } }, async (_, reply) => {
    reply.header('content-type', deps.telemetry.registry.contentType);
    // Text, not JSON: the serializer must not quote it.
    return reply.serializer((text: unknown) => String(text)).send(await deps.telemetry.registry.metrics());
  });
};

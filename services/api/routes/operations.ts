import { z } from 'zod';
import type { Area } from '../areas.ts';

/** Projections further behind than this make the process unready. */
const LAG_BOUND_EVENTS = 10_000;
const tags = ['Operations'];
const readiness = z.object({ status: z.string(), position: z.number(), lag: z.number() });

/** Whether the process is up, whether it can serve, and its figures. */
export const operationRoutes: Area = (deps) => async (app) => {
  app.get('/healthz', { config: { access: 'guest', rateLimit: false }, schema: { tags } }, async () => ({
    status: 'up',
  }));

  app.get(
    '/readyz',
    {
      config: { access: 'guest', rateLimit: false },
      schema: { response: { 200: readiness, 503: readiness }, tags },
    },
    async (_, reply) => {
      try {
        const [position, checkpoints] = await Promise.all([deps.log.head(), deps.readModels.checkpoints()]);
        // Before the first checkpoint nothing has been built yet.
        const slowest = checkpoints.size === 0 ? 0 : Math.min(position, ...checkpoints.values());
        const lag = position - slowest;
        if (lag > LAG_BOUND_EVENTS) reply.code(503);
        return { status: lag > LAG_BOUND_EVENTS ? 'catching up' : 'ready', position, lag };
      } catch (error) {
        deps.telemetry.logger.warn({ err: error }, 'not ready');
        reply.code(503);
        return { status: 'database unreachable', position: 0, lag: 0 };
      }
    },
  );

  app.get(
    '/metrics',
    { config: { access: 'guest', rateLimit: false }, schema: { tags } },
    async (_, reply) => {
      reply.header('content-type', deps.telemetry.registry.contentType);
      // Text, not JSON: the serializer must not quote it.
      return reply.serializer((text: unknown) => String(text)).send(await deps.telemetry.registry.metrics());
    },
  );
};

import type { FastifyReply, FastifyRequest } from 'fastify';
import { getLag, readyAnswer } from '#services/contract/system/calls.ts';
import { refusal, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { operatorRequests } from '../http/proxies/direct-requests.ts';
import { healthOf, LAG_SHOWN_SECONDS, oncePerSecond } from './health.ts';
import { readinessOf } from './readiness.ts';

const tags = ['system'];
const config = { access: 'guest', rateLimit: false } as const;

/** Whether the process is up, whether it can serve, and its figures. */
export const operationRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'system');
  const { pool } = deps;
  // Requested by every open page.
  const health = oncePerSecond(() => healthOf(pool));
  const readiness = readinessOf(deps);
  const isOperator = operatorRequests(deps.config.trustedProxies);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isOperator(request)) return reply.code(404).send(refused(request, { code: 'not_found' }));
  };

  app.get('/healthz', { config, schema: { tags } }, async () => ({ status: 'up' }));

  app.get(
    '/readyz',
    {
      config,
      onRequest,
      schema: {
        description:
          'Ready means that the database answers, the log takes appends and commands are decided. The body lists the lag of each read model and process; lag does not change the status. Only direct requests from this machine, a private network or TRUSTED_PROXIES are answered.',
        response: { 200: readyAnswer, 404: refusal, 503: readyAnswer },
        tags,
      },
    },
    async (_, reply) => {
      const answer = await readiness();
      if (answer.status !== 'ready') reply.code(503);
      return answer;
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
  app.get('/metrics', { config, onRequest, schema: { tags } }, async (_, reply) => {
    reply.header('content-type', deps.telemetry.registry.contentType);
    // Text, not JSON: the serializer must not quote it.
    return reply.serializer((text: unknown) => String(text)).send(await metrics());
  });
};

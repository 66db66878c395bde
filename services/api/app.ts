import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { ALLOWANCE_MS } from '#services/runtime/arrival.ts';
import type { Telemetry } from '#services/telemetry/telemetry.ts';
import { areas } from './areas.ts';
import { guardRoutes } from './http/access.ts';
import { keepAddresses } from './http/address.ts';
import { serialized } from './http/answer-size.ts';
import type { Dependencies } from './http/dependencies.ts';
import { answerFailures, answerFrameworkError } from './http/errors.ts';
import { validateWithZod } from './http/input.ts';
import { acceptJson, BODY_LIMIT } from './http/json-body.ts';
import { describeApi, serveApiPage } from './http/openapi.ts';
import { showOwnWrites } from './http/own-writes.ts';
import { compressAnswers } from './http/pages/compress.ts';
import { redirectOtherHosts } from './http/pages/other-hosts.ts';
import { refuseRemoteRequests } from './http/proxies/private-sandbox.ts';
import { limitRates } from './http/rate-limits.ts';
import { signTokens } from './http/session/session-token.ts';
import { limitBodies } from './http/shares/body-room.ts';
import { takeTurns } from './http/shares/caller-turns.ts';
import { limitArrivals } from './http/uploads/arrival-limits.ts';
import { pathForRouter, secureAnswers, serveWebApp, webFolder } from './http/web-app.ts';
import { publicPages } from './system/pages/public-pages.ts';
import { requestLogger } from './system/request-logger.ts';

/** Ids of requests: a random part per process, then a counter. */
function requestIds(): () => string {
  const process = randomBytes(6).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

/** Node limits headers; the time of bodies depends on their size (http/uploads/arrival-limits.ts). */
const requestLimits = (requestTimeout: number) => ({
  requestTimeout: 0,
  // Without traffic: the client does not read its answer. Live streams send a line more often.
  connectionTimeout: 3 * requestTimeout,
  http: {
    requestTimeout: 0,
    headersTimeout: requestTimeout / 3,
    connectionsCheckingInterval: Math.min(1_000, requestTimeout / 10),
  },
});

/** Refusals by code; durations by route and status: the route's pattern, never the path with its ids. */
function measureRequests(app: FastifyInstance, telemetry: Telemetry): void {
  const refusals = new Map<number, number>();
  app.decorate('refusals', refusals);
  telemetry.measure(
    { name: 'fanwatt_refusals_total', help: 'Refused requests by code', kind: 'counter', labels: ['ec'] },
    () => [...refusals].map(([ec, count]) => [{ ec: String(ec) }, count]),
  );
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    telemetry.requestSeconds
      .labels(request.method, route, String(reply.statusCode))
      .observe(reply.elapsedTime / 1000);
  });
}

/**
 * The whole API and web application, ready to listen or for `inject`.
 * @param requestTimeoutMs the time within which a small request must arrive
 */
export async function buildApp(
  deps: Dependencies,
  requestTimeoutMs = ALLOWANCE_MS,
): Promise<FastifyInstance> {
  const { config, telemetry } = deps;
  const loggerInstance: FastifyBaseLogger = telemetry.logger;
  const app = fastify({
    loggerInstance,
    // Requests are counted by metrics; a line for each would cost more than answering it.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: requestLogger,
    genReqId: requestIds(),
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    ...requestLimits(requestTimeoutMs),
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: pathForRouter,
    frameworkErrors: answerFrameworkError,
  });
  limitArrivals(app, requestTimeoutMs);
  // Answers are checked against their schemas by tests, not on every request.
  app.setValidatorCompiler(validateWithZod);
  app.setSerializerCompiler(() => serialized);
  answerFailures(app);
  app.addHook('onError', async (_request, _reply, error) => deps.room.saw(error));
  acceptJson(app);
  keepAddresses(app);

  await app.register(cookie);
  await secureAnswers(app, {
    folder: webFolder,
    production: config.production,
    store: config.s3 && new URL(config.s3.endpoint).origin,
  });
  redirectOtherHosts(app, config);
  if (config.sandbox && !config.sandboxPublic) refuseRemoteRequests(app);
  await signTokens(app, deps);
  // Before the routes: each of these looks at every route as it is registered.
  const { sessions, team, confirmations } = deps.accounts;
  const { sandbox, secondFactor } = config;
  guardRoutes(app, { sandbox, secondFactor, sessions, team, confirmations });
  const committer = showOwnWrites(app, deps);
  compressAnswers(app);
  measureRequests(app, telemetry);
  if (config.rateLimits) {
    await limitRates(app, deps.counts);
    limitBodies(app);
    takeTurns(app);
  }
  await describeApi(app, config);

  app.decorate('readModels', deps.readModels);
  // For a plugin without a name all loaded modules are searched, twice.
  for (const area of areas)
    app.register(
      Object.assign(area({ ...deps, committer }), { [Symbol.for('fastify.display-name')]: area.name }),
    );
  await serveApiPage(app);
  await serveWebApp(app, webFolder, { publicUrl: config.publicUrl, publicPage: publicPages(app, config) });
  return app;
}

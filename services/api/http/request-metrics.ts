import type { FastifyInstance } from 'fastify';
import type { Telemetry } from '#services/runtime/telemetry.ts';

/** Durations by route and status; the route's pattern, never the path with its ids. */
export function measureRequests(app: FastifyInstance, telemetry: Telemetry): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    telemetry.requestSeconds
      .labels(request.method, route, String(reply.statusCode))
      .observe(reply.elapsedTime / 1000);
  });
}

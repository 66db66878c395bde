import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refused } from '../answer.ts';
import { proxyHeadersOf } from './direct-requests.ts';

/** Headers of proxies that do not name the visitor's machine. */
const NEUTRAL = /^(via|x-forwarded-(proto|port|server|prefix|scheme|ssl))$/;
/** Browsers take `0.0.0.0` for this machine. */
const LOOPBACK =
  /^((.+\.)?localhost|0\.0\.0\.0|127(\.\d{1,3}){3}|\[?(::ffff:127(\.\d{1,3}){3}|::1)\]?)\.?(:\d+)?$/i;

/** The sign that a request is not from this machine, without the visitor's address; undefined without such a sign. */
function signOfRemoteRequest({ headers }: FastifyRequest): string | undefined {
  const { host = '' } = headers;
  if (host !== '' && !LOOPBACK.test(host)) return `host: ${host}`;
  const proxied = proxyHeadersOf(headers);
  const named = proxied.filter((name) => !NEUTRAL.test(name));
  // A proxy that does not name its visitor can forward any visitor.
  if (proxied.length > 0 && !named.some((name) => name !== 'x-forwarded-host'))
    return `${proxied.join(', ')} without x-forwarded-for`;
  return named.find((name) =>
    [headers[name] ?? ''].flat().some((list) => list.split(',').some((one) => !LOOPBACK.test(one.trim()))),
  );
}

const WARNING_MS = 60_000;

/**
 * Refuses every request that did not begin on this machine: a sandbox shows all codes. For a sandbox without
 * SANDBOX_PUBLIC, which listens on loopback only, so that such requests come through a proxy or a tunnel. The log has the
 * reason once a minute.
 */
export function refuseRemoteRequests(app: FastifyInstance): void {
  let warned = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async (request, reply) => {
    const sign = signOfRemoteRequest(request);
    if (sign === undefined) return;
    if (performance.now() - warned > WARNING_MS) {
      warned = performance.now();
      app.log.error(
        { sign: sign.slice(0, 200) },
        'a sandbox was reached from another machine, and the request was refused: set NODE_ENV=production or SANDBOX=0, or SANDBOX_PUBLIC=1 to allow this',
      );
    }
    const answer = refused(request, { code: 'sandbox_is_private' });
    reply.code(403).header('cache-control', 'no-store');
    if (request.url.startsWith('/api/')) return reply.send(answer);
    return reply.type('text/plain; charset=utf-8').serializer(String).send(answer.em);
  });
}

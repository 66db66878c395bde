import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address, an IPv6 one by its /64; empty if the connection closed before the request was read. */
    address: string;
  }
}

/** Keeps each request's address from its arrival: Node forgets it when the connection closes. */
export function keepAddresses(app: FastifyInstance): void {
  app.decorateRequest('address', '');
  app.addHook('onRequest', (request, _, done) => {
    request.address = normalizeIP(request.ip ?? '');
    done();
  });
}

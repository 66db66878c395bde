import type { FastifyInstance } from 'fastify';
import type { Config } from '#services/runtime/config.ts';
import { asksForPage } from '../web-app.ts';

/**
 * Pages that are opened at another host of the installation, as an old domain or one for phones, are at the public
 * address: sessions, payments and links are of one host. Files, calls and notices of providers are answered everywhere.
 */
export function redirectOtherHosts(
  app: FastifyInstance,
  { publicUrl, redirectHosts }: Pick<Config, 'publicUrl' | 'redirectHosts'>,
): void {
  const hosts: ReadonlySet<string> = new Set(redirectHosts);
  if (hosts.size === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!hosts.has(request.hostname.toLowerCase()) || !asksForPage(request.raw)) return undefined;
    const { originalUrl } = request;
    if (!originalUrl.startsWith('/') || originalUrl.startsWith('/api/')) return undefined;
    return reply.redirect(`${publicUrl}${originalUrl}`, 308);
  });
}

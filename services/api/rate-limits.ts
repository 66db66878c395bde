import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

/** Requests per minute and address, over all calls. Calls that cost more have a limit of their own. */
const PER_MINUTE = 1200;

/** For `config.rateLimit` of a route that guesses could be made at: per minute and address. */
export const guessLimit = { max: 20, timeWindow: 60_000 };

/** Limits by address; those by account are the accounts' own. Providers' notices are not limited. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: PER_MINUTE,
    timeWindow: 60_000,
    cache: 20_000,
    allowList: (request) => request.routeOptions.config.access === 'provider',
  });
}

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Requests per minute and address, over all calls. Calls that cost more have a limit of their own. */
const PER_MINUTE = 1200;

/** For `config.rateLimit` of a route that guesses could be made at: per minute and address. */
export const guessLimit = { max: 20, timeWindow: 60_000 };
/** For calls that make a file that takes a second or so. */
export const printLimit = { max: 30, timeWindow: 60_000 };
/** For calls that take large bodies. */
export const uploadLimit = { max: 60, timeWindow: 60_000 };

/**
 * The web application's own files are many and cost nothing; providers' notices must not be lost. The matched route
 * decides: `/%61pi/` and `/api/` are different texts and one route.
 */
const isUnlimited = ({ routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  !url.startsWith('/api/') || config.access === 'provider';

/** Guesses that come with calls which do more than guess. */
export interface Guesses {
  /** Seconds to wait when there were too many, 0 when another may be made. */
  wait(): Promise<number>;
  /** Counts one that was wrong. */
  wrong(): Promise<void>;
}

/** Of a route that counts its calls itself. */
export const countedByRoute: Guesses = { wait: async () => 0, wrong: async () => undefined };

/** Wrong guesses by address, in the same number as `guessLimit` lets through; none are counted where limits are off. */
export function guessesByAddress(app: FastifyInstance): (request: FastifyRequest) => Guesses {
  if (!app.hasDecorator('createRateLimit')) return () => countedByRoute;
  const look = app.createRateLimit(guessLimit);
  return (request) => ({
    async wait() {
      const limit = await look(request, { increment: false });
      return limit.isAllowed || limit.remaining > 0 ? 0 : limit.ttlInSeconds;
    },
    async wrong() {
      await look(request);
    },
  });
}

/** Limits by address; those by account are the accounts' own. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: PER_MINUTE,
    timeWindow: 60_000,
    cache: 20_000,
    allowList: isUnlimited,
  });
}

import { hash } from 'node:crypto';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { nothingReserved, type Reservation } from '#services/accounts/attempts.ts';

/** Requests per minute and address, over all calls. Expensive calls have a separate limit. */
const PER_MINUTE = 1200;
/** Maximum of counted addresses; IPv6 by /64. */
const ADDRESSES = 20_000;

/** For `config.rateLimit` of a route that guesses could be made at: per minute and address. */
export const guessLimit = { max: 20, timeWindow: 60_000 };
/** For calls that create a file in about a second. */
export const printLimit = { max: 30, timeWindow: 60_000 };
/** For calls that take large bodies. */
export const uploadLimit = { max: 60, timeWindow: 60_000 };

/** For calls that a token names: per minute and token. Wrong tokens count as guesses of the address. */
export const tokenLimit = {
  max: PER_MINUTE,
  timeWindow: 60_000,
  keyGenerator: ({ headers }: FastifyRequest): string =>
    `token ${hash('sha256', String(headers['x-overlay-token']))}`,
};

/**
 * The web application's own files are many and cost nothing; providers' notices must not be lost. The matched route
 * decides: `/%61pi/` and `/api/` are different texts and one route.
 */
const isUnlimited = ({ routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  !url.startsWith('/api/') || config.access === 'provider';

/** Guesses that come with calls which do more than guess. */
export interface Guesses {
  /** Counts guesses before they are judged. */
  reserve(count: number): Reservation;
}

/** Of a route that counts its calls itself. */
export const countedByRoute: Guesses = { reserve: () => nothingReserved };

/** By address, with the same limit as `guessLimit`. */
function addressGuesses(): (request: FastifyRequest) => Guesses {
  const counts = new LRUCache<string, { count: number }>({ max: ADDRESSES, ttl: guessLimit.timeWindow });
  return (request) => ({
    reserve(count) {
      const key = normalizeIP(request.ip);
      const entry = counts.get(key) ?? { count: 0 };
      const taken = Math.min(count, guessLimit.max);
      if (entry.count + taken > guessLimit.max) {
        return { ...nothingReserved, wait: Math.max(1, Math.ceil(counts.getRemainingTTL(key) / 1000)) };
      }
      entry.count += taken;
      if (!counts.has(key)) counts.set(key, entry);
      return {
        wait: 0,
        async giveBack(unused = count) {
          entry.count -= taken - Math.min(count - unused, taken);
        },
      };
    },
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Missing where limits are off. */
    guessesByAddress?: (request: FastifyRequest) => Guesses;
  }
}

/** Wrong guesses by address; none are counted where limits are off. */
export const guessesByAddress =
  (app: FastifyInstance) =>
  (request: FastifyRequest): Guesses =>
    app.guessesByAddress?.(request) ?? countedByRoute;

/** Limits by address; those by account are the accounts' own. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: PER_MINUTE,
    timeWindow: 60_000,
    cache: ADDRESSES,
    allowList: isUnlimited,
  });
  app.decorate('guessesByAddress', addressGuesses());
}

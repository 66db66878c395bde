import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nothingReserved, type Reservation } from '#services/modules/accounts/attempts.ts';
import type { SharedCounts } from '#services/replicas/shared-counts.ts';

/** Requests per minute and address, over all calls. Expensive calls have a separate limit. */
const PER_MINUTE = 1200;

/** For `config.rateLimit` of a route that guesses could be made at: per minute and address. */
export const guessLimit = { max: 20, timeWindow: 60_000 };
/** For calls that create a file in about a second. */
export const printLimit = { max: 30, timeWindow: 60_000 };
/** For calls that take large bodies. */
export const uploadLimit = { max: 60, timeWindow: 60_000 };
/** For uploaded files: a page has dozens of pictures, and many people can share one address. */
export const pictureLimit = { max: 6_000, timeWindow: 60_000 };
const FILES = /^\/(files|media)\//;
/** What is not of the web application. */
const COUNTED = /^\/(?:api|rss|files|media|sitemap)(?:\/|\.xml$)/;

/** For calls with secret links, per minute and address: a studio has many. Each link or guess is then counted, too. */
export const linkLimit = { max: 6_000, timeWindow: 60_000 };
/** For calls by one genuine link, per minute, from all addresses. */
export const MAX_PER_LINK = PER_MINUTE;

/**
 * The web application's own files are many and cost nothing; providers' notices must not be lost. The matched route
 * decides: `/%61pi/` and `/api/` are different texts and one route.
 */
const isUnlimited = ({ routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  !COUNTED.test(url) || config.access === 'provider';

/** Guesses that come with calls which do more than guess. */
export interface Guesses {
  /** Counts guesses before they are judged. */
  reserve(count: number): Promise<Reservation>;
}

/** Of a route that counts its calls itself. */
export const countedByRoute: Guesses = { reserve: async () => nothingReserved };

/** What is guessed; each is counted separately. */
type Guessed = 'guesses' | 'sign-ins' | 'notices';

/** By address, with the same limit as `guessLimit`. */
function addressGuesses(counts: SharedCounts): (request: FastifyRequest, what: Guessed) => Guesses {
  const { max, timeWindow } = guessLimit;
  return ({ address }, what) => ({
    async reserve(count) {
      const key = `${what} ${address}`;
      const taken = Math.min(count, max);
      const counted = await counts.exactly(key, taken, timeWindow);
      if (counted.count > max) {
        await counts.exactly(key, -taken, timeWindow);
        return { ...nothingReserved, wait: Math.max(1, Math.ceil(counted.ttl / 1000)) };
      }
      return {
        wait: 0,
        async giveBack(unused = count) {
          const back = taken - Math.min(count - unused, taken);
          if (back > 0) await counts.exactly(key, -back, timeWindow);
        },
      };
    },
  });
}

/** The counts of the library: those with a small limit exactly, large ones roughly. */
const storeOf = (counts: SharedCounts) =>
  class Store {
    readonly #route: string;
    constructor({ routeInfo }: { routeInfo?: { url?: string } } = {}) {
      this.#route = routeInfo?.url ?? '';
    }
    incr(
      address: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
      max: number,
    ): void {
      const key = `${this.#route} ${address}`;
      if (max >= PER_MINUTE) {
        const { count: current, ttl } = counts.roughly(key, 1, windowMs);
        done(null, { current, ttl });
      } else {
        counts
          .exactly(key, 1, windowMs)
          .then(({ count: current, ttl }) => done(null, { current, ttl }), done);
      }
    }
    child(route: object): Store {
      return new Store(route);
    }
  };

declare module 'fastify' {
  interface FastifyInstance {
    /** Missing where limits are off. */
    guessesByAddress?: (request: FastifyRequest, what: Guessed) => Guesses;
    waitOfLink?: (link: string) => number;
    waitOfRefused?: (request: FastifyRequest) => number;
  }
}

/** Wrong guesses by address; none are counted where limits are off. */
export const guessesByAddress =
  (app: FastifyInstance, what: Guessed = 'guesses') =>
  (request: FastifyRequest): Guesses =>
    app.guessesByAddress?.(request, what) ?? countedByRoute;

/** Counts a call by a genuine link. Seconds to wait after too many; 0: go on. */
export const waitOfLink =
  (app: FastifyInstance) =>
  (link: string): number =>
    app.waitOfLink?.(link) ?? 0;

/** Counts a call that is refused before its limit is checked. Seconds to wait after too many; 0: go on. */
export const waitOfRefused = (request: FastifyRequest): number =>
  request.server.waitOfRefused?.(request) ?? 0;

/** HTTP 429, as for an address with too many calls. */
export const tooManyCalls = (reply: FastifyReply, wait: number): Error => {
  void reply.header('retry-after', wait);
  return Object.assign(new Error('too many calls'), { statusCode: 429 });
};

/** Limits by address; those by account are the accounts' own. */
export async function limitRates(app: FastifyInstance, counts: SharedCounts): Promise<void> {
  // The library that serves files registers the route itself.
  app.addHook('onRoute', (route) => {
    if (FILES.test(route.url)) route.config = { ...route.config, rateLimit: pictureLimit };
  });
  await app.register(rateLimit, {
    global: true,
    max: PER_MINUTE,
    timeWindow: 60_000,
    store: storeOf(counts),
    keyGenerator: ({ address }) => address,
    allowList: isUnlimited,
  });
  app.decorate('guessesByAddress', addressGuesses(counts));
  const waitOf = (key: string): number => {
    const { count, ttl } = counts.roughly(key, 1, 60_000);
    return count > PER_MINUTE ? Math.ceil(ttl / 1000) : 0;
  };
  app.decorate('waitOfLink', (link) => waitOf(`link ${link}`));
  // Counted separately, so that they do not stop allowed callers at the same address.
  app.decorate('waitOfRefused', ({ address }) => waitOf(`refused ${address}`));
}

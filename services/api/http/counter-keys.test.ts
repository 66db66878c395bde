import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '../testing/test-api.ts';

/**
 * The key of every count that limits callers: the address, a signed-in person or a genuine link, never a text that a
 * stranger typed. A file has one entry for each place that counts.
 */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  // The library's counts by route and address; a genuine link; guesses by address, counted and given back twice.
  'services/api/http/rate-limits.ts': [
    'address',
    'address',
    'address',
    'address',
    'genuine link, or address',
  ],
  // Every count there goes through one function.
  'services/api/content/comments/comments.routes.ts': ['signed-in person'],
  'services/api/relations/changes-a-minute.ts': ['signed-in person'],
  'services/api/content/votes/votes.routes.ts': ['signed-in person'],
  'services/api/goals/overlay.routes.ts': ['address'],
  'services/api/content/feeds/feeds.routes.ts': ['address'],
  'services/api/accounts/passport.routes.ts': ['address'],
  // A genuine number of a parcel names the order.
  'services/api/delivery/delivery.routes.ts': ['order'],
  'services/api/orders/order-input.ts': ['address'],
  'services/api/orders/redeem-lookup.ts': ['signed-in person'],
  'services/api/orders/invite-guesses.ts': ['address', 'signed-in person'],
  'services/api/open/oauth/oauth-tokens.routes.ts': [
    'address',
    'application that proved its secret, else with address',
  ],
  'services/api/open/oauth/oauth.routes.ts': ['signed-in person'],
  'services/api/open/webhooks.routes.ts': ['signed-in person'],
  'services/api/open/answer-call.ts': ['token that signed the call'],
  'services/api/accounts/team.routes.ts': ['signed-in person'],
  'services/api/accounts/own-data.routes.ts': ['signed-in person'],
  // Addresses that get a message, or that once asked for a code; all others share 65,536 counts.
  'services/modules/accounts/verify-codes.ts': ['account with a code', 'account with a code'],
  // Text messages: strangers, person or address, notices to a person, all.
  'services/modules/accounts/codes/sms-limits.ts': [
    'none',
    'signed-in person, or owner at a known browser',
    'address',
    'existing account',
    'none',
  ],
  // Sign-in: with known device, or address; accounts that do not exist share 65,536 counts. By code: by address.
  'services/modules/accounts/passport.ts': [
    'signed-in person',
    'existing account',
    'existing account',
    'address',
  ],
  // Of the second factor: the owner's sessions, known devices, or address; each with the account.
  'services/modules/accounts/factors/guesses.ts': [
    'signed-in person',
    'existing account',
    'existing account',
  ],
  'services/api/payments/payments.routes.ts': ['address'],
  // Queries of parcels by the worker, for all together.
  'services/modules/delivery/carriers/kuaidi100/carrier.ts': ['none'],
};

const COUNTING = /(attempts|guesses|signIns|forgeries)(\(request\))?\.reserve\(|counts\.(exactly|roughly)\(/g;

test('every count is listed with its key', async () => {
  const found: Record<string, number> = {};
  for await (const file of glob('services/**/*.ts')) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue;
    const places = readFileSync(file, 'utf8').match(COUNTING)?.length ?? 0;
    if (places > 0) found[file.replaceAll('\\', '/')] = places;
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(KEYS).map(([file, keys]) => [file, keys.length])));
});

const api = fixture(() => startTestApi({ projections: false, config: { rateLimits: true } }));

test('every route counts by address alone, and only these count nothing', () => {
  const limits = api.app.listedRoutes.map(({ url, config }) => ({ url, limit: config?.rateLimit }));
  expect(limits.filter(({ limit }) => typeof limit === 'object' && 'keyGenerator' in limit)).toEqual([]);
  const unlimited = new Set(limits.filter(({ limit }) => limit === false).map(({ url }) => url));
  expect([...unlimited].sort()).toEqual(['/api/live', '/healthz', '/metrics', '/readyz']);
});

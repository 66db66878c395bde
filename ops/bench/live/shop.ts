import { fastify } from 'fastify';
import type { UserId } from '#events/ids.ts';
import { signTokens } from '#services/api/http/session/session-token.ts';
import { openAccounts } from '#services/modules/all.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { createListener } from '#services/runtime/listener.ts';
import { openSecrets } from '#services/runtime/secrets.ts';
import { signingKey } from '#services/runtime/signing-key.ts';
import type { Goods } from './job.ts';
import type { LiveServer } from './server.ts';

/** Opened at the same time; as many as the pool has connections would do. */
const AT_ONCE = 500;

/** Tokens of this many signed-in fans, created through the accounts like the server's. */
export async function signedIn(
  { pool, databaseUrl, dataDir }: LiveServer,
  people: number,
): Promise<string[]> {
  const listener = createListener(databaseUrl);
  try {
    const secrets = openSecrets({ dataDir, production: false, env: {} });
    const { accounts } = await openAccounts({ pool, clock: systemClock, listener, secrets });
    const sessionKeys = secrets.rotated('session-signing').map(signingKey);
    const { issue } = await signTokens(fastify(), { sessionKeys, clock: systemClock });
    const names = Array.from({ length: people }, (_, number) => ({ name: `fan ${number}` }));
    const fans: UserId[] = await accounts.members.addMany(names);
    const tokens: string[] = [];
    for (let from = 0; from < people; from += AT_ONCE) {
      const some = fans.slice(from, from + AT_ONCE);
      const opened = await Promise.all(some.map((fan) => accounts.sessions.open(fan)));
      tokens.push(...opened.map(issue));
    }
    return tokens;
  } finally {
    await listener.close();
  }
}

interface Envelope<Data> {
  ec: number;
  em: string;
  data: Data;
}

async function post<Data>(base: string, path: string, body: object, token: string): Promise<Data> {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // The envelope that every route answers with.
  const { ec, em, data } = (await answer.json()) as Envelope<Data>;
  if (ec !== 200) throw new Error(`${path} was refused with ${ec}: ${em}`);
  return data;
}

let creators = 0;

/** A new creator's plan with this many SKUs; `''` is unlimited stock. */
export async function openShop(
  { base }: LiveServer,
  token: string,
  stocks: readonly (number | '')[],
): Promise<Goods[]> {
  creators += 1;
  const slug = { name: `creator ${creators}`, url_slug: `bench${creators}x` };
  await post(base, '/api/creator/edit-basic', slug, token);
  const sku = stocks.map((stock, number) => ({ name: `Model ${number}`, price: '10.00', stock }));
  const form = { name: 'Scarf', product_type: 1, sku };
  const { plan } = await post<{ plan: { plan_id: string; sku: { sku_id: string }[] } }>(
    base,
    '/api/creator/edit-plan',
    form,
    token,
  );
  return plan.sku.map(({ sku_id }) => ({ plan_id: plan.plan_id, sku_id }));
}

import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { oauthGrants } from '#services/modules/open/grants.ts';
import { CALLBACK, oauthProgram } from '../../testing/oauth-calls.ts';
import { goesWrong } from '../../testing/race.ts';
import { type Servers, startServers } from '../../testing/servers.ts';
import { startTestApi } from '../../testing/test-api.ts';

const api = fixture(startTestApi);
const guarded = fixture(() => startServers(api));
const careless = fixture(() => {
  const { accounts, pool, clock } = api.deps;
  return startServers(api, true, {
    accounts: { ...accounts, oauthGrants: oauthGrants(withoutConditions(pool), clock) },
  });
});

const CONDITIONS = / AND NOT g\.code_used| AND g\.refresh_hash = \$2/;

/** The same database without the guard: renewals do not check if the code or token was used meanwhile. */
const withoutConditions = (pool: Pool): Pool =>
  new Proxy(pool, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (name !== 'query' || typeof own !== 'function') return own;
      return (query: { text?: string; name?: string }, values?: unknown) => {
        const text = query.text?.replace(CONDITIONS, " AND $2::text <> ''");
        return own.call(
          target,
          text === query.text ? query : { ...query, text, name: `${query.name}-x` },
          values,
        );
      };
    },
  });

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** One code or refresh token, to both servers concurrently. @returns those that gave tokens, and those still valid */
async function twice(servers: Servers, fields: Record<string, string>) {
  const answers = await Promise.all(
    [0, 1].map(async (n) => {
      const answer = await fetch(`${servers.origin(n)}/api/oauth2/access_token`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      return (await answer.json()) as Partial<Tokens>;
    }),
  );
  const tokens = answers.flatMap(({ access_token }) => access_token ?? []);
  const states = await Promise.all(
    tokens.map(async (token, n) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${servers.origin(n)}/api/oauth2/userinfo`, { headers })).status;
    }),
  );
  return { issued: tokens.length, valid: states.filter((status) => status === 200).length };
}

const program = fixture(async () => oauthProgram(api, await api.creator()));
const fields = () => ({ client_id: program.client_id, client_secret: program.client_secret });
const race = async (servers: Servers, kind: 'code' | 'refresh_token') => {
  const code = await program.code(await api.user());
  if (kind === 'code') {
    return twice(servers, { ...fields(), grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
  }
  const { refresh_token } = (await program.exchange(code)).data;
  return twice(servers, { ...fields(), grant_type: 'refresh_token', refresh_token });
};

test.each(['code', 'refresh_token'] as const)(
  'one %s at two servers: one wins, the other ends its tokens',
  async (kind) => {
    for (let round = 0; round < 10; round += 1) {
      expect(await race(guarded, kind)).toEqual({ issued: 1, valid: 0 });
    }
  },
);

test.each(['code', 'refresh_token'] as const)(
  'negative control: without its condition one %s gives tokens twice',
  async (kind) => {
    expect(await goesWrong(async () => (await race(careless, kind)).issued === 2)).toBe(true);
  },
);

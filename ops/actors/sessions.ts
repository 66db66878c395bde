import { fastify } from 'fastify';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { signTokens } from '#services/api/http/session/session-token.ts';
import { type Accounts, openAccounts } from '#services/modules/all.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { createListener } from '#services/runtime/listener.ts';
import { openSecrets } from '#services/runtime/secrets.ts';
import { signingKey } from '#services/runtime/signing-key.ts';

/** Opened at the same time; as many as the pool has connections would do. */
const AT_ONCE = 500;

/** A running server's database and folder of keys. */
interface Place {
  pool: Pool;
  databaseUrl: string;
  dataDir: string;
}

interface Means {
  accounts: Accounts;
  /** New people with these names. */
  people(names: readonly string[]): Promise<UserId[]>;
  /** Tokens of new sessions, in the order of the people. */
  tokens(people: readonly UserId[]): Promise<string[]>;
}

/** Runs `work` with accounts and sessions like the server's, without codes and passwords. */
export async function withSessions<Result>(
  { pool, databaseUrl, dataDir }: Place,
  clock: Clock,
  work: (means: Means) => Promise<Result>,
): Promise<Result> {
  const listener = createListener(databaseUrl);
  try {
    const secrets = openSecrets({ dataDir, production: false, env: {} });
    const { accounts } = await openAccounts({ pool, clock, listener, secrets });
    const sessionKeys = secrets.ring('session-signing').map(({ key }) => signingKey(key));
    const { issue } = await signTokens(fastify(), { sessionKeys, clock });
    return await work({
      accounts,
      people: (names) => accounts.members.addMany(names.map((name) => ({ name }))),
      async tokens(people) {
        const tokens: string[] = [];
        for (let from = 0; from < people.length; from += AT_ONCE) {
          const some = people.slice(from, from + AT_ONCE).map((user_id) => accounts.sessions.open(user_id));
          tokens.push(...(await Promise.all(some)).map(issue));
        }
        return tokens;
      },
    });
  } finally {
    await listener.close();
  }
}

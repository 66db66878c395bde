import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';

/** What a sign-in with a password takes besides: a code, or a passkey. */
export type FactorKind = 'totp' | 'passkey';

/** Whether a user has a factor; `user_id` of the outer query. For SQL that also reads other facts. */
export const hasFactor = (user: string): string =>
  `(EXISTS (SELECT FROM accounts.totp WHERE totp.user_id = ${user} AND totp.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM accounts.passkeys WHERE passkeys.user_id = ${user}))`;

export interface FactorCounts {
  passkeys: number;
  /** 0 or 1. */
  authenticators: number;
}

/** How many of a person's factors count. */
export async function countFactors(client: Pool | PoolClient, user: UserId): Promise<FactorCounts> {
  const { rows } = await client.query<FactorCounts>({
    name: 'factor-counts',
    text: `SELECT (SELECT count(*) FROM accounts.passkeys WHERE user_id = $1)::int AS passkeys,
                  (SELECT count(*) FROM accounts.totp WHERE user_id = $1 AND confirmed_at IS NOT NULL)::int
                    AS authenticators`,
    values: [user],
  });
  return rows[0] ?? { passkeys: 0, authenticators: 0 };
}

/** The person's factors that count. */
export async function factorsOf(client: Pool | PoolClient, user: UserId): Promise<FactorKind[]> {
  const { rows } = await client.query<{ kind: FactorKind }>({
    name: 'factor-kinds',
    text: `SELECT 'totp' AS kind FROM accounts.totp WHERE user_id = $1 AND confirmed_at IS NOT NULL
           UNION SELECT 'passkey' FROM accounts.passkeys WHERE user_id = $1`,
    values: [user],
  });
  return rows.map(({ kind }) => kind);
}

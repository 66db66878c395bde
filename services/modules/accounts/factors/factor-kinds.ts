import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';

/** What a sign-in with a password takes besides: a code, or a passkey. */
export type FactorKind = 'totp' | 'passkey';

const TOTP_OF = (user: string) =>
  `FROM accounts.totp WHERE totp.user_id = ${user} AND totp.confirmed_at IS NOT NULL`;
const PASSKEYS_OF = (user: string) => `FROM accounts.passkeys WHERE passkeys.user_id = ${user}`;

/** Whether a user has a factor; `user_id` of the outer query. For SQL that also reads other facts. */
export const hasFactor = (user: string): string =>
  `(EXISTS (SELECT ${TOTP_OF(user)}) OR EXISTS (SELECT ${PASSKEYS_OF(user)}))`;

export interface FactorCounts {
  passkeys: number;
  /** 0 or 1. */
  authenticators: number;
}

/** How many of a person's factors count. */
export async function countFactors(client: Pool | PoolClient, user: UserId): Promise<FactorCounts> {
  const { rows } = await client.query<FactorCounts>({
    name: 'factor-counts',
    text: `SELECT (SELECT count(*) ${PASSKEYS_OF('$1')})::int AS passkeys,
                  (SELECT count(*) ${TOTP_OF('$1')})::int AS authenticators`,
    values: [user],
  });
  return rows[0] ?? { passkeys: 0, authenticators: 0 };
}

/** The kinds of a person's factors that count. */
export async function factorsOf(client: Pool | PoolClient, user: UserId): Promise<FactorKind[]> {
  const { passkeys, authenticators } = await countFactors(client, user);
  return [...(authenticators > 0 ? ['totp' as const] : []), ...(passkeys > 0 ? ['passkey' as const] : [])];
}

import type { TestApi, TestUser } from '../../testing/test-api.ts';

/** The address or number by which support names this person. */
export async function accountOf({ deps: { pool, vault } }: TestApi, { user_id }: TestUser): Promise<string> {
  const { rows } = await pool.query<{ vault_ref: string }>(
    'SELECT vault_ref FROM accounts.logins WHERE user_id = $1',
    [user_id],
  );
  const ref = rows[0]?.vault_ref ?? '';
  return (await vault.read([ref])).get(ref) ?? '';
}

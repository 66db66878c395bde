import type { PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { lockPerson } from './person-lock.ts';
import { ACCOUNT_CHANGED } from './sessions.ts';

/** What one sign-in gave: sessions, half sign-ins, reset tokens and proofs of an address. */
const SIGN_INS = ['half_sessions', 'reset_tokens', 'contact_proofs'] as const;

/**
 * Ends every sign-in of a person. The transaction has locked the person, so nothing new begins meanwhile.
 * @param except a session that stays
 */
export async function endSignIns(client: PoolClient, user: UserId, except = ''): Promise<void> {
  const own = queriesOn(client);
  await own.deleteFrom('accounts.sessions').where('user_id', '=', user).where('sid', '!=', except).execute();
  for (const table of SIGN_INS)
    await own.deleteFrom(`accounts.${table}`).where('user_id', '=', user).execute();
  await client.query('SELECT pg_notify($1, $2)', [ACCOUNT_CHANGED, user]);
}

/** The same, with everything else that acts for the person: tokens of the open API and authorizations of applications. */
export async function endAccess(client: PoolClient, user: UserId, now: Millis, except = ''): Promise<void> {
  await endSignIns(client, user, except);
  const own = queriesOn(client);
  await own.deleteFrom('accounts.oauth_grants').where('user_id', '=', user).execute();
  await own
    .updateTable('accounts.open_tokens')
    .set({ revoked_at: now })
    .where('creator_id', '=', user)
    .where('revoked_at', 'is', null)
    .execute();
}

/** The session that acts has ended: answered as `session_expired`. */
export class SessionEnded extends Error {
  constructor() {
    super('the session ended meanwhile');
    this.name = 'SessionEnded';
  }
}

/**
 * Locks a person whose session adds or removes a way to sign in. A reset of the password, which ends sessions behind the same lock,
 * then comes after it and sees it, or before it. Throws `SessionEnded`.
 */
export async function lockActing(client: PoolClient, user: UserId, sid: string): Promise<void> {
  await lockPerson(client, user);
  if (!(await isOpen(client, sid))) throw new SessionEnded();
}

/** Behind the lock of a person: whether the session that acts has not ended meanwhile. */
export async function isOpen(client: PoolClient, sid: string): Promise<boolean> {
  const sessions = queriesOn(client).selectFrom('accounts.sessions').select('sid');
  return (await sessions.where('sid', '=', sid).executeTakeFirst()) !== undefined;
}

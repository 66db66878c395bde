import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { FactorKind } from './factors/factor-kinds.ts';
import type { Factors } from './factors/factors.ts';
import type { HalfSessions } from './factors/half-sessions.ts';
import { lockPerson } from './person-lock.ts';
import type { OpenedSession } from './session.ts';
import type { Sessions } from './sessions.ts';

export interface SignedIn {
  refused?: never;
  session: OpenedSession;
}

/** The account has a second factor: it and this token, within ten minutes, open the session. */
export interface HalfSignedIn {
  refused: 'second_factor';
  half_token: string;
  factors: readonly FactorKind[];
}

/** What was proved before the lock, looked at again behind it. */
export type StillHolds = (client: PoolClient) => Promise<boolean>;

interface SignInOptions {
  pool: Pool;
  sessions: Pick<Sessions, 'open'>;
  factors: Pick<Factors, 'kinds'>;
  halves: HalfSessions;
}

/**
 * The last part of every sign-in. Changes of a password, address, link or factor lock the person, too, and end the sessions
 * after it. So a session is never opened by what has just been replaced.
 */
export function openSignIn({ pool, sessions, factors, halves }: SignInOptions) {
  return {
    /** Undefined when the proof no longer holds. */
    begin: (
      user: UserId,
      userAgent: string,
      holds: StillHolds,
    ): Promise<SignedIn | HalfSignedIn | undefined> =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        if (!(await holds(client))) return undefined;
        const kinds = await factors.kinds(user, client);
        if (kinds.length > 0)
          return { refused: 'second_factor', half_token: await halves.open(user, client), factors: kinds };
        return { session: await sessions.open(user, userAgent, client) };
      }),
    /** By both factors at once. Undefined when the proof no longer holds. */
    alone: (user: UserId, userAgent: string, holds: StillHolds): Promise<SignedIn | undefined> =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        if (!(await holds(client))) return undefined;
        return { session: await sessions.open(user, userAgent, client) };
      }),
    /** After the second step. Undefined when its token was used or ended meanwhile, or the proof no longer holds. */
    finish: (
      user: UserId,
      half_token: string,
      userAgent: string,
      holds: StillHolds = async () => true,
    ): Promise<SignedIn | undefined> =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        if (!(await holds(client)) || !(await halves.use(half_token, client))) return undefined;
        return { session: await sessions.open(user, userAgent, client) };
      }),
  };
}

export type SignIn = ReturnType<typeof openSignIn>;

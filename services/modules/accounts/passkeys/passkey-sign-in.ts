import type { UserId } from '#events/ids.ts';
import type { PasskeyRequest, PasskeySignature } from '#services/contract/accounts/passkeys.ts';
import type { HalfSessions } from '../factors/half-sessions.ts';
import type { SignedIn, SignIn, StillHolds } from '../sign-in.ts';
import type { ChallengeUse } from './challenges.ts';
import type { Passkeys, WrongPasskey } from './passkeys.ts';

interface PasskeySignInOptions {
  passkeys: Pick<Passkeys, 'request' | 'check' | 'isKept'>;
  halves: Pick<HalfSessions, 'userOf'>;
  signIn: Pick<SignIn, 'alone' | 'finish'>;
}

interface HalfEnded {
  refused: 'half_ended';
}

/** Where a signature signs in: in a browser, or as the second step of a sign-in. */
interface SignInPlace {
  /** Known by a cookie. */
  browser: string;
  half_token?: string | undefined;
}

/** Signing in by a passkey, alone or after a password. A passkey verifies its person, so alone it counts as both factors. */
export function openPasskeySignIn({ passkeys, halves, signIn }: PasskeySignInOptions) {
  async function useOf({ browser, half_token }: SignInPlace): Promise<ChallengeUse | undefined> {
    if (half_token === undefined) return { purpose: 'sign_in', place: browser };
    const user: UserId | undefined = await halves.userOf(half_token);
    return user && { purpose: 'second_step', place: half_token, user };
  }

  return {
    async request(place: SignInPlace): Promise<PasskeyRequest | HalfEnded | { refused: 'state' }> {
      const use = await useOf(place);
      return use === undefined ? { refused: 'half_ended' } : passkeys.request(use);
    },
    async enter(
      credential: PasskeySignature,
      { user_agent, ...place }: SignInPlace & { user_agent: string },
    ): Promise<SignedIn | WrongPasskey | HalfEnded> {
      const use = await useOf(place);
      if (use === undefined) return { refused: 'half_ended' };
      const done = await passkeys.check(credential, use);
      if (done.refused) return done;
      const { user } = done;
      const { half_token } = place;
      const isKept: StillHolds = (client) => passkeys.isKept(credential.id, client);
      if (half_token === undefined)
        return (await signIn.alone(user, user_agent, isKept)) ?? { refused: 'unknown' };
      return (await signIn.finish(user, half_token, user_agent, isKept)) ?? { refused: 'half_ended' };
    },
  };
}

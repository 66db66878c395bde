import type { UserId } from '#events/ids.ts';
import type { KeyedHash } from '#services/modules/messages/account-name.ts';
import { type AttemptLimit, type Attempts, LOGIN_ATTEMPTS, type Reservation } from '../attempts.ts';

/** Codes of one account from all addresses together: 100 guesses a day find one of a million codes hardly ever. */
const ALL_FACTOR_ATTEMPTS: AttemptLimit = { most: 30, windowMs: 900_000, perDay: 100 };

/** Who types a code: the owner of a session, a known browser that signs in, or any other. */
export type Guesser = 'session' | { known: string } | { address: string };

/**
 * Counts a guess at an account's codes before it is checked. Sessions, known browsers and others have counts of their
 * own: strangers keep the owner out of neither.
 */
export async function reserveGuess(
  attempts: Attempts,
  ids: KeyedHash,
  user: UserId,
  guesser: Guesser,
): Promise<Reservation> {
  const subject = (place: string): Buffer => ids('second-factor', `${user} ${place}`);
  if (guesser === 'session') return attempts.reserve(subject('session'), LOGIN_ATTEMPTS);
  const isKnown = 'known' in guesser;
  const place = subject(isKnown ? `device ${guesser.known}` : `address ${guesser.address}`);
  const one = await attempts.reserve(place, LOGIN_ATTEMPTS);
  if (one.wait > 0) return one;
  const together = subject(isKnown ? 'all devices' : 'all addresses');
  const all = await attempts.reserve(together, ALL_FACTOR_ATTEMPTS);
  if (all.wait > 0) {
    await one.giveBack();
    return all;
  }
  return {
    wait: 0,
    async giveBack() {
      await Promise.all([attempts.forget(place), all.giveBack()]);
    },
  };
}

import type { Clock } from '#services/runtime/clock.ts';
import type { TooMany } from '../codes/account-codes.ts';
import type { Binding } from '../codes/binding.ts';
import type { LiveSession } from '../session.ts';
import type { Sessions } from '../sessions.ts';
import type { Factors } from './factors.ts';

/** An action counts as confirmed for so long. */
const CONFIRMED_MS = 300_000;

interface ConfirmationsOptions {
  clock: Clock;
  sessions: Pick<Sessions, 'refresh' | 'confirmed'>;
  factors: Pick<Factors, 'use'>;
  binding: Pick<Binding, 'useConfirmCode'>;
}

/**
 * Fresh proof that a session is used by its owner: a code of the second factor, or, for a person without one, a code to
 * an own address.
 */
export function openConfirmations({ clock, sessions, factors, binding }: ConfirmationsOptions) {
  const isFresh = ({ confirmed_at }: LiveSession): boolean => confirmed_at > clock.now() - CONFIRMED_MS;

  return {
    /**
     * Undefined for a session that was confirmed within five minutes, or is by this code; then the code is used up.
     * @param code undefined or empty: none was sent
     */
    async refusal(
      session: LiveSession,
      code: string | undefined,
    ): Promise<undefined | { refused: 'needed' | 'wrong_code' } | TooMany> {
      // Another process can have confirmed it.
      const known = isFresh(session) ? session : await sessions.refresh(session.sid);
      if (known === undefined) return { refused: 'needed' };
      if (isFresh(known)) return undefined;
      const typed = code?.trim();
      if (!typed) return { refused: 'needed' };
      const { user_id, sid } = session;
      const refused = known.has_factor
        ? await factors.use(user_id, typed, 'session')
        : await binding.useConfirmCode(user_id, typed);
      if (!refused) await sessions.confirmed(user_id, sid);
      return refused;
    },
  };
}

export type Confirmations = ReturnType<typeof openConfirmations>;

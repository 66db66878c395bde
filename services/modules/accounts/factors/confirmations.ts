import { type PasskeySignature, passkeySignature } from '#services/contract/accounts/passkeys.ts';
import { PASSKEY_CONFIRM } from '#services/contract/endpoint.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { TooMany } from '../codes/account-codes.ts';
import type { Binding } from '../codes/binding.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
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
  passkeys: Pick<Passkeys, 'check'>;
}

/** Letters of any other code. */
const CODE_LETTERS = 40;

function signatureIn(text: string): PasskeySignature | undefined {
  try {
    const json: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return passkeySignature.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Fresh proof that a session is used by its owner: a code or passkey of the second factor, or, for a person without one,
 * a code to an own address.
 */
export function openConfirmations(options: ConfirmationsOptions) {
  const { clock, sessions, factors, binding, passkeys } = options;
  const isFresh = ({ confirmed_at }: LiveSession): boolean => confirmed_at > clock.now() - CONFIRMED_MS;

  async function proofRefusal({ user_id, sid, has_factor }: LiveSession, typed: string) {
    if (typed.startsWith(PASSKEY_CONFIRM)) {
      const signature = signatureIn(typed.slice(PASSKEY_CONFIRM.length));
      const use = { purpose: 'confirm', place: sid, user: user_id } as const;
      const refused = signature === undefined || (await passkeys.check(signature, use)).refused;
      return refused ? ({ refused: 'wrong_passkey' } as const) : undefined;
    }
    const code = typed.slice(0, CODE_LETTERS);
    return has_factor ? factors.use(user_id, code, 'session') : binding.useConfirmCode(user_id, code);
  }

  return {
    /**
     * Undefined for a session that was confirmed within five minutes, or is by this code; then the code is used up.
     * @param code or the signature of a passkey; undefined or empty: none was sent
     */
    async refusal(
      session: LiveSession,
      code: string | undefined,
    ): Promise<undefined | { refused: 'needed' | 'wrong_code' | 'wrong_passkey' } | TooMany> {
      // Another process can have confirmed it.
      const known = isFresh(session) ? session : await sessions.refresh(session.sid);
      if (known === undefined) return { refused: 'needed' };
      if (isFresh(known)) return undefined;
      const typed = code?.trim();
      if (!typed) return { refused: 'needed' };
      const { user_id, sid } = session;
      const refused = await proofRefusal({ ...session, has_factor: known.has_factor }, typed);
      if (!refused) await sessions.confirmed(user_id, sid);
      return refused;
    },
  };
}

export type Confirmations = ReturnType<typeof openConfirmations>;

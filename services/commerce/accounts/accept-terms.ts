import type { UserId } from '#events/ids.ts';
import { accountStream } from '#events/stream-names.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { accountKind } from './account.ts';

export interface AcceptTerms {
  user_id: UserId;
  /** `YYYY-MM-DD` */
  version: string;
  occasion: 'registration' | 'new_version';
}

/**
 * Records that a person agreed to a version of terms and privacy policy; again changes nothing. A closed account is
 * refused (state_does_not_allow).
 */
export function acceptTerms({ user_id, version, occasion }: AcceptTerms): Command<null> {
  const account = accountStream(user_id);
  return {
    name: 'accept_terms',
    actor: `user:${user_id}`,
    streams: [account],
    decide(states) {
      const { phase, terms } = states.get(accountKind, account);
      if (phase === 'closed') return refuse({ code: 'state_does_not_allow' });
      if (terms?.version === version) return accept([], null);
      const event = { type: 'TermsAccepted' as const, data: { user_id, version, occasion } };
      return accept([{ stream: account, creator_id: user_id, event }], null);
    },
  };
}

import type { UserId } from '#events/ids.ts';
import { redeemStream } from '#events/stream-names.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { redeemCodeKind, usesLeft } from './redeem-code.ts';

export interface RevokeRedeemCodes {
  creator_id: UserId;
  code_ids: readonly string[];
}

/**
 * Withdraws the remaining uses of codes; held and used ones stay. Used-up and withdrawn codes do not change. With
 * another creator's code it is not_found, and none is withdrawn.
 */
export function revokeRedeemCodes(input: RevokeRedeemCodes): Command<{ revoked: number }> {
  const { creator_id } = input;
  const streams = input.code_ids.map(redeemStream);
  return {
    name: 'revoke_redeem_codes',
    actor: `user:${creator_id}`,
    streams,
    decide(states) {
      const events: Decided[] = [];
      for (const stream of streams) {
        const code = states.get(redeemCodeKind, stream);
        if (code.phase === 'none' || code.creator_id !== creator_id) return refuse({ code: 'not_found' });
        if (code.revoked || usesLeft(code) < 1) continue;
        const event = { type: 'RedeemCodeRevoked' as const, data: { code_id: code.code_id } };
        events.push({ stream, creator_id, event });
      }
      return accept(events, { revoked: events.length });
    },
  };
}

import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** One redeem code. Orders record who holds or used it, in the same append; the code has only sums. */
type RedeemCodeState = { phase: 'none' } | IssuedCode;

export interface IssuedCode {
  phase: 'issued';
  code_id: string;
  redeem_id: string;
  batch_id: string;
  batch_size: number;
  creator_id: UserId;
  plan_id: PlanId;
  sku_id: SkuId | null;
  uses: number;
  valid_until: Millis | null;
  month: number;
  held: number;
  used: number;
  revoked: boolean;
}

const noRedeemCode: RedeemCodeState = { phase: 'none' };

/** Remaining uses, available or not. */
export const usesLeft = ({ uses, held, used }: IssuedCode): number => uses - held - used;

/** Unknown, expired and revoked codes get the same refusal. */
const UNKNOWN: Refusal = { code: 'redeem_code_unknown' };

/** Why no further order can count on a code now, if so. */
export function codeRefusal(code: RedeemCodeState, now: Millis): Refusal | null {
  if (code.phase === 'none') return UNKNOWN;
  // Used up has priority over expired.
  if (usesLeft(code) < 1) return { code: 'redeem_code_used' };
  if (code.revoked) return UNKNOWN;
  return code.valid_until !== null && now >= code.valid_until ? UNKNOWN : null;
}

function change(code: IssuedCode, held: number, used: number): IssuedCode {
  const next = { ...code, held: code.held + held, used: code.used + used };
  // A negative fold means that an event was written without its order: stop.
  if (next.held < 0 || next.used < 0) throw new Error(`uses of code ${code.redeem_id} fell below zero`);
  return next;
}

function evolveRedeemCode(state: RedeemCodeState, event: DomainEvent, _at: Millis): RedeemCodeState {
  if (event.type === 'RedeemCodeIssued') {
    const { number: _place, ...issued } = event.data;
    return { phase: 'issued', ...issued, held: 0, used: 0, revoked: false };
  }
  if (state.phase === 'none') return state;
  switch (event.type) {
    case 'RedeemCodeHeld':
      return change(state, 1, 0);
    case 'RedeemCodeUsed':
      return change(state, -1, 1);
    case 'RedeemCodeReleased':
      return event.data.used ? change(state, 0, -1) : change(state, -1, 0);
    case 'RedeemCodeRevoked':
      return { ...state, revoked: true };
    default:
      return state;
  }
}

export const redeemCodeKind = streamKind<RedeemCodeState>('redeem', noRedeemCode, evolveRedeemCode, {
  shape: 1,
});

import { affiliateIdOf, type PlanId, type UserId } from '#events/ids.ts';
import type { OrderAffiliate } from '#events/orders.ts';
import { accountStream, affiliateStream } from '#events/stream-names.ts';
import { sellsNothing } from '../accounts/is-closed.ts';
import type { States } from '../engine/command.ts';
import { affiliateKind } from './affiliate.ts';

/** The code of a request, unchecked. */
const CODE = /^[0-9a-z_-]{4,32}$/i;

/** The stream name of a creator's code, existing or not; undefined for an invalid code. */
export function streamOfCode(creator_id: UserId, typed: string | undefined): string | undefined {
  const code = typed?.trim() ?? '';
  return CODE.test(code) ? affiliateStream(affiliateIdOf(creator_id, code)) : undefined;
}

/**
 * Streams that the use of a code needs, as far as the loaded states name them: the code's, and its partner's account.
 */
export function codeStreams(states: States, creator_id: UserId, typed: string | undefined): string[] {
  const stream = streamOfCode(creator_id, typed);
  if (stream === undefined) return [];
  const found = states.sees(stream) ? states.get(affiliateKind, stream) : null;
  return found?.phase === 'open' ? [stream, accountStream(found.partner_id)] : [stream];
}

/** Who orders what by a code. */
export interface CodeUse {
  creator_id: UserId;
  /** Empty for an amount of the fan's choice. */
  plan_id: PlanId;
  /** null: a guest's quote. */
  user_id: UserId | null;
  affiliate_code?: string | undefined;
}

/**
 * What an order carries of the code that it names; null when it counts for nothing: unknown, paused or closed, for
 * other plans, of a partner whose account is closed or about to be, or the buyer's own (docs/domain/affiliates.md). Nothing is ever
 * refused because of it.
 */
export function affiliateFor(states: States, use: CodeUse): OrderAffiliate | null {
  const stream = streamOfCode(use.creator_id, use.affiliate_code);
  if (stream === undefined) return null;
  const found = states.get(affiliateKind, stream);
  if (found.phase !== 'open' || !found.active || found.partner_id === use.user_id) return null;
  if (sellsNothing(states, found.partner_id)) return null;
  const { affiliate_id, partner_id, code, rate_percent, plan_ids } = found;
  const fits = plan_ids.length === 0 || plan_ids.includes(use.plan_id);
  return fits ? { affiliate_id, partner_id, code, rate_percent } : null;
}

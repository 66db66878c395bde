import type { UserId } from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import { agreementStream, membershipStream } from '#events/stream-names.ts';
import { liveRunOf } from '#services/commerce/memberships/membership.ts';
import { renewalOf } from '#services/commerce/orders/offer-agreement.ts';
import { RENEWED_BEFORE_MS } from '#services/commerce/orders/renew-membership.ts';
import type { Quote } from '#services/commerce/prices/quote.ts';
import type { Dependencies } from '../dependencies.ts';

/** The renewals that a fan can agree to with this order, if it is paid now; null: none, or agreed before. */
export async function renewalAnswer(
  { committer, payments, calendar }: Pick<Dependencies, 'committer' | 'payments' | 'calendar'>,
  user: UserId | undefined,
  { plan, month, upgrade }: Quote,
) {
  const renewal = renewalOf(plan);
  if (renewal === null || !payments.canRenew) return null;
  const until = async (): Promise<number | null> => {
    if (user === undefined) return committer.read([], (_states, now) => calendar.addMonths(now, month));
    const agreement = agreementStream(plan.plan_id, user);
    const membership = membershipStream(plan.creator_id, user);
    return committer.read([agreement, membership], (states, now) => {
      if (states.get('agreement', agreement).phase === 'active') return null;
      if (upgrade) return upgrade.until;
      const live = liveRunOf(states.get('membership', membership), plan.plan_id, now);
      return calendar.addMonths(live?.until ?? now, month);
    });
  };
  const end = await until();
  if (end === null) return null;
  const first_charge_time = Math.floor((end - RENEWED_BEFORE_MS) / 1000);
  return { amount: toWire(renewal.amount), months: renewal.months, first_charge_time };
}

import type { UserId } from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import { agreementStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { agreementKind } from '#services/commerce/memberships/agreement.ts';
import { renewalOf } from '#services/commerce/orders/offer-agreement.ts';
import { RENEWED_BEFORE_MS } from '#services/commerce/orders/renew-membership.ts';
import type { Quote } from '#services/commerce/prices/quote.ts';

/** The renewals that a fan can agree to with this order, if it is paid now; null: none, or agreed before. */
export async function renewalAnswer(
  { committer, payments }: Pick<Dependencies, 'committer' | 'payments'>,
  user: UserId | undefined,
  { plan, period }: Quote,
) {
  const renewal = renewalOf(plan);
  const end = period?.until ?? null;
  if (renewal === null || end === null || !payments.canRenew) return null;
  if (user !== undefined) {
    const stream = agreementStream(plan.plan_id, user);
    const agreed = await committer.read([stream], (states) => states.get(agreementKind, stream).phase);
    if (agreed === 'active') return null;
  }
  const first_charge_time = Math.floor((end - RENEWED_BEFORE_MS) / 1000);
  return { amount: toWire(renewal.amount), months: renewal.months, first_charge_time };
}

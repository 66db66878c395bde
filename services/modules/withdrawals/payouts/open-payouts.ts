import type { Pool } from 'pg';
import type { Clock } from '#services/runtime/clock.ts';
import type { Config } from '#services/runtime/config.ts';
import { openAlipayPayouts } from './alipay/provider.ts';
import type { PayoutProvider } from './provider.ts';
import { openSandboxPayouts } from './sandbox/provider.ts';

/** The provider that pays creators, and the other one if its account is set up; undefined: none pays. */
export async function openPayouts(
  pool: Pool,
  clock: Clock,
  { sandbox, alipay, stripe }: Pick<Config, 'sandbox' | 'alipay' | 'stripe'>,
): Promise<PayoutProvider | undefined> {
  const byAlipay = alipay && openAlipayPayouts(alipay, clock);
  // Stripe's library is large: only who uses it loads it.
  const byStripe = stripe && (await import('./stripe/provider.ts')).openStripePayouts(pool, stripe, clock);
  if (byAlipay && alipay.payouts) return { ...byAlipay, earlier: byStripe ? [byStripe] : [] };
  if (byStripe && stripe.payouts) return { ...byStripe, earlier: byAlipay ? [byAlipay] : [] };
  return sandbox ? openSandboxPayouts(pool, clock) : undefined;
}

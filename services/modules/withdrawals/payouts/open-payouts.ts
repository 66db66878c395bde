import type { Pool } from 'pg';
import type { Clock } from '#services/runtime/clock.ts';
import type { Config } from '#services/runtime/config.ts';
import { openAlipayPayouts } from './alipay/provider.ts';
import type { PayoutProvider } from './provider.ts';
import { openSandboxPayouts } from './sandbox/provider.ts';

/** The provider that pays creators; undefined: approved withdrawals wait. */
export async function openPayouts(
  pool: Pool,
  clock: Clock,
  { sandbox, alipay, stripe }: Pick<Config, 'sandbox' | 'alipay' | 'stripe'>,
): Promise<PayoutProvider | undefined> {
  if (alipay?.payouts) return openAlipayPayouts(alipay, clock);
  // Stripe's library is large: only who uses it loads it.
  if (stripe?.payouts) return (await import('./stripe/provider.ts')).openStripePayouts(pool, stripe, clock);
  return sandbox ? openSandboxPayouts(pool, clock) : undefined;
}

import type { Pool } from 'pg';
import type { Clock } from '#services/runtime/clock.ts';
import type { Config } from '#services/runtime/config.ts';
import { openAlipayPayouts } from './alipay/provider.ts';
import type { PayoutProvider } from './provider.ts';
import { openSandboxPayouts } from './sandbox/provider.ts';

/** The provider that pays creators; undefined: approved withdrawals wait. */
export function openPayouts(
  pool: Pool,
  clock: Clock,
  { sandbox, alipay }: Pick<Config, 'sandbox' | 'alipay'>,
): PayoutProvider | undefined {
  if (alipay?.payouts) return openAlipayPayouts(alipay, clock);
  return sandbox ? openSandboxPayouts(pool, clock) : undefined;
}

import Stripe from 'stripe';
import type { StripeSettings } from '#services/runtime/settings/stripe.ts';

/** Two tries end before the deadline of providers (services/runtime/deadline.ts). */
const REQUEST = { timeout: 6_000, maxNetworkRetries: 1, telemetry: false };

export function stripeClient({ secretKey, apiUrl }: Pick<StripeSettings, 'secretKey' | 'apiUrl'>): Stripe {
  const { hostname, port, protocol } = new URL(apiUrl);
  const secure = protocol === 'https:';
  return new Stripe(secretKey, {
    ...REQUEST,
    host: hostname,
    port: port || (secure ? 443 : 80),
    protocol: secure ? 'https' : 'http',
  });
}

/** Stripe's error in words without secrets; undefined for any other error. */
export const stripeFault = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError
    ? `Stripe: ${[error.type, error.code, error.requestId].filter(Boolean).join(' ')}`
    : undefined;

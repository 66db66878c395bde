import { ConfigError, choice, choicesOf, type Environment, endpointUrl, requireAll } from './values.ts';

/** Ways to pay at Stripe, in its own names. */
const STRIPE_METHODS = ['card', 'alipay', 'wechat_pay'] as const;
export type StripeMethod = (typeof STRIPE_METHODS)[number];

/** An account at Stripe. Keys must not be shown. */
export interface StripeSettings {
  secretKey: string;
  /** Signs the notices; the newest first. */
  webhookSecrets: readonly string[];
  methods: readonly StripeMethod[];
  /** It also pays creators, by Stripe Connect. */
  payouts: boolean;
  /** Without a slash at the end. */
  apiUrl: string;
}

const NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

const listed = (text: string): string[] => text.split(',').flatMap((one) => one.trim() || []);

/** Both keys or none. */
export function stripeSettings(env: Environment): StripeSettings | undefined {
  const values = requireAll(env, 'STRIPE_', NAMES);
  if (!values) return undefined;
  const [secretKey, secrets] = values;
  if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey)) {
    throw new ConfigError('STRIPE_SECRET_KEY: must look like sk_live_… or rk_live_…');
  }
  const webhookSecrets = listed(secrets);
  if (webhookSecrets.length === 0 || !webhookSecrets.every((secret) => /^whsec_\w+$/.test(secret))) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRET: must look like whsec_…, several with commas between them');
  }
  const payouts = choice(env, 'STRIPE_PAYOUTS', 'off', ['on', 'off']) === 'on';
  if (payouts && env.ALIPAY_PAYOUTS === 'on') {
    throw new ConfigError('STRIPE_PAYOUTS=on: ALIPAY_PAYOUTS is on, too; one of them pays creators');
  }
  return {
    secretKey,
    webhookSecrets,
    methods: choicesOf(env, 'STRIPE_METHODS', 'card', STRIPE_METHODS),
    payouts,
    apiUrl: endpointUrl(env, 'STRIPE_API_URL', 'https://api.stripe.com'),
  };
}

/** A key for tests collects no money. */
export const isTestKey = ({ secretKey }: Pick<StripeSettings, 'secretKey'>): boolean =>
  secretKey.split('_')[1] === 'test';

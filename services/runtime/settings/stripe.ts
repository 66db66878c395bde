import { ConfigError, type Environment, isLoopback } from './values.ts';

/** Ways to pay at Stripe, in its own names. */
const STRIPE_METHODS = ['card', 'alipay', 'wechat_pay'] as const;
export type StripeMethod = (typeof STRIPE_METHODS)[number];

/** An account at Stripe. Keys must not be shown. */
export interface StripeSettings {
  secretKey: string;
  /** Signs the notices; the newest first. */
  webhookSecrets: readonly string[];
  methods: readonly StripeMethod[];
  /** Without a slash at the end. */
  apiUrl: string;
}

const NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

const listed = (text: string): string[] => text.split(',').flatMap((one) => one.trim() || []);

function methodsIn({ STRIPE_METHODS: text }: Environment): StripeMethod[] {
  const names = listed(text || 'card');
  const wrong = names.find((name) => !STRIPE_METHODS.some((method) => method === name));
  if (wrong === undefined) return STRIPE_METHODS.filter((method) => names.includes(method));
  throw new ConfigError(`STRIPE_METHODS=${wrong}: must be some of ${STRIPE_METHODS.join(', ')}`);
}

function apiUrlIn({ STRIPE_API_URL: text }: Environment): string {
  if (!text) return 'https://api.stripe.com';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url && secure && url.href === `${url.origin}/`) return url.origin;
  throw new ConfigError(
    `STRIPE_API_URL=${JSON.stringify(text)}: must be https, or http on this machine, as http://127.0.0.1:12111`,
  );
}

/** Both keys or none. */
export function stripeSettings(env: Environment): StripeSettings | undefined {
  const missing = NAMES.filter((name) => !env[name]);
  if (missing.length === NAMES.length) return undefined;
  if (missing.length > 0)
    throw new ConfigError(`${missing.join(', ')}: required with the other STRIPE_ setting`);
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: secrets = '' } = env;
  if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey)) {
    throw new ConfigError('STRIPE_SECRET_KEY: must look like sk_live_… or rk_live_…');
  }
  const webhookSecrets = listed(secrets);
  if (webhookSecrets.length === 0 || !webhookSecrets.every((secret) => /^whsec_\w+$/.test(secret))) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRET: must look like whsec_…, several with commas between them');
  }
  return { secretKey, webhookSecrets, methods: methodsIn(env), apiUrl: apiUrlIn(env) };
}

/** A key for tests collects no money. */
export const isTestKey = ({ secretKey }: Pick<StripeSettings, 'secretKey'>): boolean =>
  secretKey.split('_')[1] === 'test';

import type { Config } from '#services/runtime/config.ts';
import { isTestKey } from '#services/runtime/settings/stripe.ts';

type Configured = Pick<Config, 'sandbox' | 'mail' | 'sms'> &
  Partial<Pick<Config, 'stripe' | 'alipay' | 'wechatPay' | 'tracking'>>;

/** The functions that this server lacks without a provider, one line each; none in the sandbox. */
export function notConfigured({
  sandbox,
  mail,
  sms,
  stripe,
  alipay,
  wechatPay,
  tracking,
}: Configured): string[] {
  if (sandbox) return [];
  return [
    ...(mail ? [] : ['mail: registration is not possible; set SMTP_URL and MAIL_FROM']),
    ...(stripe || alipay || wechatPay
      ? []
      : ['payment provider: nothing can be bought; set the account at Stripe, Alipay or WeChat Pay']),
    ...(stripe && isTestKey(stripe) ? ['real payments: Stripe has a key for tests'] : []),
    ...(alipay?.payouts || stripe?.payouts
      ? []
      : ['payout provider: approved withdrawals wait; set ALIPAY_PAYOUTS=on or STRIPE_PAYOUTS=on']),
    ...(tracking ? [] : ['carrier: parcels keep their first state; set TRACKING_CUSTOMER and TRACKING_KEY']),
    ...(sms ? [] : ['SMS: only email addresses can register, and bank cards cannot be added; set SMS_URL']),
  ].map((what) => `Not configured: ${what}.`);
}

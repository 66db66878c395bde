import type { Config } from '#services/runtime/config.ts';

/** The functions that this server lacks without a provider, one line each; none in the sandbox. */
export function notConfigured({ sandbox, mail, sms }: Pick<Config, 'sandbox' | 'mail' | 'sms'>): string[] {
  if (sandbox) return [];
  return [
    ...(mail ? [] : ['mail: registration is not possible; set SMTP_URL and MAIL_FROM']),
    'payment provider: orders cannot be placed',
    'payout provider: approved withdrawals wait',
    'carrier: parcels keep their first state',
    ...(sms ? [] : ['SMS: only email addresses can register, and bank cards cannot be added; set SMS_URL']),
  ].map((what) => `Not configured: ${what}.`);
}

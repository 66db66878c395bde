import { expect, test } from 'vitest';
import { smsSettings } from '#services/runtime/settings/sms.ts';
import { trackingSettings } from '#services/runtime/settings/tracking.ts';
import { notConfigured } from './not-configured.ts';

const mail = { url: 'smtp://mail', from: 'a@example.com' };

test('outside the sandbox each missing provider is one line that names the missing function', () => {
  const lines = notConfigured({ sandbox: false, mail, sms: undefined, stripe: undefined });
  expect(lines).toHaveLength(4);
  for (const part of ['payment provider', 'payout provider', 'carrier', 'SMS']) {
    expect(lines.filter((line) => line.startsWith(`Not configured: ${part}: `))).toHaveLength(1);
  }
  expect(notConfigured({ sandbox: false, mail: undefined, sms: undefined, stripe: undefined })[0]).toContain(
    'SMTP_URL',
  );
  const sms = smsSettings({ SMS_URL: 'https://sms.example.com' });
  expect(notConfigured({ sandbox: false, mail, sms, stripe: undefined }).join()).not.toContain('SMS');
  const tracking = trackingSettings({ TRACKING_CUSTOMER: 'C0FFEE', TRACKING_KEY: 'key' });
  const rest = notConfigured({ sandbox: false, mail, sms, stripe: undefined, tracking });
  expect(rest.join()).not.toContain('carrier');
});

test('Stripe collects payments; with a key for tests it collects no money', () => {
  const stripe = (kind: string) => ({
    secretKey: `sk_${kind}_1`,
    webhookSecrets: ['whsec_1'],
    methods: ['card' as const],
    payouts: false,
    apiUrl: 'https://api.stripe.com',
  });
  const ofMoney = (kind: string) =>
    notConfigured({ sandbox: false, mail, sms: undefined, stripe: stripe(kind) }).filter((line) =>
      /payment/.test(line),
    );
  expect(ofMoney('live')).toEqual([]);
  expect(ofMoney('test')).toEqual(['Not configured: real payments: Stripe has a key for tests.']);
});

test('the sandbox has all of them', () => {
  expect(notConfigured({ sandbox: true, mail: undefined, sms: undefined, stripe: undefined })).toEqual([]);
});

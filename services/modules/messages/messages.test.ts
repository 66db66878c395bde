import { expect, test } from 'vitest';
import { type Message, renderMessage } from './messages.ts';

const messages: Message[] = [
  { template: 'verify_code', values: { code: '123456' } },
  { template: 'account_exists', values: {} },
  { template: 'password_changed', values: {} },
  { template: 'late_payment_returned', values: { out_trade_no: '2001', plan_name: '月票', amount: '30.00' } },
  { template: 'bank_card_approved', values: {} },
  { template: 'bank_card_rejected', values: {} },
  { template: 'replies_ran_out', values: { name: 'Key · Gold', out_trade_no: '2003' } },
  { template: 'replies_arrived', values: { name: '钥匙', out_trade_no: '2004' } },
  {
    template: 'weekly_summary',
    values: {
      from: '2026-11-16',
      to: '2026-11-22',
      orders: '12',
      gross: '360.00',
      refunds: '30.00',
      net: '310.20',
      net_before: '150.00',
      new_sponsors: '4',
      sponsors: '31',
    },
  },
  { template: 'membership_ending', values: { plan_name: 'Coffee', name: '林间', date: '2026-11-24 12:00' } },
  { template: 'membership_ended', values: { plan_name: 'Coffee', name: '林间', date: '2026-11-24 12:00' } },
  { template: 'webhook_paused', values: { host: 'bot.shop.example' } },
  ...(['membership_renews', 'membership_renewed', 'renewal_failed', 'renewal_ended'] as const).map(
    (template) => ({
      template,
      values: { plan_name: 'Coffee', name: '林间', amount: '30.00', date: '2026-11-24 12:00' },
    }),
  ),
  { template: 'withdrawal_paid', values: { order_id: 'w1', amount: '60.00' } },
  { template: 'withdrawal_failed', values: { order_id: 'w2', amount: '60.41' } },
  { template: 'withdrawal_rejected', values: { order_id: 'w3', amount: '1.00' } },
  { template: 'order_refunded', values: { out_trade_no: '2002', plan_name: 'Mug', amount: '5.00' } },
];

test.each(messages)('$template uses all its values, in both languages', (message) => {
  for (const language of ['zh-CN', 'en-US'] as const) {
    const { subject, text } = renderMessage(message, language);
    expect(subject).not.toBe('');
    expect(`${subject}${text}`).not.toMatch(/[{}]/);
    for (const value of Object.values(message.values)) expect(text).toContain(value);
  }
});

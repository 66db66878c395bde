import { expect, test } from 'vitest';
import { mailText } from './mail-text.ts';
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
  { template: 'team_removed', values: { name: '林间' } },
  ...(['certification_approved', 'certification_rejected', 'certification_revoked'] as const).map(
    (template) => ({ template, values: {} }),
  ),
  ...(['right_taken', 'right_returned', 'staff_role_changed'] as const).map((template) => ({
    template,
    values: {},
  })),
  { template: 'withdrawal_paid', values: { order_id: 'w1', amount: '60.00' } },
  { template: 'withdrawal_failed', values: { order_id: 'w2', amount: '60.41' } },
  { template: 'withdrawal_rejected', values: { order_id: 'w3', amount: '1.00' } },
  {
    template: 'order_paid',
    values: { out_trade_no: '2005', lines: ['Mug · Blue × 2', 'Mug · Red × 1'], amount: '30.00' },
  },
  { template: 'new_sale', values: { out_trade_no: '2005', lines: ['Mug × 2'], amount: '20.00' } },
  {
    template: 'tickets_issued',
    values: { plan_name: 'Concert', lines: ['6B1F-0C0A-1B27 · 2027-05-01 19:30 · Front row'] },
  },
  {
    template: 'ticket_holder_changed',
    values: { plan_name: 'Concert', lines: ['F00D-5AC1-E5ED · 2027-05-01 19:30 · Front row'], left: '2' },
  },
  {
    template: 'event_moved',
    values: { plan_name: 'Concert', from: '2027-05-01 19:30', to: '2027-05-08 19:30' },
  },
  { template: 'event_refunded', values: { plan_name: 'Concert', lines: ['2027-05-01 19:30 · Front row'] } },
  { template: 'event_withdrawn', values: { plan_name: 'Concert', lines: ['2027-05-01 19:30'] } },
  {
    template: 'daily_sales',
    values: { date: '2026-11-16', orders: '12', gross: '360.00', refunds: '30.00', net: '310.20' },
  },
  {
    template: 'notice_digest',
    values: {
      items: ['· Ann commented on your post “Tea”', '· And more'],
      from: '2026-11-28 09:00',
      to: '2026-11-29 08:59',
    },
  },
  { template: 'case_due', values: { out_trade_no: '2002', plan_name: 'Mug', time: '2027-05-01 19:30' } },
  {
    template: 'case_due_staff',
    values: { out_trade_no: '2002', plan_name: 'Mug', time: '2027-05-01 19:30' },
  },
  { template: 'order_handed_over', values: { out_trade_no: '2002', plan_name: 'Mug' } },
  { template: 'order_received', values: { out_trade_no: '2002', plan_name: 'Mug' } },
  { template: 'case_answered', values: { out_trade_no: '2002', plan_name: 'Mug' } },
  { template: 'case_waiting', values: { out_trade_no: '2002', plan_name: 'Mug' } },
  { template: 'order_refunded', values: { out_trade_no: '2002', plan_name: 'Mug', amount: '5.00' } },
];

test('a parcel names the carrier in the reader’s language', () => {
  const values = {
    out_trade_no: '2006',
    carrier_zh: '顺丰速运',
    carrier_en: 'SF Express',
    express_no: 'SF1',
  };
  const message: Message = { template: 'parcel_sent', values };
  expect(renderMessage(message, 'zh-CN').text).toBe(
    '订单 2006 已由顺丰速运发出，运单号 SF1。可在订单中查看物流。',
  );
  expect(renderMessage(message, 'en-US').text).toBe(
    'Your order 2006 was shipped with SF Express, number SF1. Track it on the order page.',
  );
});

test.each([
  ['zh-CN', ['· 通行密钥 2 个', '· 验证器 1 个']],
  ['en-US', ['· Passkeys: 2', '· Authenticator apps: 1']],
] as const)(
  'a new password names the factors that there are (%s)',
  (language, [passkeys, authenticators]) => {
    const linesOf = (counts: { passkeys: string; authenticators: string }) =>
      renderMessage(
        {
          template: 'password_changed_factors_stay',
          values: { ...counts, address: 'https://fanwatt.example/setting/security', help: '' },
        },
        language,
      )
        .text.split('\n')
        .filter((line) => line.startsWith('·'));
    expect(linesOf({ passkeys: '2', authenticators: '1' })).toEqual([passkeys, authenticators]);
    expect(linesOf({ passkeys: '2', authenticators: '0' })).toEqual([passkeys]);
    expect(linesOf({ passkeys: '0', authenticators: '1' })).toEqual([authenticators]);
  },
);

test('amounts have separators, as on pages', () => {
  const textOf = (amount: string) =>
    renderMessage(
      { template: 'order_paid', values: { out_trade_no: '2008', lines: ['Mug × 1'], amount } },
      'en-US',
    ).text;
  for (const [amount, shown] of [
    ['999.00', '¥999.00'],
    ['13338.00', '¥13,338.00'],
    ['1234567.89', '¥1,234,567.89'],
  ] as const)
    expect(textOf(amount)).toContain(shown);
  expect(textOf('1.00')).toContain('2008');
});

test('the mail of a paid order links to its receipt', () => {
  const values = { out_trade_no: '2007', lines: ['Mug × 1'], amount: '10.00' };
  const time = { expires_at: undefined, time_zone: 'UTC' };
  const mail = mailText(
    { template: 'order_paid', values },
    { ...time, language: 'en-US', publicUrl: 'https://fanwatt.example' },
  );
  const link = 'https://fanwatt.example/order/receipt?out_trade_no=2007';
  expect(mail.text).toContain(`\n${link}\n`);
  expect(mail.html).toContain(`<a href="${link}">`);
});

test.each(messages)('$template uses all its values, in both languages', (message) => {
  for (const language of ['zh-CN', 'en-US'] as const) {
    const { subject, text } = renderMessage(message, language);
    expect(subject).not.toBe('');
    expect(`${subject}${text}`).not.toMatch(/[{}]/);
    const values: readonly (string | readonly string[])[] = Object.values(message.values);
    for (const value of values.flat()) expect(text).toContain(value);
  }
});

import { expect, it } from 'vitest';
import { asOutTradeNo, type UserId } from '#events/ids.ts';
import { order, payment, shop } from '../testing/orders.ts';
import { NOON, ORDER } from '../testing/scenario.ts';
import { resendMessages } from './resend-messages.ts';

const by = 'support-1' as UserId;
const resend = (change: object = {}) =>
  resendMessages({ out_trade_no: ORDER, by, reason: 'spam', ...change });

it('messages of a paid order are sent again three times in 24 hours at most, with a reason', () => {
  const scenario = shop(10).after(order());
  expect(scenario.refuses(resend())).toEqual({ code: 'state_does_not_allow' });
  expect(scenario.refuses(resend({ out_trade_no: asOutTradeNo('2999') }))).toEqual({ code: 'not_found' });
  scenario.after(payment(2_000));
  for (const reason of [' ', '13800138000'])
    expect(scenario.refuses(resend({ reason }))).toMatchObject({ errors: [{ field: 'reason' }] });
  for (const _ of [1, 2, 3]) expect(scenario.accepts(resend()).types).toEqual(['MessagesResent']);
  expect(scenario.refuses(resend())).toMatchObject({ code: 'quota_reached' });
  scenario.memory.now = NOON + 86_400_001;
  expect(scenario.accepts(resend()).types).toEqual(['MessagesResent']);
});

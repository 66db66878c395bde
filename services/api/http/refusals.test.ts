import { expect, test } from 'vitest';
import { type InputMessage, messageText } from './field-messages.ts';
import { languages } from './language.ts';
import { refusalText } from './refusal-text.ts';
import type { ApiRefusal } from './refusals.ts';

/** The codes of the interface, each with the specification's own text where it has one. */
const codes: [ApiRefusal, number, string?][] = [
  [{ code: 'bad_input', errors: [] }, 40000],
  [{ code: 'body_too_large' }, 40000],
  [{ code: 'not_signed_in' }, 40100],
  [{ code: 'session_expired' }, 40101],
  [{ code: 'confirm_needed' }, 40104],
  [{ code: 'confirm_wrong' }, 40104],
  [{ code: 'other_person' }, 40105],
  [{ code: 'second_factor', half_token: 'x', factors: ['totp'] }, 40106],
  [{ code: 'confirm_passkey' }, 40104],
  [{ code: 'factor_missing' }, 40107],
  [{ code: 'bind_required' }, 40102, '为了更好的体验，请先绑定手机或邮箱'],
  [{ code: 'bind_phone_required' }, 40103, '为了更好的体验，请先绑定手机'],
  [{ code: 'not_allowed' }, 40300],
  [{ code: 'foreign_origin' }, 40300],
  [{ code: 'sandbox_is_private' }, 40300],
  [{ code: 'file_address_changed' }, 41011],
  [{ code: 'file_address_expired' }, 41011],
  [{ code: 'file_address_of_other' }, 41011],
  [{ code: 'file_range' }, 40000],
  [{ code: 'not_found' }, 40400, '页面不存在'],
  [{ code: 'idempotency_key_reused' }, 40901],
  [{ code: 'state_does_not_allow' }, 40902],
  [{ code: 'price_changed', total_amount: '31.00' }, 40902],
  [{ code: 'out_of_stock' }, 41001, '库存不足'],
  [{ code: 'purchase_limit_reached' }, 41002, '已达到可购买上限'],
  [{ code: 'redeem_code_used' }, 41003, '该兑换码已被兑换了'],
  [{ code: 'downgrade_unsupported' }, 41004, '暂不支持降级方案'],
  [{ code: 'plan_deleted' }, 41005, '该赞助计划已被创作者删除'],
  [{ code: 'order_closed' }, 41006],
  [{ code: 'terms_changed' }, 40902],
  [{ code: 'quota_reached' }, 40902],
  [{ code: 'redeem_code_unknown' }, 41007],
  [{ code: 'balance_too_small' }, 41008],
  [
    {
      code: 'payout_not_covered',
      amounts: { available: '1000.00', pending: '-1094.00', on_hold: '0.00', missing: '94.00' },
    },
    41008,
    '创作者的余额不足以支付这笔提现：打款后可提现 ¥1,000.00，待结算 −¥1,094.00，争议暂扣 ¥0.00，还差 ¥94.00',
  ],
  [{ code: 'no_payouts' }, 40902],
  [{ code: 'too_many_requests', retry_after: 12 }, 42900],
  [{ code: 'internal', request_id: 'r1' }, 50000],
  [{ code: 'overloaded' }, 50300],
];

test.each(codes)('%j', (refusal, ec, text) => {
  for (const language of languages) {
    const answer = refusalText(refusal, language);
    expect(answer.ec).toBe(ec);
    expect(answer.em).not.toBe('');
  }
  expect(refusalText(refusal, 'en-US').em).not.toMatch(/[\u4e00-\u9fff]/);
  if (text) expect(refusalText(refusal, 'zh-CN').em).toBe(text);
});

test('values that a caller needs to continue are in data', () => {
  const data = (refusal: ApiRefusal) => refusalText(refusal, 'en-US').data;
  expect(data({ code: 'price_changed', total_amount: '31.00' })).toEqual({ total_amount: '31.00' });
  expect(data({ code: 'too_many_requests', retry_after: 12 })).toEqual({ retry_after: 12 });
  expect(data({ code: 'internal', request_id: 'r1' })).toEqual({ request_id: 'r1' });
});

test.each([
  [12, '操作过于频繁，请12秒钟后再试', 'Too many requests. Please try again in 12 seconds'],
  [0, '操作过于频繁，请1秒钟后再试', 'Too many requests. Please try again in 1 second'],
  [170, '操作过于频繁，请3分钟后再试', 'Too many requests. Please try again in 3 minutes'],
  [80_000, '操作过于频繁，请23小时后再试', 'Too many requests. Please try again in 23 hours'],
])('a wait of %i s is part of the sentence', (retry_after, zh, en) => {
  const refusal: ApiRefusal = { code: 'too_many_requests', retry_after };
  expect(languages.map((language) => refusalText(refusal, language).em)).toEqual([zh, en]);
});

const messages: InputMessage[] = [
  { key: 'out_of_range', min: '1', max: '36' },
  { key: 'below_minimum', min: '5.00' },
  { key: 'too_long', max: '40' },
  { key: 'not_one_of', choices: '0, 1' },
  { key: 'file_too_big', max: '10 MB' },
];

test.each(messages)('$key states its limits in both languages', (message) => {
  for (const language of languages) {
    const text = messageText(message, language);
    expect(text).not.toMatch(/[{}]/);
    for (const [name, value] of Object.entries(message)) if (name !== 'key') expect(text).toContain(value);
  }
});

test('sign-in has its own sentences', () => {
  const refusal: ApiRefusal = {
    code: 'bad_input',
    errors: [{ field: 'password', message: { key: 'wrong_login' } }],
  };
  expect(refusalText(refusal, 'zh-CN').em).toBe('账号或密码不正确');
});

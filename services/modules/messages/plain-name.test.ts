import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailText } from './mail-text.ts';
import { plainName } from './plain-name.ts';

test.each([
  ['中奖 http://evil.example/x', '中奖 …'],
  ['win at evil.example', 'win at …'],
  ['ＷＷＷ．evil．example/x', '…'],
  ['例子.测试', '…'],
  ['write to me@evil.example now', 'write to … now'],
  ['line\r\nBcc: x\u2028next\u0000', 'line Bcc: x next'],
  ['ev\u200bil\u00ad', 'ev il'],
  ['Lin & Son, Vol.2', 'Lin & Son, Vol.2'],
  ['第一场。第二场', '第一场。第二场'],
  ['四季（第二版）：山路，雨后！～', '四季（第二版）：山路，雨后！～'],
  ['中奖：ｅｖｉｌ．ｅｘａｍｐｌｅ：８０／ｘ', '中奖：…：80/x'],
  ['http：／／evil．example', 'http：//…'],
  ['A 19:30 ¥30.00', 'A 19:30 ¥30.00'],
])('%j is named %j', (text, name) => {
  expect(plainName(text)).toBe(name);
});

test('no name has a line break or an address, and each fits a line', () => {
  const part = fc.constantFrom(
    'http://',
    'evil.example',
    '/x',
    '\r\n',
    '@',
    'www.',
    ' ',
    '\u200b',
    '．',
    '中奖',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(part).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const name = plainName(typed);
      expect(name).not.toMatch(/[\r\n\u2028\u2029\u0085\p{Cf}]|:\/\/|[\p{L}\p{N}][.．｡]\p{L}{2}/u);
      expect(Array.from(name).length).toBeLessThanOrEqual(60);
    }),
  );
});

test('an invitation by a creator with an address as name carries no address', () => {
  const message = { template: 'team_invited', values: { name: '中奖 http://evil.example/x' } } as const;
  for (const language of ['zh-CN', 'en-US'] as const) {
    const { subject, text, html } = mailText(message, {
      language,
      expires_at: undefined,
      time_zone: 'UTC',
      publicUrl: 'https://fanwatt.example',
    });
    expect(`${subject}${text}${html}`).not.toContain('evil');
    expect(text).toContain('中奖 …');
  }
});

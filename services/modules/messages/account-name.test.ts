import { describe, expect, test } from 'vitest';
import { ringOf } from '#services/runtime/keys/ring.ts';
import { accountIndex, accountName, blindIndexWith } from './account-name.ts';

describe('an account name', () => {
  test.each([
    ['Fan@Example.COM ', { kind: 'email', text: 'fan@example.com' }],
    ['13800138000', { kind: 'phone', text: '+8613800138000' }],
    ['+86 138-0013-8000', { kind: 'phone', text: '+8613800138000' }],
    ['+442071838750', { kind: 'phone', text: '+442071838750' }],
    ['008613800138000', { kind: 'phone', text: '+8613800138000' }],
    ['8613800138000', { kind: 'phone', text: '+8613800138000' }],
    ['１３８ ００１３ ８０００', { kind: 'phone', text: '+8613800138000' }],
    ['13800138000\u200B', { kind: 'phone', text: '+8613800138000' }],
    ['ann\u200B@example.com', { kind: 'email', text: 'ann@example.com' }],
    ['ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', { kind: 'email', text: 'ann@example.com' }],
    ['ann@BÜCHER.example', { kind: 'email', text: 'ann@xn--bcher-kva.example' }],
    ['ann@bu\u0308cher.example', { kind: 'email', text: 'ann@xn--bcher-kva.example' }],
    ['ann@xn--bcher-kva.example', { kind: 'email', text: 'ann@xn--bcher-kva.example' }],
    ['ann@例子.测试', { kind: 'email', text: 'ann@xn--fsqu00a.xn--0zwm56d' }],
    ['ann@例子。测试', { kind: 'email', text: 'ann@xn--fsqu00a.xn--0zwm56d' }],
  ])('%j is stored in one form', (text, expected) => {
    expect(accountName(text)).toMatchObject(expected);
  });

  test.each([
    '',
    'fan',
    'fan@',
    '@example.com',
    'a b@example.com',
    'fan@example',
    '12345',
    '+12ab5678',
    `${'x'.repeat(65)}@e.com`,
  ])('%j is refused', (text) => {
    expect(accountName(text)).toBeUndefined();
  });

  test('must be of the requested kind', () => {
    expect(accountName('fan@example.com', 'phone')).toBeUndefined();
    expect(accountName('13800138000', 'email')).toBeUndefined();
  });
});

test('the blind index depends on the key and on the kind', () => {
  const one = blindIndexWith(ringOf([Buffer.alloc(32, 1)]));
  const other = blindIndexWith(ringOf([Buffer.alloc(32, 2)]));
  const account = { kind: 'email', text: 'fan@example.com' } as const;
  expect(accountIndex(one, account)).toEqual(accountIndex(one, account));
  expect(accountIndex(one, account)).not.toEqual(accountIndex(other, account));
  expect(one('email', 'x')).not.toEqual(one('phone', 'x'));
});

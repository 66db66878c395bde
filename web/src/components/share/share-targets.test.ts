import { expect, test } from 'vitest';
import { beginningOf, shareAddress } from './share-targets.ts';

const shared = { path: '/p/p1?a=1&b=2', title: '猫 & "狗"', text: '', picture: '/files/a.webp' };

test.each(['weibo', 'qq', 'douban'] as const)('%s gets the whole address and title', (site) => {
  const { protocol, searchParams } = new URL(shareAddress(site, shared, 'https://fan.example'));
  expect(protocol).toBe('https:');
  const values = [...searchParams.values()];
  expect(values).toContain('https://fan.example/p/p1?a=1&b=2');
  expect(values).toContain(shared.title);
  expect(values).toContain('https://fan.example/files/a.webp');
  expect(values).not.toContain('');
});

test('an address that is signed for one reader is sent to nobody', () => {
  const signed = { ...shared, picture: '/media/f1?e=1&s=secret' };
  expect(shareAddress('qq', signed, 'https://fan.example')).not.toContain('secret');
});

test('the beginning of a text does not cut a letter', () => {
  expect(beginningOf(' 一\n二 三 ', 15)).toBe('一 二 三');
  expect(beginningOf('🌸'.repeat(20), 15)).toBe(`${'🌸'.repeat(15)}…`);
});

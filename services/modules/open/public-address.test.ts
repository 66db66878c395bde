import { expect, test } from 'vitest';
import { faultOfUrl, isPublicAddress, lookupAllowed } from './public-address.ts';

test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '223.255.255.254'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.19.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001::1',
  'example.com',
  '',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ['not a url', 'malformed'],
  ['ftp://shop.example/', 'malformed'],
  ['http:/shop.example', 'malformed'],
  ['https:shop.example/hook', 'malformed'],
  ['https:\\\\shop.example/hook', 'malformed'],
  ['https://\\shop.example/hook', 'malformed'],
  ['https:///shop.example/hook', 'malformed'],
  ['https://shop.example/ho\tok', 'malformed'],
  ['https://shop.example/hook\u0001', 'malformed'],
  ['https://shop.example/#part', 'malformed'],
  ['javascript:alert(1)', 'malformed'],
  ['https://user:secret@shop.example/', 'with_credentials'],
  ['https://user@shop.example/', 'with_credentials'],
  ['https://shop.example:22/', 'blocked_port'],
  ['http://shop.example:6379/', 'blocked_port'],
  ['http://shop.example:5432/', 'blocked_port'],
  ['http://127.0.0.1:8080/', 'private_address'],
  ['http://2130706433/', 'private_address'],
  ['http://[::1]/', 'private_address'],
  ['http://localhost:8080/', 'private_address'],
  ['http://bot.localhost/', 'private_address'],
] as const)('%s: %s', (url, fault) => {
  expect(faultOfUrl(url, false)).toBe(fault);
});

test('others are allowed; private ones with permission', () => {
  for (const url of [
    'https://shop.example/hook?key=1',
    'http://93.184.216.34:8080/',
    'https://[2606:4700::1]/',
  ])
    expect(faultOfUrl(url, false)).toBeUndefined();
  expect(faultOfUrl('http://127.0.0.1:8080/', true)).toBeUndefined();
  expect(faultOfUrl('http://127.0.0.1:5432/', true)).toBe('blocked_port');
});

test('names of others are resolved without a thread, which silent name servers would hold', async () => {
  const look = lookupAllowed(isPublicAddress);
  const done = Promise.withResolvers<unknown>();
  look('nobody.invalid', { all: true }, (error) => done.resolve(error));
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');
  expect(await done.promise).toBeInstanceOf(Error);
});

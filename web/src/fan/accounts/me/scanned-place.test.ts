import { expect, test } from 'vitest';
import { scannedPlace } from './scanned-place.ts';

const HERE = 'https://fanwatt.example';

test.each([
  ['https://fanwatt.example/redeem/ABC?x=1#y', '/redeem/ABC?x=1#y'],
  [' https://fanwatt.example/a/linjian ', '/a/linjian'],
  ['HTTPS://FANWATT.EXAMPLE', '/'],
  [' 7K3Q-M0XZ-9T2B-V4HN ', '/redeem#7K3Q-M0XZ-9T2B-V4HN'],
  ['7k3qm0xz9t2bv4hn', '/redeem#7k3qm0xz9t2bv4hn'],
  ['https://fanwatt.example//evil.example/x', '/evil.example/x'],
])('%s is a page here', (text, href) => {
  expect(scannedPlace(text, HERE)).toEqual({ kind: 'page', href });
});

test.each([
  'http://fanwatt.example/a/linjian',
  'https://fanwatt.example.evil.example/',
  'https://fanwatt.example@evil.example/',
  'https://fanwatt.example:8443/',
])('%s is another site', (text) => {
  expect(scannedPlace(text, HERE)).toMatchObject({ kind: 'site' });
});

test.each([
  '',
  '6B1F-0C0A-1B27',
  '7K3Q-M0XZ-9T2B-V4HN-8WWW',
  'javascript:alert(1)',
  'https:fanwatt.example',
  '//evil.example',
  '/feed',
  'WIFI:S:x;;',
])('%s leads nowhere', (text) => {
  expect(scannedPlace(text, HERE)).toEqual({ kind: 'none' });
});

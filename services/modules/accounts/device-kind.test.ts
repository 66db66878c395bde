import { expect, test } from 'vitest';
import { deviceKind } from './device-kind.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'chrome', 'Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    'edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'firefox', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'safari',
    'macOS',
  ],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'safari', 'iPhone'],
  [`${IPHONE} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`, 'chrome', 'iPhone'],
  [
    `${IPHONE} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2d) NetType/WIFI Language/zh_CN`,
    'wechat',
    'iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; PJF110) ${WEBKIT} Version/4.0 Chrome/121.0 MQQBrowser/15.5 Mobile Safari/537.36`,
    'qq',
    'Android',
  ],
  ['curl/8.14.1', 'other', ''],
  ['', 'other', ''],
])('%s', (userAgent, browser, system) => {
  expect(deviceKind(userAgent)).toEqual({ browser, system });
});

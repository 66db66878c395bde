import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { countdown, formatsOf } from './format.ts';
import { numbers, spaces, WRITING } from './numbers.ts';

// As of a browser in the business zone; other browsers are in `zone.test.ts`.
const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const zh = formatsOf('zh-CN', here);
const en = formatsOf('en-US', here);

describe('money', () => {
  test('keeps both decimals and groups thousands, with the same sign in both languages', () => {
    expect(zh.money('1234.50')).toBe('¥1,234.50');
    expect(en.money('1234.50')).toBe('¥1,234.50');
    expect(en.money('0.01')).toBe('¥0.01');
    expect(en.money('-30.00')).toBe('−¥30.00');
    expect(zh.money('-30.00')).toBe('−¥30.00');
    expect(zh.money('10000000.00')).toBe('¥10,000,000.00');
  });

  test('is short at an axis, in 万 and 亿 in Chinese, in K and M in English, and never rounded', () => {
    expect([0, 650, 1300, 1950, 2600].map(en.moneyTick)).toEqual(['¥0', '¥650', '¥1.3K', '¥1.95K', '¥2.6K']);
    expect([1950, 2000, 12_345, 19_500].map(zh.moneyTick)).toEqual([
      '¥1,950',
      '¥2,000',
      '¥1.2345万',
      '¥1.95万',
    ]);
    expect([0.25, 0.5].map(en.moneyTick)).toEqual(['¥0.25', '¥0.5']);
    expect(zh.moneyTick(120_000_000)).toBe('¥1.2亿');
    expect(en.moneyTick(1_200_000)).toBe('¥1.2M');
    expect(en.moneyTick(-1950)).toBe('−¥1.95K');
  });
});

test('counts have a true minus as well', () => {
  expect(en.number(-1234)).toBe('−1,234');
});

test('past times are in minutes, hours and days', () => {
  const now = 1_800_000_000;
  expect(en.ago(now - 59, now)).toBe('this minute');
  expect(en.ago(now - 600, now)).toBe('10 minutes ago');
  expect(zh.ago(now - 7_200, now)).toBe('2小时前');
  expect(en.ago(now - 3 * 86_400, now)).toBe('3 days ago');
  expect(zh.ago(now + 100, now)).toBe('此刻');
});

test('a change has a sign; zero has none', () => {
  expect(en.change(0.125)).toBe('+12.5%');
  expect(en.change(-0.03)).toBe('−3%');
  expect(en.change(0)).toBe('0%');
});

test('a business day is the same day wherever it is read', () => {
  expect(zh.day('2026-11-20')).toBe('11月20日');
  expect(en.day('2026-11-20')).toBe('Nov 20');
});

test('several names are a sentence’s part', () => {
  expect(zh.list(['甲', '乙', '丙'])).toBe('甲、乙和丙');
  expect(zh.list(['甲', 'Tin Robot'])).toBe('甲和 Tin Robot');
  expect(zh.list(['Tin', '乙', '丙'])).toBe('Tin、乙和丙');
  expect(zh.list(['A1', '乙'])).toBe('A1 和乙');
  expect(en.list(['A', 'B', 'C'])).toBe('A, B, and C');
  expect(en.list(['A'])).toBe('A');
});

test.each([
  [900, '15:00'],
  [61.9, '01:01'],
  [0, '00:00'],
  [-5, '00:00'],
  [3723, '1:02:03'],
])('%s seconds left: %s', (seconds, text) => {
  expect(countdown(seconds)).toBe(text);
});

test('an occasion names the day of the week, and its year when it is another', () => {
  const time = Date.parse('2026-12-04T14:00:00') / 1000;
  expect(zh.occasion(time, time)).toBe('12月4日周五 14:00');
  expect(en.occasion(time, time)).toBe('Fri, Dec 4, 14:00');
  const before = Date.parse('2025-12-31T14:00:00') / 1000;
  expect(zh.occasion(time, before)).toBe('2026年12月4日周五 14:00');
  expect(en.occasion(time, before)).toBe('Fri, Dec 4, 2026, 14:00');
});

test('counts and positions in texts have separators; other values are as they are given', () => {
  const written = (interpolationkey: string) =>
    numbers.format(1444, undefined, 'en-US', { interpolationkey });
  expect(written('count')).toBe('1,444');
  expect(written('position')).toBe('1,444');
  expect(written('year')).toBe(1444);
});

test('a Latin name in a Chinese text keeps off its neighbours, and stays as it is', async () => {
  const texts = {
    of: '{{name}}的提现',
    pay: '打款到{{method}}。',
    quoted: '“{{name}}”，{{name}} 于',
    day: '你的{{day}}',
  };
  const ofLanguage = async (lng: string) => {
    const one = i18next.createInstance().use(numbers).use(spaces);
    await one.init({ lng, resources: { [lng]: { shell: texts } }, defaultNS: 'shell', ...WRITING });
    return (text: keyof typeof texts, values: object): unknown => one.t(text as never, values as never);
  };
  const chinese = await ofLanguage('zh-CN');
  expect(chinese('of', { name: 'Tin Robot Games' })).toBe('Tin Robot Games 的提现');
  expect(chinese('of', { name: '工作室 7' })).toBe('工作室 7 的提现');
  expect(chinese('of', { name: 'VIP会员' })).toBe('VIP会员的提现');
  expect(chinese('of', { name: '🌸' })).toBe('🌸的提现');
  expect(chinese('pay', { method: 'PayPal' })).toBe('打款到 PayPal。');
  expect(chinese('pay', { method: '支付宝' })).toBe('打款到支付宝。');
  expect(chinese('quoted', { name: 'Tin' })).toBe('“Tin”，Tin 于');
  expect(chinese('day', { day: '11月20日' })).toBe('你的11月20日');
  expect((await ofLanguage('en-US'))('of', { name: 'Tin' })).toBe('Tin的提现');
});

import { expect, test } from 'vitest';
import { placeNames } from './place.ts';

const place = (province: string, city: string, area = '', street = '') => ({ province, city, area, street });

test.each([
  ['浙江省 杭州市 西湖区', place('330000', '330100', '330106')],
  ['浙江省 杭州市 西湖区 北山街道', place('330000', '330100', '330106', '330106002')],
  ['北京市 东城区', place('110000', '110100', '110101')],
  ['重庆市 城口县', place('500000', '500200', '500229')],
  ['湖北省 仙桃市', place('420000', '429000', '429004')],
  ['广东省 东莞市', place('440000', '441900')],
])('%s', async (names, at) => {
  expect(await placeNames(at)).toEqual({ ok: true, names: names.split(' ') });
});

test.each([
  ['province', true, place('', '')],
  ['province', false, place('710000', '')],
  ['province', false, place('330100', '330100')],
  ['city', true, place('330000', '')],
  ['city', false, place('330000', '340100')],
  ['city', false, place('330000', '330106')],
  ['area', true, place('330000', '330100')],
  ['area', false, place('330000', '330100', '330203')],
  ['area', false, place('330000', '330100', '330100')],
  ['area', false, place('440000', '441900', '441901')],
  ['street', false, place('330000', '330100', '330106', '330105001')],
  ['street', false, place('440000', '441900', '', '441900001')],
] as const)('%s that is wrong (missing: %s) is named: %j', async (level, missing, at) => {
  expect(await placeNames(at)).toEqual({ ok: false, level, missing });
});

import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { regionsAnswer } from '#services/contract/delivery/regions.ts';
import { envelope } from '#services/contract/fields/fields.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

const ask = async (level: string, code?: string) =>
  envelope(regionsAnswer).parse(
    await api.get(`/api/ship/${level}`, undefined, code === undefined ? {} : { code }),
  ).data.list;

test('a guest finds the way from province to street', async () => {
  const province = (await ask('provinces')).find(({ name }) => name === '浙江省');
  expect(province?.code).toBe('330000');
  const city = (await ask('cities', province?.code)).find(({ name }) => name === '杭州市');
  const area = (await ask('areas', city?.code)).find(({ name }) => name === '西湖区');
  const streets = await ask('streets', area?.code);
  expect(streets).toContainEqual({ code: '330106002', name: '北山街道' });
});

test('a city without areas answers an empty list', async () => {
  expect(await ask('areas', '441900')).toEqual([]);
});

test.each([
  ['cities', undefined, '请选择省市区'],
  ['cities', 'x', '请选择省市区'],
  ['cities', '33000', '请选择省市区'],
  ['cities', "330000' OR 1=1", '请选择省市区'],
  ['cities', '999999', '不存在'],
  ['cities', '330100', '不存在'],
  ['areas', '330000', '不存在'],
  ['streets', '330100', '不存在'],
  ['streets', '330106002', '不存在'],
])('%s of %s: %s', async (level, code, message) => {
  expect(await api.get(`/api/ship/${level}`, undefined, code === undefined ? {} : { code })).toMatchObject({
    ec: 40000,
    data: { errors: [{ field: 'code', message }] },
  });
});

import { describe, expect, test } from 'vitest';
import { areaOf, areasOf, citiesOf, cityOf, isProvince, provinceOf, provinces } from './regions.ts';
import { streetsOf } from './streets.ts';

const everyCity = provinces().flatMap(({ code }) => citiesOf(code) ?? []);
const everyArea = everyCity.flatMap(({ code }) => areasOf(code) ?? []);
const namesOf = (regions: readonly { name: string }[] | undefined) => regions?.map(({ name }) => name);

describe('the regions as the package has them', () => {
  test('31 provinces of the mainland, each with cities', () => {
    expect(provinces()).toHaveLength(31);
    expect(provinces()[0]).toEqual({ code: '110000', name: '北京市' });
    for (const { code } of provinces()) expect(citiesOf(code)?.length, code).toBeGreaterThan(0);
    expect(everyCity.length).toBeGreaterThan(300);
    expect(everyArea.length).toBeGreaterThan(2800);
  });

  test('every code has six digits, is there once and leads back to what it belongs to', () => {
    const all = [...provinces(), ...everyCity, ...everyArea];
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    for (const { code, name } of all) {
      expect(code).toMatch(/^\d{6}$/);
      expect(name).not.toBe('');
    }
    for (const area of everyArea) {
      expect(areaOf(area.code)).toBe(area);
      expect(cityOf(area.code)?.code).toBe(`${area.code.slice(0, 4)}00`);
      expect(provinceOf(area.code)?.code).toBe(`${area.code.slice(0, 2)}0000`);
    }
  });

  test('nearly every area has streets, each with its own code below it', async () => {
    let without = 0;
    for (const area of everyArea) {
      const streets = (await streetsOf(area.code)) ?? [];
      if (streets.length === 0) without += 1;
      expect(new Set(streets.map(({ code }) => code)).size, area.name).toBe(streets.length);
      for (const street of streets) {
        if (!/^\d{9}$/.test(street.code) || !street.code.startsWith(area.code) || street.name === '') {
          expect.fail(`${area.name}: ${JSON.stringify(street)}`);
        }
      }
    }
    expect(without).toBeLessThan(20);
  });
});

test('from province to street', async () => {
  expect(namesOf(citiesOf('330000'))).toContain('杭州市');
  expect(namesOf(areasOf('330100'))).toContain('西湖区');
  expect(namesOf(await streetsOf('330106'))).toContain('北山街道');
});

test.each([
  ['330000', '浙江省'],
  ['330100', '浙江省'],
  ['330106', '浙江省'],
  ['330106002', '浙江省'],
  ['710000', undefined],
  ['000000', undefined],
  ['', undefined],
  ['__proto__', undefined],
])('%j is in %s', (code, name) => {
  expect(provinceOf(code)?.name).toBe(name);
});

test('a code of another level is no province, city or area', async () => {
  expect(isProvince('330000')).toBe(true);
  for (const code of ['330100', '33', '3300001', '710000', '']) expect(isProvince(code), code).toBe(false);
  for (const code of ['330100', '999999', '']) expect(citiesOf(code), code).toBeUndefined();
  for (const code of ['330000', '330106', '339900', '']) expect(areasOf(code), code).toBeUndefined();
  for (const code of ['330100', '330199', '330106002', ''])
    expect(await streetsOf(code), code).toBeUndefined();
});

test('a city without areas has none, and requires none below it', () => {
  expect(areasOf('441900')).toEqual([]);
});

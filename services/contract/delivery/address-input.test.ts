import { describe, expect, test } from 'vitest';
import { countries } from '#events/destinations.ts';
import { addressInput } from './address-input.ts';
import { countryName } from './countries.ts';

const form = { addr_name: 'Ada', addr_phone: '+81 3-1234-5678', addr_address: '1-1 Chiyoda' };
const mainland = {
  addr_name: '林小满',
  addr_phone: '13800138000',
  addr_address: '文三路 42 号',
  province: '330000',
  city: '330100',
};
const errorsOf = (input: object) =>
  addressInput.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('without a country it is in mainland China, as for clients from before', () => {
  expect(addressInput.parse(mainland)).toEqual({
    ...mainland,
    country: 'CN',
    area: '',
    street: '',
    city_name: '',
    region_name: '',
    postal_code: '',
    is_default: false,
  });
  expect(addressInput.parse({ ...mainland, addr_address: '文三路\n42 号' }).addr_address).toBe(
    '文三路 42 号',
  );
});

describe('outside the mainland', () => {
  test('every country and region takes one line and a phone number', () => {
    for (const country of countries.filter((code) => code !== 'CN')) {
      expect(errorsOf({ ...form, country })).toBeUndefined();
    }
    expect(countries).toHaveLength(249);
    expect(new Set(countries.map((code) => countryName(code, 'zh-CN'))).size).toBe(249);
  });

  test('lines stay lines, codes of provinces are left out', () => {
    const parsed = addressInput.parse({
      ...form,
      country: ' jp ',
      addr_address: ' 1-1 Chiyoda \r\n\r\n Suite 5 ',
      province: '330000',
      city: '330100',
      city_name: ' Tokyo ',
      postal_code: '〒１００－０００１',
    });
    expect(parsed).toMatchObject({
      country: 'JP',
      addr_phone: '+81312345678',
      addr_address: '1-1 Chiyoda\nSuite 5',
      province: '',
      city: '',
      city_name: 'Tokyo',
      postal_code: '100-0001',
    });
  });

  test.each([
    ['HK', '2345 6789', '+85223456789'],
    ['HK', '2345 6789 ext. 12', '+85223456789 ext. 12'],
    ['HK', '+852 2345 6789', '+85223456789'],
    ['HK', '13800138000', '13800138000'],
    ['MO', '6612 3456', '+85366123456'],
    ['TW', '0912-345-678', '+886912345678'],
    ['TW', '02-2345-6789 #7', '+886223456789 ext. 7'],
    ['JP', '090-1234-5678', '09012345678'],
    ['SH', '+290 22158', '+29022158'],
  ])('in %s the phone number %s is %s', (country, addr_phone, phone) => {
    expect(addressInput.parse({ ...form, country, addr_phone }).addr_phone).toBe(phone);
  });

  test.each([
    ['US', '10001'],
    ['US', '10001-1234'],
    ['CA', 'k1a 0b1'],
    ['GB', 'SW1A 1AA'],
    ['GB', 'M1 1AE'],
    ['DE', 'D-10115'],
    ['TW', '10001'],
    ['TW', '100-012'],
    ['KR', '03187'],
    ['IE', 'D02 AF30'],
    ['HK', '999077'],
    ['US', ''],
  ])('%s has the postal code %j', (country, postal_code) => {
    expect(errorsOf({ ...form, country, postal_code })).toBeUndefined();
  });

  test.each([
    ['postal_code', 'postal_code', { country: 'US', postal_code: '1234' }],
    ['postal_code', 'postal_code', { country: 'SG', postal_code: '12345' }],
    ['postal_code', undefined, { country: 'IE', postal_code: 'x'.repeat(17) }],
    ['addr_address', 'receiver_lines', { country: 'US', addr_address: '1\n2\n3\n4' }],
    ['addr_address', 'receiver_address', { country: 'US', addr_address: ' \n ' }],
    ['addr_address', undefined, { country: 'US', addr_address: 'x'.repeat(201) }],
    ['city_name', undefined, { country: 'US', city_name: 'x'.repeat(81) }],
    ['addr_phone', undefined, { country: 'US', addr_phone: '1234' }],
    ['addr_phone', undefined, { country: 'US', addr_phone: '1'.repeat(16) }],
    ['country', 'malformed', { country: 'XX' }],
    ['country', 'malformed', { country: 'China' }],
    ['country', 'malformed', { country: 'elsewhere' }],
    ['country', undefined, { country: ['US'] }],
  ])('a wrong %s is refused (%s): %j', (field, message, change) => {
    const errors = errorsOf({ ...form, ...change });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.[0]).toBe(field);
    if (message !== undefined) expect(errors?.[0]?.[1]).toBe(message);
  });
});

test.each(['138001380001', '+86138001380', '12345678', '090-1234'])(
  'in the mainland %s is no phone number',
  (addr_phone) => {
    expect(errorsOf({ ...mainland, addr_phone })).toEqual([['addr_phone', 'malformed']]);
  },
);

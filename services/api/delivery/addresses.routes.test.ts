import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import {
  type Address,
  addressAnswer,
  addressesAnswer,
  deleteAddress,
  editAddress,
  getLatestAddress,
  latestAddressAnswer,
  listAddresses,
  setDefaultAddress,
} from '#services/contract/delivery/addresses.ts';
import { envelope } from '#services/contract/fields/fields.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

const form = {
  addr_name: '林小满',
  addr_phone: '138 0013-8000',
  addr_address: ' 文三路 42 号 ',
  province: '330000',
  city: '330100',
  area: '330106',
};

const edit = (as: TestUser, change: object = {}) => api.call(editAddress, { ...form, ...change }, as);
const added = async (as: TestUser, change: object = {}): Promise<Address> =>
  envelope(addressAnswer).parse(await edit(as, change)).data.address;
const listOf = async (as: TestUser) =>
  envelope(addressesAnswer).parse(await api.call(listAddresses, {}, as)).data;
const latestOf = async (as: TestUser) =>
  envelope(latestAddressAnswer).parse(await api.call(getLatestAddress, {}, as)).data.address;

test('an address is added, changed, made the default and deleted', async () => {
  const fan = await api.user();
  expect(await latestOf(fan)).toBeNull();
  expect(await listOf(fan)).toEqual({ list: [], total_count: 0, has_more: false });

  const home = await added(fan);
  expect(home).toMatchObject({
    name: '林小满',
    phone: '13800138000',
    detail: '文三路 42 号',
    address: '浙江省杭州市西湖区文三路 42 号',
    street: '',
    is_default: true,
  });
  const work = await added(fan, { addr_address: '钱江路 1 号' });
  expect((await latestOf(fan))?.address_id).toBe(home.address_id);
  const { address_id } = work;
  expect(await api.call(setDefaultAddress, { address_id }, fan)).toMatchObject({ ec: 200 });
  expect(await latestOf(fan)).toMatchObject({ address_id, is_default: true });

  const moved = await added(fan, { address_id, province: '440000', city: '441900', area: '' });
  expect(moved).toMatchObject({ address_id, address: '广东省东莞市文三路 42 号', is_default: true });
  expect(await api.call(deleteAddress, { address_id }, fan)).toMatchObject({ ec: 200 });
  expect((await listOf(fan)).list).toEqual([{ ...home, is_default: true }]);
  expect(await api.call(deleteAddress, { address_id }, fan)).toMatchObject({ ec: 40400 });
});

test('an address abroad has its own fields, and becomes one in the mainland and back', async () => {
  const fan = await api.user();
  const tokyo = {
    country: 'JP',
    addr_name: 'Ada',
    addr_phone: '+81 3 1234 5678 ext. 12',
    addr_address: '1-1 Chiyoda\nSuite 5',
    city_name: 'Chiyoda-ku',
    region_name: 'Tokyo',
    postal_code: '100-0001',
  };
  const plain = { province: '', city: '', area: '', street: '' };
  const abroad = await added(fan, { ...tokyo, ...plain });
  expect(abroad).toMatchObject({
    ...plain,
    country: 'JP',
    name: 'Ada',
    phone: '+81312345678 ext. 12',
    detail: '1-1 Chiyoda\nSuite 5',
    address: '1-1 Chiyoda, Suite 5, Chiyoda-ku, Tokyo 100-0001, Japan',
    city_name: 'Chiyoda-ku',
    region_name: 'Tokyo',
    postal_code: '100-0001',
  });
  expect((await listOf(fan)).list).toEqual([abroad]);
  const { address_id } = abroad;
  const home = await added(fan, { address_id, city_name: 'Tokyo' });
  expect(home).toMatchObject({ country: 'CN', city_name: '', address: '浙江省杭州市西湖区文三路 42 号' });
  const taipei = await added(fan, {
    address_id,
    country: 'TW',
    addr_phone: '0912-345-678',
    addr_address: '信義路五段 7 號',
    city_name: '信義區',
    region_name: '台北市',
    postal_code: '110',
  });
  expect(taipei).toMatchObject({
    phone: '+886912345678',
    address: '中国台湾 110 台北市 信義區 信義路五段 7 號',
  });
});

describe('an address form', () => {
  test.each([
    ['addr_name', '请填写收货人姓名', { addr_name: undefined }],
    ['addr_name', '请填写收货人姓名', { addr_name: ' ' }],
    ['addr_name', '请填写收货人姓名', { addr_name: 7 }],
    ['addr_name', '最多 40 个字符', { addr_name: '长'.repeat(41) }],
    ['addr_name', '格式不正确', { addr_name: 'a\0b' }],
    ['addr_phone', '请填写收货人手机号', { addr_phone: undefined }],
    ['addr_phone', '请填写收货人手机号', { addr_phone: ' - ' }],
    ['addr_phone', '格式不正确', { addr_phone: '123' }],
    ['addr_phone', '格式不正确', { addr_phone: '12345678901' }],
    ['addr_phone', '格式不正确', { addr_phone: '1380013800a' }],
    ['addr_phone', '格式不正确', { addr_phone: '1'.repeat(5000) }],
    ['addr_address', '请填写详细地址', { addr_address: '' }],
    ['addr_address', '最多 200 个字符', { addr_address: '路'.repeat(201) }],
    ['province', '请选择省市区', { province: undefined }],
    ['province', '请选择省市区', { province: '浙江' }],
    ['province', '不存在', { province: '710000' }],
    ['city', '请选择省市区', { city: '' }],
    ['city', '不存在', { city: '340100' }],
    ['area', '请选择省市区', { area: '' }],
    ['area', '不存在', { area: '340102' }],
    ['street', '不存在', { street: '340102001' }],
    ['street', '格式不正确', { street: { $gt: '' } }],
    ['address_id', '格式不正确', { address_id: '../x' }],
    ['country', '格式不正确', { country: 'XX' }],
    ['addr_address', '详细地址最多 3 行', { country: 'US', addr_address: '1\n2\n3\n4' }],
    ['postal_code', '邮政编码不正确', { country: 'US', postal_code: '1' }],
  ])('%s: %s for %j', async (field, message, change) => {
    const fan = await api.user();
    expect(await edit(fan, change)).toMatchObject({ ec: 40000, data: { errors: [{ field, message }] } });
    expect((await listOf(fan)).list).toEqual([]);
  });

  test.each(['13800138000', '+86 138 0013 8000', '0571-88888888', '+852 2345 6789'])(
    'takes the phone number %s',
    async (addr_phone) => {
      expect(await edit(await api.user(), { addr_phone })).toMatchObject({ ec: 200 });
    },
  );

  test('names missing fields in English', async () => {
    const answer = await api.send(editAddress, {}, await api.user(), { 'locale-lang': 'en-US' });
    expect(answer.data).toMatchObject({
      errors: expect.arrayContaining([
        { field: 'addr_name', message: 'Please enter the recipient’s name' },
        { field: 'province', message: 'Please choose a province, city and district' },
      ]),
    });
  });
});

test('the fifty-first is refused with its own sentence', async () => {
  const fan = await api.user();
  for (let at = 0; at < 50; at += 1) await added(fan);
  expect(await edit(fan)).toMatchObject({ ec: 40902, em: '最多保存 50 条，请先删除不用的' });
});

test('another person’s address is not found and not changed', async () => {
  const [owner, other] = [await api.user(), await api.user()];
  const address = await added(owner);
  const { address_id } = address;
  expect(await edit(other, { address_id, addr_name: '别人' })).toMatchObject({ ec: 40400, em: '页面不存在' });
  for (const call of ['set-default-address', 'delete-address']) {
    expect(await api.post(`/api/user/${call}`, { address_id }, other)).toMatchObject({ ec: 40400 });
  }
  expect((await listOf(other)).list).toEqual([]);
  expect((await listOf(owner)).list).toEqual([address]);
});

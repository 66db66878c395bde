import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { envelope } from '#services/contract/fields/fields.ts';
import {
  deleteIdcard,
  editIdcard,
  getIdcard,
  type Identity,
  identitiesAnswer,
  identityAnswer,
  listIdcards,
  oneIdentityAnswer,
  validateIdcard,
} from '#services/contract/tickets/identities.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

const ZHANG = { name: '张三', id_card: '110101199003070011' };
const LI = { name: '李四', id_card: '11010119900307002x' };

const edit = (as: TestUser, body: object) => api.send(editIdcard, body, as);
const added = async (as: TestUser, body: object): Promise<Identity> =>
  envelope(identityAnswer).parse(await edit(as, body)).data.identity;
const listOf = async (as: TestUser) =>
  envelope(identitiesAnswer).parse(await api.call(listIdcards, {}, as)).data.list;
const one = (as: TestUser, query = {}) => api.call(getIdcard, query, as);

test('a record is added, found, changed and deleted, and never leaves in the clear', async () => {
  const fan = await api.user();
  expect(envelope(oneIdentityAnswer).parse(await one(fan)).data.identity).toBeNull();
  const zhang = await added(fan, ZHANG);
  expect(zhang).toMatchObject({ name: '张*', id_card: '110***********0011' });
  const li = await added(fan, LI);
  expect(await listOf(fan)).toEqual([li, zhang]);
  expect(envelope(oneIdentityAnswer).parse(await one(fan)).data.identity).toEqual(li);
  const { identity_id } = zhang;
  expect(envelope(oneIdentityAnswer).parse(await one(fan, { identity_id })).data.identity).toEqual(zhang);

  expect(await added(fan, { identity_id, name: '张无忌' })).toMatchObject({
    identity_id,
    name: '张**',
    id_card: '110***********0011',
  });
  expect(await api.call(deleteIdcard, { identity_id }, fan)).toMatchObject({ ec: 200 });
  expect(await listOf(fan)).toEqual([li]);
  expect(await one(fan, { identity_id })).toMatchObject({ ec: 40400 });
});

describe('a record with', () => {
  test.each([
    ['no name', 'name', '请填写姓名', { name: '' }],
    ['a blank name', 'name', '请填写姓名', { name: ' ' }],
    ['a name of another kind', 'name', '请填写姓名', { name: ['张三'] }],
    ['a long name', 'name', '最多 40 个字符', { name: '长'.repeat(41) }],
    ['no number', 'id_card', '请先正确填写身份证号', { id_card: undefined }],
    ['an empty number', 'id_card', '请先正确填写身份证号', { id_card: '' }],
    ['a wrong check digit', 'id_card', '请先正确填写身份证号', { id_card: '110101199003070012' }],
    ['X for a digit', 'id_card', '请先正确填写身份证号', { id_card: '11010119900307001X' }],
    ['a birth date that never was', 'id_card', '请先正确填写身份证号', { id_card: '110101199002300012' }],
    ['15 digits', 'id_card', '请先正确填写身份证号', { id_card: '110101900307001' }],
    ['no passport number', 'id_card', '请正确填写护照号码', { id_type: 'passport', id_card: '1' }],
    ['no permit number', 'id_card', '请正确填写通行证号码', { id_type: 'hk_macau_permit', id_card: 'H1' }],
    ['a number without end', 'id_card', '请先正确填写身份证号', { id_card: '1'.repeat(5000) }],
  ])('%s is refused, and so is the question whether it is right', async (_, field, message, change) => {
    const fan = await api.user();
    const refusal = { ec: 40000, data: { errors: [{ field, message }] } };
    expect(await edit(fan, { ...ZHANG, ...change })).toMatchObject(refusal);
    expect(await api.send(validateIdcard, { ...ZHANG, ...change }, fan)).toMatchObject(refusal);
    expect(await listOf(fan)).toEqual([]);
  });
});

test('a passport is saved and asked about with its type', async () => {
  const fan = await api.user();
  const ada = { name: 'Ada', id_type: 'passport', id_card: 'e1234 5678' };
  expect(await api.send(validateIdcard, ada, fan)).toMatchObject({ ec: 200 });
  expect(await edit(fan, { ...ada, id_card: '' })).toMatchObject({
    ec: 40000,
    data: { errors: [{ field: 'id_card', message: '请正确填写护照号码' }] },
  });
  expect(await edit(fan, { ...ada, id_type: 'driver' })).toMatchObject({ ec: 40000 });
  const saved = await added(fan, ada);
  expect(saved).toMatchObject({ name: 'A**', id_type: 'passport', id_card: 'E******78' });
  expect(await added(fan, { identity_id: saved.identity_id, name: 'Grace' })).toMatchObject({
    name: 'G****',
    id_type: 'passport',
    id_card: 'E******78',
  });
});

test('asking whether a record is right saves nothing', async () => {
  const fan = await api.user();
  expect(await api.call(validateIdcard, LI, fan)).toMatchObject({ ec: 200, data: {} });
  expect(await listOf(fan)).toEqual([]);
});

test('a number that is already saved is refused by field', async () => {
  const fan = await api.user();
  await added(fan, LI);
  expect(await edit(fan, { ...LI, id_card: LI.id_card.toUpperCase() })).toMatchObject({
    ec: 40000,
    data: { errors: [{ field: 'id_card', message: '已保存过' }] },
  });
});

test('another person’s record is not found and not changed', async () => {
  const [owner, other] = [await api.user(), await api.user()];
  const identity = await added(owner, ZHANG);
  const { identity_id } = identity;
  expect(await edit(other, { identity_id, ...LI })).toMatchObject({ ec: 40400, em: '页面不存在' });
  expect(await one(other, { identity_id })).toMatchObject({ ec: 40400 });
  expect(await api.call(deleteIdcard, { identity_id }, other)).toMatchObject({ ec: 40400 });
  expect(await listOf(owner)).toEqual([identity]);
});

import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { editPlan } from '#services/commerce/catalog/edit-plan.ts';
import { savePlan } from '#services/contract/catalog/plan-changes.ts';
import { getPlan, listPlans, listSkus } from '#services/contract/catalog/plans.ts';
import { pictures } from '../testing/pictures.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { offerRights, planEdit } from './plan-form.ts';

const api = fixture(startTestApi);
const creator = fixture<TestUser>(() => api.creator());

/** Uploads a picture of this colour, over HTTP. @returns its address */
async function uploaded(grey: number, side = 240, as = creator): Promise<string> {
  const background = { r: grey, g: grey, b: grey };
  const image = sharp({ create: { width: side, height: side, channels: 3, background } });
  return sent(side < 10 ? Buffer.from(pictures.png) : await image.png().toBuffer(), as);
}
async function sent(bytes: Buffer, { token }: TestUser): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'p.png');
  const request = new Request('http://x/', { method: 'POST', body: form });
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/upload/common-pic',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json().data.url;
}

const ten: string[] = [];
let nine: string[];
beforeAll(async () => {
  for (let grey = 0; grey < 10; grey += 1) ten.push(await uploaded(grey));
  nine = ten.slice(0, 9);
});
const form = { name: 'Coffee', product_type: 0, price: '30.00' };
const save = (more: object, as = creator) => api.send(savePlan, { ...form, ...more }, as);
const picsOf = async (plan_id: string) => {
  await api.projected();
  return (await api.data(getPlan, { plan_id }, creator)).plan.pics;
};

test('a plan has up to 9 pictures in their order; the first is its `pic`', async () => {
  const { plan } = (await save({ pics: nine })).data;
  expect(plan).toMatchObject({ pic: nine[0], pics: nine });
  const { plan_id } = plan;
  expect(await picsOf(plan_id)).toEqual(nine);
  const turned = nine.toReversed();
  expect((await save({ plan_id, pics: turned })).data.plan).toMatchObject({ pic: nine[8], pics: turned });
  expect((await save({ plan_id, pics: turned.slice(2, 4) })).data.plan.pics).toEqual(turned.slice(2, 4));
  expect(await picsOf(plan_id)).toEqual(turned.slice(2, 4));
  const { list } = await api.data(listPlans, { user_id: creator.user_id });
  expect(list.find((one) => one.plan_id === plan_id)?.pics).toEqual(turned.slice(2, 4));
  expect((await save({ plan_id, pics: [] })).data.plan).toMatchObject({ pic: '', pics: [] });
});

test('a program that knows only `pic` changes the first picture, and removes all with an empty one', async () => {
  const { plan_id } = (await save({ pics: nine.slice(0, 3) })).data.plan;
  const [one = '', two = '', three = ''] = nine;
  expect((await save({ plan_id, pic: one })).data.plan.pics).toEqual([one, two, three]);
  expect((await save({ plan_id, pic: nine[4] })).data.plan.pics).toEqual([nine[4], two, three]);
  expect((await save({ plan_id, pic: two })).data.plan.pics).toEqual([two, three]);
  expect((await save({ plan_id })).data.plan.pics).toEqual([]);
});

test('a picture that the plan has already stays, also one that another account uploaded', async () => {
  const { plan_id } = (await save({ pics: nine.slice(0, 2) })).data.plan;
  await api.deps.pool.query("UPDATE media.files SET object = 'gone-' || object WHERE owner_id = $1", [
    creator.user_id,
  ]);
  const saved = (await save({ plan_id, pics: [nine[1], nine[0]] })).data.plan.pics;
  const other = await save({ plan_id, pics: [nine[2]] });
  await api.deps.pool.query("UPDATE media.files SET object = replace(object, 'gone-', '')");
  expect([saved, other.ec]).toEqual([[nine[1], nine[0]], 40000]);
});

test('an address of another site that a plan has from before is replaced', async () => {
  const { accounts, committer, payments } = api.deps;
  const rights = offerRights(await accounts.rights.refresh(creator.user_id), payments);
  const pic = 'https://example.com/a.png';
  const input = planEdit(savePlan.body.parse({ ...form, pic }), creator.user_id, rights);
  expect((await committer.submit(editPlan(input))).accepted).toBe(true);
  const { plan_id } = input;
  expect(await picsOf(plan_id)).toEqual([pic]);
  expect(await save({ plan_id, pic })).toMatchObject({ ec: 40000, data: { errors: [{ field: 'pic' }] } });
  expect((await save({ plan_id, pic: nine[0] })).data.plan.pics).toEqual([nine[0]]);
});

test('a SKU has a picture of any size, and keeps the one that it has', async () => {
  const goods = { name: 'Mug', product_type: 1 };
  const sku = { name: 'Red', price: '12.00', stock: 1, pic: await uploaded(77, 16) };
  const { plan_id } = (await save({ ...goods, sku: [sku] })).data.plan;
  await api.projected();
  const { list } = await api.data(listSkus, { plan_id }, creator);
  expect(list.map(({ pic }) => pic)).toEqual([sku.pic]);
  await api.deps.pool.query('DELETE FROM media.files WHERE object = $1', [sku.pic.slice(7)]);
  const unchanged = list.map(({ sku_id, name, pic }) => ({ sku_id, name, pic, price: '13.00' }));
  expect((await save({ ...goods, plan_id, sku: unchanged })).ec).toBe(200);
});

describe('is refused by field, and nothing is written:', () => {
  test.each<[string, () => Promise<object> | object, string]>([
    ['the tenth', () => ({ pics: ten }), 'pics'],
    ['one twice', () => ({ pics: [nine[0], nine[1], nine[0]] }), 'pics.2'],
    ['another site', () => ({ pics: [nine[0], 'https://example.com/a.png'] }), 'pics.1'],
    ['another site as `pic`', () => ({ pic: 'https://example.com/a.png' }), 'pic'],
    ['an unknown file', () => ({ pics: [`/files/${'0'.repeat(40)}.png`] }), 'pics.0'],
    ['a path', () => ({ pics: [`/files/../files/${nine[0]?.slice(7)}`] }), 'pics.0'],
    ['a name without its folder', () => ({ pics: [nine[0]?.slice(7)] }), 'pics.0'],
    ['an empty address', () => ({ pics: [''] }), 'pics.0'],
    ['too long an address', () => ({ pics: [`/files/${'0'.repeat(300)}`] }), 'pics.0'],
    [
      'the picture of another creator',
      async () => ({ pics: [await uploaded(200, 240, await api.creator())] }),
      'pics.0',
    ],
    ...(['https://example.com/a.png', `/files/${'0'.repeat(40)}.png`] as const).map(
      (pic): [string, () => object, string] => [
        `${pic} of a SKU`,
        () => ({ product_type: 0, sku: [{ name: 'Red', price: '12.00', stock: 1, pic }] }),
        'sku.0.pic',
      ],
    ),
    ['239 pixels', async () => ({ pics: [nine[0], await uploaded(201, 239)] }), 'pics.1'],
    ['3 × 2 pixels', async () => ({ pics: [await uploaded(0, 3)] }), 'pics.0'],
  ])('%s', async (_, input, field) => {
    const { plan_id } = (await save({ pics: nine.slice(0, 2) })).data.plan;
    const body = await input();
    const head = await api.deps.log.head();
    for (const more of [{}, { plan_id }]) {
      const { ec, data } = await save({ ...body, ...more });
      expect([ec, data.errors?.map((one) => one.field)]).toEqual([40000, [field]]);
    }
    expect(await api.deps.log.head()).toBe(head);
  });
});

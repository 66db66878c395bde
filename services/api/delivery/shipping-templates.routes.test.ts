import { describe, expect, it } from 'vitest';
import { asPlanId, type PlanId } from '#events/ids.ts';
import { planStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { planKind } from '#services/commerce/catalog/plan.ts';
import { accept } from '#services/commerce/engine/command.ts';
import { getProfile } from '#services/contract/catalog/creators.ts';
import { deletePlan } from '#services/contract/catalog/plan-changes.ts';
import {
  deleteShippingTemplate,
  editShippingTemplate,
  getShippingTemplate,
  listShippingTemplates,
  setFreeShipping,
} from '#services/contract/delivery/shipping.ts';
import { forSale, savePlan } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture<TestUser>(() => api.creator());
const other = fixture(() => api.creator());
const fan = fixture(() => api.user());

const near = { provinces: ['310000', '330000'], first_fee: '5.00', next_fee: '0' };
const far = { provinces: ['650000', 'HK', 'JP', 'elsewhere'], first_fee: '18.00', next_fee: 6 };
const form = { name: 'Near and far', rules: [near, far] };

const edit = (body: object, as = creator) => api.send(editShippingTemplate, body, as);
const remove = (template_id: string, as = creator) => api.call(deleteShippingTemplate, { template_id }, as);
const list = async (min_position: number, as = creator) =>
  (await api.data(listShippingTemplates, { min_position }, as)).list;
const feeInfo = (template_id: string) => api.call(getShippingTemplate, { template_id });

/** Puts the template on the plan. */
async function name(shipping_template_id: string, plan_id: PlanId): Promise<void> {
  const stream = planStream(plan_id);
  await api.deps.committer.submit({
    name: 'given',
    actor: 'process:test',
    streams: [stream],
    decide(states) {
      const plan = states.get(planKind, stream);
      if (plan.phase === 'none') throw new Error('no such plan');
      const offer = { ...plan.offer, shipping_template_id };
      const { creator_id } = plan;
      return accept([{ stream, creator_id, event: { type: 'PlanRevised', data: { plan_id, offer } } }], null);
    },
  });
}

describe('shipping templates', () => {
  it('are saved, changed, listed and deleted', async () => {
    const made = await edit(form);
    expect(made.ec).toBe(200);
    const { template_id } = made.data.template;
    expect(made.data.template.rules).toEqual([
      { ...near, next_fee: '0.00' },
      { ...far, next_fee: '6.00' },
    ]);
    const changed = await edit({ template_id, name: 'Near', rules: [near] });
    expect(changed.data.template).toMatchObject({ template_id, name: 'Near' });
    expect(await list(changed.data.position)).toMatchObject([{ template_id, name: 'Near', plan_count: 0 }]);
    const gone = await remove(template_id);
    expect(gone.ec).toBe(200);
    expect(await list(gone.data.position)).toEqual([]);
    expect((await edit({ ...form, template_id })).ec).toBe(40400);
    expect((await remove(template_id)).ec).toBe(200);
  });

  it('only the creator can change them; the cost of shipping is public', async () => {
    const { template_id } = (await edit(form)).data.template;
    expect((await edit({ ...form, template_id }, other)).ec).toBe(40400);
    expect((await remove(template_id, other)).ec).toBe(40400);
    expect((await edit(form, fan)).ec).toBe(40300);
    const { data } = await feeInfo(template_id);
    expect(data.shipping_fee_info).toMatchObject({ id: template_id, name: 'Near and far', free_from: '' });
    expect((await feeInfo('no-such-template')).ec).toBe(40400);
    await remove(template_id);
  });

  it('that a plan names are kept, until the plan names them no more', async () => {
    const { template_id } = (await edit(form)).data.template;
    const goods = { name: 'Mug', product_type: 1, need_address: true, sku: [forSale('Blue', 3)] };
    const plan = await savePlan(api, creator, goods);
    await name(template_id, asPlanId(plan.plan_id));
    await api.projected();
    const refused = await api.call(deleteShippingTemplate, { template_id }, creator, {
      'locale-lang': 'en-US',
    });
    expect(refused).toMatchObject({ ec: 40902, em: 'This is in use and cannot be deleted' });
    expect(refused.data.errors?.[0]?.field).toBe('template_id');
    const [listed] = await list(0);
    expect(listed).toMatchObject({ template_id, plan_count: 1 });
    await api.call(deletePlan, { plan_id: plan.plan_id }, creator);
    expect((await remove(template_id)).ec).toBe(200);
  });
});

describe('bad input is refused by field, and nothing is written', () => {
  it.each([
    ['name', { ...form, name: '' }],
    ['name', { ...form, name: 'x'.repeat(41) }],
    ['rules', { name: 'x' }],
    ['rules', { name: 'x', rules: [] }],
    ['rules', { name: 'x', rules: Array.from({ length: 41 }, () => near) }],
    ['rules.0.provinces', { name: 'x', rules: [{ ...near, provinces: [] }] }],
    ['rules.0.provinces.0', { name: 'x', rules: [{ ...near, provinces: ['31'] }] }],
    ['rules.0.provinces.0', { name: 'x', rules: [{ ...near, provinces: ['710000'] }] }],
    ['rules.0.provinces.0', { name: 'x', rules: [{ ...near, provinces: ['310100'] }] }],
    ['rules.0.provinces.0', { name: 'x', rules: [{ ...near, provinces: ['CN'] }] }],
    ['rules.0.provinces.0', { name: 'x', rules: [{ ...near, provinces: ['XX'] }] }],
    ['rules.0.provinces.0', { name: 'x', rules: [{ ...near, provinces: ['*'] }] }],
    ['rules.0.provinces.1', { name: 'x', rules: [{ ...near, provinces: ['elsewhere', 'elsewhere'] }] }],
    ['rules.0.provinces', { name: 'x', rules: [{ ...near, provinces: Array(241).fill('JP') }] }],
    ['rules.0.provinces.1', { name: 'x', rules: [{ ...near, provinces: ['310000', '310000'] }] }],
    ['rules.1.provinces.0', { name: 'x', rules: [near, { ...far, provinces: ['310000'] }] }],
    ['rules.0.first_fee', { name: 'x', rules: [{ ...near, first_fee: '-1' }] }],
    ['rules.0.first_fee', { name: 'x', rules: [{ ...near, first_fee: '10000.01' }] }],
    ['rules.0.next_fee', { name: 'x', rules: [{ ...near, next_fee: '1.005' }] }],
    ['rules.0.next_fee', { name: 'x', rules: [{ ...near, next_fee: '' }] }],
    ['template_id', { ...form, template_id: '../x' }],
  ])('%s (%#)', async (field, body) => {
    const before = await api.deps.log.head();
    const { ec, data } = await edit(body);
    expect(ec).toBe(40000);
    expect(data.errors?.map((error) => error.field)).toContain(field);
    expect(await api.deps.log.head()).toBe(before);
  });
});

describe('the free-shipping threshold', () => {
  const set = async (amount: unknown) => api.send(setFreeShipping, { amount }, creator);
  const shown = async () => {
    const { data } = await api.call(getProfile, { user_id: creator.user_id });
    return data.user.creator?.free_shipping_set;
  };

  it('is empty, is set, is public, and is removed', async () => {
    expect(await shown()).toEqual({ amount: '' });
    expect((await set('99')).data.free_shipping_set).toEqual({ amount: '99.00' });
    expect(await shown()).toEqual({ amount: '99.00' });
    const { template_id } = (await edit(form)).data.template;
    expect((await feeInfo(template_id)).data.shipping_fee_info.free_from).toBe('99.00');
    expect((await set('')).data.free_shipping_set).toEqual({ amount: '' });
    expect(await shown()).toEqual({ amount: '' });
  });

  it.each([undefined, null, '0', '-1', '1000000.01', '1.001', 'free', {}])('refuses %j', async (amount) => {
    expect((await set(amount)).ec).toBe(40000);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import type { EditPlan } from '#services/contract/catalog/edit-plan.ts';
import { savePlan as savePlanCall } from '#services/contract/catalog/plan-changes.ts';
import { getPlan } from '#services/contract/catalog/plans.ts';
import { editShippingTemplate } from '#services/contract/delivery/shipping.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { forSale, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture<TestUser>(() => api.creator());
const stranger = fixture(() => api.creator());
const fan = fixture(() => api.user());
beforeAll(() => api.deps.accounts.certifications.decide(creator.user_id, 1));

interface Refused {
  errors?: { field: string; message: string }[];
}
const edit = (form: object, as = creator) => api.send(savePlanCall, form, as);
const save = (form: EditPlan) => savePlan(api, creator, form);
const detail = async (plan_id: string, as?: TestUser) => {
  await api.projected();
  return api.call(getPlan, { plan_id }, as);
};

const HOUR = 3600;
const now = (): number => Math.floor(api.deps.clock.now() / 1000);
const goods: EditPlan = { name: 'Scarf', product_type: 1, sku: [forSale('Red', 9), forSale('Blue', '')] };

/** Makes a template of the creator's and answers its id. */
async function template(): Promise<string> {
  const rules = [{ provinces: ['310000'], first_fee: '5.00', next_fee: '0' }];
  const { data } = await api.call(editShippingTemplate, { name: 'Near', rules }, creator);
  return data.template.template_id;
}

describe('every field of an offer', () => {
  it('comes back as it was saved, and sending it back changes nothing', async () => {
    const members = await save({ ...sponsorshipForm, name: 'Members' });
    const begin = now() - HOUR;
    const form: EditPlan = {
      ...goods,
      status: 3,
      can_buy_hide: 1,
      need_address: 1,
      has_plan_config: 1,
      config: { remark_name: 'Size', remark_placeholder: 'S, M or L', remark_required: 1 },
      vip_plan: members.plan_id,
      vip_price_discount: '0.8',
      product_vip_price_include_history: 1,
      has_time_limit_price: 1,
      time_limit_begin: begin,
      time_limit_end: begin + 2 * HOUR,
      time_limit_price: '9.00',
      timing_on: begin,
      timing_off: String(begin + 9 * HOUR),
      timing_sell_on: 0,
      timing_sell_off: '',
      shipping_template_id: await template(),
      invite_code: 'friends',
      reply_switch: 1,
      reply_content: 'Thank you',
      sku: [
        forSale('Red', 9, { time_limit_price: '7.50', vip_price: '8.00', reply_random_switch: 1 }),
        forSale('Blue', '', {
          reply_switch: 1,
          reply_content: 'Blue!',
          purchased_rich_text: '<b>inside</b>',
        }),
      ],
    };
    const { data } = await edit(form);
    const { plan } = data;
    expect(plan).toMatchObject({
      status: 3,
      own_status: 3,
      can_buy: true,
      buy_refusal: '',
      need_address: true,
      has_plan_config: true,
      vip_plan: { plan_id: members.plan_id, name: 'Members' },
      vip_price: '',
      vip_price_discount: 0.8,
      product_vip_price_include_history: true,
      is_vip: false,
      has_time_limit_price: true,
      time_limit_price: { price: '9.00', discount: '', begin_time: begin, end_time: begin + 2 * HOUR },
      timing: {
        timing_on: begin,
        timing_off: begin + 9 * HOUR,
        timing_sell_on: null,
        timing_sell_off: null,
      },
      shipping_fee_info: { id: form.shipping_template_id },
      need_invite_code: true,
      reply_switch: true,
      reply_content: 'Thank you',
      show_price: '10.00',
      show_price_after_adjust: '7.50',
      floor_price: '7.50',
      redeem: { total_count: 0, used_count: 0, pending_count: 0 },
    });
    expect(plan.sku).toMatchObject([
      { name: 'Red', show_price_after_adjust: '7.50', vip_price: '8.00', reply_random_switch: true },
      { name: 'Blue', show_price_after_adjust: '9.00', purchased_rich_text: '<b>inside</b>' },
    ]);

    const before = await api.deps.log.head();
    const { sku, ...rest } = plan;
    const back = sku.map(({ stock: _left, redeem: _codes, ...one }) => one);
    const again = await edit({ ...rest, sku: back, bundle_stock: undefined });
    expect(again.data.plan).toEqual(plan);
    expect(await api.deps.log.head()).toBe(before);

    // Paid texts are not shown to others.
    const seen = await detail(plan.plan_id, fan);
    expect(seen.data.plan).toMatchObject({ reply_switch: true, reply_content: '', redeem: null });
    expect(seen.data.plan.sku[1]).toMatchObject({ reply_content: '', purchased_rich_text: '' });
    expect((await detail(plan.plan_id, creator)).data.plan).toEqual(plan);
  });

  it('an invite code stays if an edit omits the field', async () => {
    const made = await save({ ...sponsorshipForm, invite_code: 'friends' });
    const asks = async (more: object) => {
      const { plan_id } = made;
      return (await edit({ ...sponsorshipForm, plan_id, ...more })).data.plan.need_invite_code;
    };
    expect(await asks({ name: 'Tea' })).toBe(true);
    expect(await asks({ invite_code: '' })).toBe(false);
  });

  it('a sponsorship shows the price of its months, and the present price', async () => {
    const quarter = await save({ ...sponsorshipForm, pay_month: 3, favorable_price: '80.00' });
    expect(quarter).toMatchObject({
      show_price: '90.00',
      total_price: '90.00',
      show_price_after_adjust: '80.00',
    });
    const limited = { time_limit_end: now() + HOUR, time_limit_price_discount: 0.5 };
    expect(await save({ ...sponsorshipForm, ...limited })).toMatchObject({ floor_price: '15.00' });
  });
});

describe('bad input is refused by field, and nothing is written', () => {
  const set = { name: 'Set', product_type: 3, price: '15.00', sku: [forSale('A', 1), forSale('B', 1)] };
  const vip = { vip_plan: 'members', vip_price: '5.00' };
  it.each([
    ['time_limit_end', { ...goods, has_time_limit_price: 1, time_limit_begin: 20, time_limit_end: 10 }],
    ['time_limit_end', { ...goods, time_limit_price: '5.00' }],
    ['time_limit_price', { ...goods, time_limit_end: 20 }],
    ['time_limit_price', { ...goods, time_limit_end: 20, time_limit_price: '10.00' }],
    ['time_limit_price', { ...goods, time_limit_end: 20, time_limit_price: 'cheap' }],
    ['time_limit_price_discount', { ...goods, time_limit_end: 20, time_limit_price_discount: 0.95 }],
    ['time_limit_price_discount', { ...goods, time_limit_end: 20, time_limit_price_discount: 0.05 }],
    ['time_limit_price_discount', { ...goods, time_limit_end: 20, time_limit_price_discount: '5' }],
    ['timing_off', { ...goods, timing_on: 20, timing_off: 20 }],
    ['timing_sell_off', { ...goods, timing_sell_on: 20, timing_sell_off: 10 }],
    ['timing_on', { ...goods, timing_on: -1 }],
    ['timing_on', { ...goods, timing_on: 'soon' }],
    ['timing_off', { ...goods, timing_off: 1.5 }],
    ['vip_plan', { ...goods, ...vip }],
    ['vip_plan', { ...goods, vip_price: '5.00' }],
    ['vip_plan.plan_id', { ...goods, vip_plan: { plan_id: '../..' }, vip_price: '5.00' }],
    ['shipping_template_id', { ...goods, shipping_template_id: 'ffffffffffffffffffffffffffffffff' }],
    ['bundle_sku_select_count', set],
    ['bundle_sku_select_count', { ...set, bundle_sku_select_count: 3 }],
    ['bundle_sku_select_count', { ...set, bundle_sku_select_count: 0 }],
    ['bundle_sku_select_count', { ...set, bundle_sku_select_count: 'two' }],
    ['bundle_stock', { ...set, bundle_sku_select_count: 1, bundle_stock: -1 }],
    ['price', { ...set, price: undefined, bundle_sku_select_count: 1 }],
    ['price', { ...set, price: '0.99', bundle_sku_select_count: 1 }],
    ['sku.0.name', { ...set, product_type: 2, sku: [{ price: '1.00' }] }],
    ['sku.0.price', { ...goods, sku: [{ name: 'A' }] }],
    ['sku.0.sku_id', { ...set, product_type: 2, sku: [{ sku_id: 'ffffffffffffffffffffffffffffffff' }] }],
    ['sku.0.vip_price', { ...goods, sku: [forSale('A', 1, { vip_price: '-1' })] }],
    ['reply_content', { ...goods, reply_switch: 1 }],
    ['invite_code', { ...goods, invite_code: 'x'.repeat(41) }],
    ['reply_random_content', { ...sponsorshipForm, reply_random_content: 'x'.repeat(501) }],
    [
      'ticket_round_list',
      { ...goods, ticket_round_list: Array.from({ length: 101 }, () => ({ begin_time: 1 })) },
    ],
  ])('%s (%#)', async (field, form) => {
    const before = await api.deps.log.head();
    const { ec, data } = await edit(form);
    expect(data.errors?.map((error) => error.field)).toContain(field);
    expect(ec).toBe(40000);
    expect(await api.deps.log.head()).toBe(before);
  });

  it('another creator’s goods, plan of members and template are not there', async () => {
    const scarf = await save(goods);
    const members = await save(sponsorshipForm);
    const part = { sku_id: scarf.sku[0]?.sku_id };
    const theirs = async (form: object) =>
      (await edit(form, stranger)).data.errors?.map(({ field }) => field);
    expect(await theirs({ ...set, product_type: 2, sku: [part] })).toEqual(['sku.0.sku_id']);
    expect(await theirs({ ...goods, vip_plan: members.plan_id, vip_price: '5.00' })).toEqual(['vip_plan']);
    expect(await theirs({ ...goods, shipping_template_id: await template() })).toEqual([
      'shipping_template_id',
    ]);
  });
});

describe('rights', () => {
  it('revoked rights block new offers, and existing ones stay', async () => {
    const seller = await api.creator();
    const rights = openRightsRegister(api.deps.pool, api.deps.clock);
    const taken = [
      'bundle',
      'can_sale_ticket_user',
      'add_permanent_plan',
      'can_set_plan_timing_user',
    ] as const;
    for (const right of taken) await rights.take(seller.user_id as UserId, right);
    await rights.take(seller.user_id as UserId, 'can_set_agreement_user');
    const fields = async (form: object) => (await edit(form, seller)).data.errors?.map(({ field }) => field);
    const set = { name: 'Set', product_type: 2, price: '15.00', sku: [forSale('A', 1)] };
    expect(await fields(set)).toEqual(['product_type']);
    expect(await fields({ ...set, product_type: 4, sku: [forSale('A', 1)] })).toEqual(['product_type']);
    expect(await fields({ ...sponsorshipForm, permanent: 1 })).toEqual(['permanent']);
    expect(await fields({ ...sponsorshipForm, timing_off: 5 })).toEqual(['timing']);
    expect(await fields({ ...sponsorshipForm, can_ali_agreement: 1 })).toEqual(['can_ali_agreement']);
    await rights.give(seller.user_id as UserId, 'bundle');
    expect((await edit(set, seller)).ec).toBe(200);
  });

  it('replies are for certified creators only', async () => {
    const firstError = (answer: { data: Refused }) => answer.data.errors?.[0];
    const answer = await edit({ ...sponsorshipForm, reply_switch: 1, reply_content: 'Hi' }, stranger);
    expect(firstError(answer)).toEqual({ field: 'reply_switch', message: '认证创作者才可使用' });
    const lines = { ...goods, sku: [forSale('Red', 1, { reply_random_content: 'one\ntwo' })] };
    expect(firstError(await edit(lines, stranger))?.field).toBe('sku.0.reply_random_content');
  });
});

describe('random replies', () => {
  it('fill the pools of plan or SKUs, and are counted for their creator', async () => {
    const tea = await edit({
      ...sponsorshipForm,
      reply_random_switch: 1,
      reply_random_content: 'a\n\n b \r\nc',
    });
    expect(tea.data.plan.reply_random_num).toBe(3);
    const { plan_id } = tea.data.plan;
    const less = { reply_random_switch: 1, reply_random_content: 'd', update_random_reply_type: 'overwrite' };
    expect((await edit({ ...sponsorshipForm, plan_id, ...less })).data.plan.reply_random_num).toBe(1);
    const sku = [forSale('Red', 1, { reply_random_switch: 1, reply_random_content: 'x\ny' })];
    const scarf = await edit({ ...goods, sku });
    expect(scarf.data.plan.sku[0]).toMatchObject({ reply_random_switch: true, reply_random_num: 2 });
    const seen = await detail(scarf.data.plan.plan_id, creator);
    expect(seen.data.plan.sku[0]?.reply_random_num).toBe(2);
    expect((await detail(scarf.data.plan.plan_id, fan)).data.plan.sku[0]?.reply_random_num).toBe(0);
  });
});

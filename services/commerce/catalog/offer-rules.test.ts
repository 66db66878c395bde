import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  anyTime,
  noReply,
  type PlanOffer,
  type SkuOffer,
  type TimeLimit,
  type VipTerms,
} from '#events/catalog.ts';
import type { PlanId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { planStream } from '#events/stream-names.ts';
import { added, planEdit, present } from '../testing/plans.ts';
import {
  CREATOR,
  decided,
  given,
  goods,
  NOON,
  offered,
  onSale,
  PLAN,
  RED,
  STRANGER,
  saved,
  sku,
  sponsorship,
  TEMPLATE,
} from '../testing/scenario.ts';
import { editPlan } from './edit-plan.ts';
import { everyRight, type OfferForm, type OfferRights, type SkuEdit } from './offer-form.ts';
import { inviteHash, notInvited } from './on-sale.ts';
import { type OfferedPlan, planKind } from './plan.ts';

const HOUR = 3_600_000;
const MEMBERS = 'plan-members' as PlanId;

const red = (change: Partial<SkuOffer> = {}) => present(sku(RED, change));

interface Saving {
  rights?: Partial<OfferRights>;
  skus?: SkuEdit[];
}

const saving = (offer: OfferForm, { rights = {}, skus }: Saving = {}) =>
  planEdit(offer, skus ?? (offer.product_type === 0 ? [] : [red()]), {
    rights: { ...everyRight, ...rights },
  });
const save = (offer: OfferForm, more?: Saving) => editPlan(saving(offer, more));

/** Another sponsorship plan, of this creator by default. */
const members = (creator_id = CREATOR, offer: PlanOffer = sponsorship) =>
  offered(MEMBERS, offer, [], { creator_id });

const coffee = onSale(sponsorship);
const scarf = onSale(goods, [[sku(RED), 10]]);
const vip = (change: Partial<VipTerms> = {}): VipTerms => ({
  plan_id: MEMBERS,
  price: fenOf(800),
  percent: null,
  include_history: false,
  ...change,
});
const timeLimit = (change: Partial<TimeLimit> = {}): TimeLimit => ({
  id: 'spring',
  price: fenOf(800),
  percent: null,
  begin_time: NOON,
  end_time: NOON + HOUR,
  ...change,
});

/** The fields that saving this offer of goods is refused by. */
function refusedBy(offer: Partial<OfferForm>, skus: SkuEdit[] = [red()], rights: Partial<OfferRights> = {}) {
  const refusal = given(scarf, members()).refuses(save({ ...goods, ...offer }, { skus, rights }));
  return (refusal as { errors: { field: string; message: object }[] }).errors;
}

describe('a reduced price', () => {
  it.each([
    ['not lower than the plain one', { vip: vip({ price: fenOf(1000) }) }, 'vip_price', { price: '10.00' }],
    ['below the smallest', { vip: vip({ price: fenOf(99) }) }, 'vip_price', { min: '1.00' }],
    [
      'a share that comes below the smallest',
      { time_limit: timeLimit({ price: null, percent: 10 }) },
      'time_limit_price_discount',
      { min: '1.00' },
      [red({ price: fenOf(900) })],
    ],
    ['a share above 0.9', { vip: vip({ price: null, percent: 95 }) }, 'vip_price_discount', { max: '0.9' }],
    ['both a price and a share', { vip: vip({ percent: 50 }) }, 'vip_price', { key: 'repeated' }],
    ['neither', { time_limit: timeLimit({ price: null }) }, 'time_limit_price', { key: 'required' }],
    [
      'of a SKU, as dear as without it',
      { time_limit: timeLimit() },
      'sku.0.time_limit_price',
      { key: 'not_below' },
      [red({ time_limit_price: fenOf(1000) })],
    ],
    [
      'of a SKU, below the smallest',
      { vip: vip() },
      'sku.0.vip_price',
      { key: 'below_minimum' },
      [red({ vip_price: fenOf(50) })],
    ],
  ] as [string, Partial<OfferForm>, string, object, SkuEdit[]?][])(
    '%s is refused',
    (_what, offer, field, message, skus) => {
      expect(refusedBy(offer, skus)).toMatchObject([{ field, message }]);
    },
  );

  it('can be only the SKUs’ own; it is removed when the plan has none', () => {
    const { accepts } = given(scarf, members());
    const own = red({ time_limit_price: fenOf(700), vip_price: fenOf(600) });
    const offer = { ...goods, time_limit: timeLimit({ price: null }) };
    expect(accepts(save(offer, { skus: [own] })).events).toMatchObject([
      { type: 'PlanRevised' },
      { type: 'SkuOffered', data: { sku: { time_limit_price: 700, vip_price: null } } },
    ]);
  });

  it('of a sponsorship is no lower than 5.00', () => {
    const cheap = { ...sponsorship, vip: vip({ price: fenOf(499) }) };
    expect(given(coffee, members()).refuses(save(cheap))).toMatchObject({
      errors: [{ field: 'vip_price', message: { key: 'below_minimum', min: '5.00' } }],
    });
  });

  it('for a while stays the same one while its begin stays', () => {
    const { accepts, memory } = given(scarf);
    const idOf = () => memory.stateOf(planKind, planStream(PLAN));
    accepts(save({ ...goods, time_limit: timeLimit() }));
    accepts(save({ ...goods, time_limit: timeLimit({ id: 'drawn again', price: fenOf(700) }) }));
    expect(idOf()).toMatchObject({ offer: { time_limit: { id: 'spring', price: 700 } } });
    accepts(save({ ...goods, time_limit: timeLimit({ id: 'summer', begin_time: NOON + 1 }) }));
    expect(idOf()).toMatchObject({ offer: { time_limit: { id: 'summer' } } });
  });
});

describe('times that end before they begin', () => {
  it.each([
    ['timing_off', { timing: { ...anyTime, on: NOON, off: NOON } }],
    ['timing_sell_off', { timing: { ...anyTime, sell_on: NOON, sell_off: NOON - 1 } }],
    ['time_limit_end', { time_limit: timeLimit({ end_time: NOON }) }],
  ])('are refused by %s', (field, offer) => {
    expect(refusedBy(offer)).toEqual([{ field, message: { key: 'ends_before_begin' } }]);
  });

  it('need no pair: one is valid, also in the past', () => {
    const { accepts } = given(scarf);
    const timing = { ...anyTime, off: NOON - HOUR, sell_on: NOON + HOUR };
    expect(accepts(save({ ...goods, timing })).events).toHaveLength(1);
  });
});

describe('what an offer names', () => {
  const unknown = (field: string) => ({ errors: [{ field, message: { key: 'unknown' } }] });

  it('the plan of the members’ price is a sponsorship of the same creator', () => {
    const offer = { ...goods, vip: vip() };
    expect(given(scarf, members(STRANGER)).refuses(save(offer))).toMatchObject(unknown('vip_plan'));
    expect(given(scarf, members(CREATOR, goods)).refuses(save(offer))).toMatchObject(unknown('vip_plan'));
    expect(given(scarf).refuses(save(offer))).toMatchObject(unknown('vip_plan'));
    expect(given(scarf, members()).accepts(save(offer)).events).toHaveLength(1);
  });

  it('a plan of members that was deleted since may stay, but not come new', () => {
    const deleted = decided(planStream(MEMBERS), {
      type: 'PlanStatusChanged',
      data: { plan_id: MEMBERS, status: 2 },
    });
    const withVip = onSale({ ...goods, vip: vip() }, [[sku(RED), 10]]);
    const renamed = { ...goods, name: 'Shawl', vip: vip() };
    expect(given(withVip, members(), deleted).accepts(save(renamed)).events).toHaveLength(1);
    expect(given(scarf, members(), deleted).refuses(save(renamed))).toMatchObject(unknown('vip_plan'));
  });

  it('the shipping template is the creator’s; nothing is sent of a sponsorship or a ticket', () => {
    const offer = { ...goods, shipping_template_id: TEMPLATE };
    expect(given(scarf).refuses(save(offer))).toMatchObject(unknown('shipping_template_id'));
    expect(given(scarf, saved()).accepts(save(offer)).events).toHaveLength(1);
    const made = { ...saving(offer, { skus: [added(sku(RED))] }), creator_id: STRANGER };
    expect(given(saved()).refuses(editPlan(made))).toMatchObject(unknown('shipping_template_id'));
    const months = { ...sponsorship, shipping_template_id: TEMPLATE };
    expect(given(coffee, saved()).accepts(save(months)).events).toEqual([]);
  });
});

it('has at most nine pictures, each once', () => {
  const all = Array.from({ length: 10 }, (_, at) => `/files/${at}.png`);
  const [pic = '', ...more_pics] = all;
  expect(refusedBy({ pic, more_pics })).toMatchObject([{ field: 'pics', message: { max: '9' } }]);
  expect(refusedBy({ pic, more_pics: [pic] })).toMatchObject([{ field: 'pics.1' }]);
  given(scarf).accepts(save({ ...goods, pic, more_pics: more_pics.slice(1) }));
});

describe('an invite code', () => {
  const hashOf = (scenario: ReturnType<typeof given>) => {
    const plan = scenario.memory.stateOf(planKind, planStream(PLAN));
    return plan.phase === 'none' ? undefined : plan.offer.invite_code_hash;
  };

  it('is stored as its hash, stays when omitted, and is removed when empty', () => {
    const scenario = given(scarf).after(save({ ...goods, invite_code: ' friends ' }));
    expect(hashOf(scenario)).toBe(inviteHash(PLAN, 'FRIENDS'));
    scenario.accepts(save({ ...goods, name: 'Shawl' }));
    expect(hashOf(scenario)).toBe(inviteHash(PLAN, 'FRIENDS'));
    expect(scenario.accepts(save({ ...goods, name: 'Shawl', invite_code: 'Friends' })).events).toEqual([]);
    scenario.accepts(save({ ...goods, invite_code: '' }));
    expect(hashOf(scenario)).toBeNull();
  });

  it.each([
    ['café 7', ['CAFE 7', 'ｃａｆé　７', ' Café\u200b 7 ']],
    ['O’Neill', ["o'neill", 'oneill', 'O‘NEILL']],
    ["''", ["''"]],
  ])('%s opens however it is typed', (code, ways) => {
    const offer = { invite_code_hash: inviteHash(PLAN, code) } as PlanOffer;
    const plan = { plan_id: PLAN, offer } as OfferedPlan;
    for (const typed of [code, ...ways]) expect([typed, notInvited(plan, typed)]).toEqual([typed, null]);
    expect(notInvited(plan, 'other')).toMatchObject({ code: 'bad_input' });
  });

  it('of an older version is still the one that was chosen', () => {
    const older = createHash('sha256').update(`${PLAN}:CAFÉ`).digest('hex');
    const plan = { plan_id: PLAN, offer: { invite_code_hash: older } as PlanOffer } as OfferedPlan;
    for (const typed of ['café', ' CAFÉ ', 'ｃａｆé']) expect(notInvited(plan, typed)).toBeNull();
    expect(notInvited(plan, 'cafe')).not.toBeNull();
  });
});

describe('a revoked right', () => {
  it.each([
    ['permanent', { permanent: true }, 'permanent', sponsorship],
    ['agreement', { can_ali_agreement: true }, 'can_ali_agreement', sponsorship],
    ['renewing_provider', { can_ali_agreement: true }, 'can_ali_agreement', sponsorship],
    ['timing', { timing: { ...anyTime, off: NOON } }, 'timing', sponsorship],
    ['verified', { reply: { ...noReply, on: true, content: 'hi' } }, 'reply_switch', sponsorship],
    ['verified', { reply: { ...noReply, random_on: true } }, 'reply_random_switch', sponsorship],
  ] as const)('%s refuses %j by %s, and keeps existing values', (right, change, field, plain) => {
    const offer: PlanOffer = { ...plain, ...change };
    const saving = save(offer, { rights: { [right]: false } });
    expect(given(onSale(plain)).refuses(saving)).toMatchObject({ errors: [{ field }] });
    expect(given(onSale(plain)).accepts(save(offer)).events).toHaveLength(1);
    const renamed = save({ ...offer, name: 'Tea' }, { rights: { [right]: false } });
    const stood = { ...offer, independent: offer.permanent };
    expect(given(onSale(stood)).accepts(renamed).events).toHaveLength(1);
  });

  it.each([
    [2, 'bundles'],
    [3, 'bundles'],
    [4, 'tickets'],
  ] as const)('product type %i cannot be made new without %s', (product_type, right) => {
    const offer = { ...goods, product_type, bundle: { select_count: 1, repeats: false } };
    const create = save(offer, { skus: [added(sku(RED))], rights: { [right]: false } });
    expect(given().refuses(create)).toMatchObject({
      errors: [{ field: 'product_type', message: { key: 'not_granted' } }],
    });
  });

  it('names the SKU of the reply, and keeps its text', () => {
    const on = { ...noReply, on: true, content: 'Thank you' };
    expect(refusedBy({}, [red({ reply: on })], { verified: false })).toMatchObject([
      { field: 'sku.0.reply_switch', message: { key: 'verified_only' } },
    ]);
    const sold = onSale(goods, [[sku(RED, { reply: on }), 1]]);
    const dearer = [red({ reply: on, price: fenOf(1100) })];
    const rights = { verified: false };
    expect(given(sold).accepts(save(goods, { skus: dearer, rights })).events).toHaveLength(1);
  });
});

describe('replies', () => {
  it('that are active need a text', () => {
    const silent = { ...noReply, on: true, content: ' ' };
    expect(refusedBy({ reply: silent }, [red({ reply: silent })])).toMatchObject([
      { field: 'reply_content' },
      { field: 'sku.0.reply_content' },
    ]);
  });

  it('by chance are the plan’s for months and bundles, otherwise each SKU’s', () => {
    const random = { ...noReply, random_on: true };
    expect(given(coffee).accepts(save({ ...sponsorship, reply: random })).events).toHaveLength(1);
    expect(given(scarf).accepts(save({ ...goods, reply: random })).events).toEqual([]);
  });
});

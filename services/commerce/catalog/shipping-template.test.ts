import { describe, expect, it } from 'vitest';
import type { ShippingRule } from '#events/catalog.ts';
import type { PlanId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { termsStream } from '#events/stream-names.ts';
import { setFreeShipping } from '../prices/set-free-shipping.ts';
import { termsKind } from '../prices/terms.ts';
import {
  CREATOR,
  given,
  goods,
  monthDiscount,
  nearAndFar,
  onSale,
  PLAN,
  planStatus,
  STRANGER,
  saved,
  TEMPLATE,
  template,
} from '../testing/scenario.ts';
import { deleteTemplate } from './delete-template.ts';
import { saveTemplate } from './save-template.ts';
import { templateKind, usableTemplate } from './shipping-template.ts';

const deletion = (change: Partial<Parameters<typeof deleteTemplate>[0]> = {}) =>
  deleteTemplate({ creator_id: CREATOR, template_id: TEMPLATE, plans: [], ...change });
const using = onSale({ ...goods, shipping_template_id: TEMPLATE });

describe('saving a shipping template', () => {
  it('writes the whole table, and nothing if it is equal', () => {
    const { accepts } = given();
    expect(accepts(saveTemplate(template())).events).toEqual([saved().event]);
    expect(accepts(saveTemplate(template({ may_create: false }))).events).toEqual([]);
    const cheaper: ShippingRule[] = [{ provinces: ['440000'], first_fee: fenOf(0), next_fee: fenOf(0) }];
    expect(accepts(saveTemplate(template({ rules: cheaper }))).events).toHaveLength(1);
  });

  it('finds no unknown, deleted or foreign one', () => {
    const unknown = { code: 'not_found' };
    expect(given().refuses(saveTemplate(template({ may_create: false })))).toEqual(unknown);
    expect(given(saved()).refuses(saveTemplate(template({ creator_id: STRANGER })))).toEqual(unknown);
    const { accepts, refuses } = given(saved());
    accepts(deletion());
    expect(refuses(saveTemplate(template()))).toEqual(unknown);
  });

  const fee = (first_fee: number, next_fee: number): ShippingRule[] => [
    { provinces: ['310000'], first_fee: first_fee as ShippingRule['first_fee'], next_fee: fenOf(next_fee) },
  ];
  it.each<[string, string, ShippingRule[]]>([
    ['rules', 'required', []],
    ['rules.0.provinces', 'required', [{ ...nearAndFar[0]!, provinces: [] }]],
    ['rules.0.provinces.1', 'repeated', [{ ...nearAndFar[0]!, provinces: ['310000', '310000'] }]],
    ['rules.1.provinces.0', 'repeated', [nearAndFar[0]!, { ...nearAndFar[1]!, provinces: ['310000'] }]],
    ['rules.0.provinces.0', 'unknown', [{ ...nearAndFar[0]!, provinces: ['810000'] }]],
    ['rules.0.first_fee', 'out_of_range', fee(-1, 0)],
    ['rules.0.first_fee', 'out_of_range', fee(1_000_001, 0)],
    ['rules.0.first_fee', 'out_of_range', fee(Number.NaN, 0)],
    ['rules.0.next_fee', 'out_of_range', fee(0, 1_000_001)],
  ])('refuses %s: %s (%#)', (field, key, rules) => {
    expect(given().refuses(saveTemplate(template({ rules })))).toMatchObject({
      code: 'bad_input',
      errors: [{ field, message: { key } }],
    });
  });
});

describe('deleting a shipping template', () => {
  it('keeps its table for existing offers, but new ones cannot use it', () => {
    const { accepts, memory } = given(saved());
    accepts(deletion());
    expect(accepts(deletion()).events).toEqual([]);
    const state = memory.stateOf(templateKind, `template-${TEMPLATE}`);
    expect(state).toMatchObject({ phase: 'deleted', rules: nearAndFar });
    expect(usableTemplate(state, CREATOR)).toBeUndefined();
  });

  it('is refused while a plan names it, shown or hidden', () => {
    const refusal = {
      code: 'state_does_not_allow',
      errors: [{ field: 'template_id', message: { key: 'in_use' } }],
    };
    expect(given(saved(), using).refuses(deletion({ plans: [PLAN] }))).toEqual(refusal);
    expect(given(saved(), using, planStatus(3)).refuses(deletion({ plans: [PLAN] }))).toEqual(refusal);
  });

  it('is decided by the plans’ streams, independent of the catalogue', () => {
    const gone = 'no-such-plan' as PlanId;
    given(saved(), using, planStatus(2)).accepts(deletion({ plans: [PLAN, gone] }));
    given(saved(), onSale(goods)).accepts(deletion({ plans: [PLAN] }));
  });

  it('finds no other creator’s', () => {
    expect(given(saved()).refuses(deletion({ creator_id: STRANGER }))).toEqual({ code: 'not_found' });
    expect(given().refuses(deletion())).toEqual({ code: 'not_found' });
  });
});

describe('the free-shipping threshold', () => {
  const set = (amount: number | null) =>
    setFreeShipping({ creator_id: CREATOR, amount: amount === null ? null : fenOf(amount) });

  it('is empty at first, is set, and removed; equal values are not written', () => {
    const { accepts, memory } = given(monthDiscount());
    const terms = () => memory.stateOf(termsKind, termsStream(CREATOR));
    expect(accepts(set(null)).events).toEqual([]);
    expect(accepts(set(9900)).events).toHaveLength(1);
    expect(accepts(set(9900)).events).toEqual([]);
    expect(terms()).toMatchObject({ discount_option: 1, free_shipping: 9900 });
    accepts(set(null));
    expect(terms()).toMatchObject({ discount_option: 1, free_shipping: null });
  });
});

it('a template can be put on an offer by its creator only', () => {
  const { memory } = given(saved());
  const state = memory.stateOf(templateKind, `template-${TEMPLATE}`);
  expect(usableTemplate(state, CREATOR)).toBe(state);
  expect(usableTemplate(state, STRANGER)).toBeUndefined();
});

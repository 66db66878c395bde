import { expect, it } from 'vitest';
import { newRule, requestOf, shortName, takenBesides, valuesOf } from './template-form.ts';

const template = {
  template_id: 't1',
  name: '江浙沪',
  rules: [{ provinces: ['310000', '330000'], first_fee: '5.00', next_fee: '0.00' }],
  plan_count: 0,
  update_time: 0,
};

it('a template that is opened and saved is the same', () => {
  const { template_id, name, rules } = template;
  expect(requestOf(valuesOf(template), template_id)).toEqual({ template_id, name, rules });
});

it('a new one starts with a rule, and empty prices are zero', () => {
  const values = valuesOf(undefined);
  expect(values.rules).toHaveLength(1);
  const rules = [{ ...newRule(), provinces: ['110000'], first_fee: ' 8 ' }];
  expect(requestOf({ name: ' 北京 ', rules }, undefined)).toEqual({
    name: '北京',
    rules: [{ provinces: ['110000'], first_fee: '8', next_fee: '0' }],
  });
});

it('a province of one rule is unavailable in all others', () => {
  const rules = [
    { ...newRule(), provinces: ['310000'] },
    { ...newRule(), provinces: ['330000'] },
  ];
  expect([...takenBesides(rules, 0)]).toEqual(['330000']);
  expect([...takenBesides(rules, 2)]).toEqual(['310000', '330000']);
});

it.each([
  ['浙江省', '浙江'],
  ['北京市', '北京'],
  ['新疆维吾尔自治区', '新疆'],
  ['内蒙古自治区', '内蒙古'],
  ['广西壮族自治区', '广西'],
])('%s is %s for short', (name, short) => {
  expect(shortName(name)).toBe(short);
});

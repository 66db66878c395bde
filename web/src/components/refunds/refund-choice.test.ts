import { describe, expect, test } from 'vitest';
import {
  kindsOf,
  type OpenTicket,
  type RefundableOrder,
  type RefundChoice,
  requestOf,
  worthOf,
  wrongIn,
} from './refund-choice.ts';

const line = (sku_id: string, price: string, count: number, refunded_count = 0) => ({
  sku_id,
  name: sku_id,
  price,
  count,
  refunded_count,
});
const order = (more: Partial<RefundableOrder> = {}): RefundableOrder => ({
  out_trade_no: '2',
  refundable_amount: '25.00',
  ticket_count: 0,
  sku_detail: [line('red', '10.00', 2), line('blue', '5.00', 1)],
  ...more,
});
const choice = (more: Partial<RefundChoice> = {}): RefundChoice => ({
  kind: 'whole',
  counts: {},
  ticket_ids: [],
  amount: undefined,
  reason: '',
  ...more,
});
const tickets: OpenTicket[] = [
  { id: 't1', sku_id: 'red', used: false },
  { id: 't2', sku_id: 'red', used: true },
];

test('refundable units and tickets are offered while there are any', () => {
  expect(kindsOf(order(), [])).toEqual(['whole', 'units', 'amount']);
  expect(kindsOf(order({ ticket_count: 2 }), tickets)).toEqual(['whole', 'tickets', 'amount']);
  expect(kindsOf(order({ ticket_count: 2 }), [])).toEqual(['whole', 'amount']);
  expect(kindsOf(order({ sku_detail: [line('red', '10.00', 2, 2)] }), [])).toEqual(['whole', 'amount']);
  expect(kindsOf(order({ refundable_amount: '0.00' }), [])).toEqual(['whole']);
});

describe('the amount', () => {
  test('is the price of the units, limited by the rest', () => {
    expect(worthOf(order(), choice({ kind: 'units', counts: { red: 1, blue: 1 } }), [])).toBe('15.00');
    expect(
      worthOf(order({ refundable_amount: '12.00' }), choice({ kind: 'units', counts: { red: 2 } }), []),
    ).toBe('12.00');
    expect(worthOf(order(), choice({ kind: 'tickets', ticket_ids: ['t1', 't2'] }), tickets)).toBe('20.00');
    expect(worthOf(order(), choice(), [])).toBe('25.00');
  });

  test.each(['', '0', '0.00', '25.01', '1.001', '-1', 'x'])('%j is refused', (amount) => {
    expect(wrongIn(order(), choice({ kind: 'amount', amount }), amount)).toBe('amount');
  });

  test('is valid from a cent to the rest; units must be chosen', () => {
    for (const amount of ['0.01', '25', '25.00']) {
      expect(wrongIn(order(), choice({ kind: 'amount', amount }), amount)).toBeUndefined();
    }
    expect(wrongIn(order(), choice({ kind: 'units', counts: { red: 0 } }), '0.00')).toBe('units');
    expect(wrongIn(order(), choice({ kind: 'tickets' }), '0.00')).toBe('tickets');
    expect(wrongIn(order(), choice(), '25.00')).toBeUndefined();
  });
});

test('the request names the parts and the amount, or nothing for all that is left', () => {
  expect(requestOf(order(), choice({ reason: ' 缺货 ' }), '25.00')).toEqual({
    out_trade_no: '2',
    reason: '缺货',
  });
  expect(requestOf(order(), choice({ kind: 'units', counts: { red: 1, blue: 0 } }), '10')).toEqual({
    out_trade_no: '2',
    reason: '',
    amount: '10.00',
    sku: [{ sku_id: 'red', count: 1 }],
  });
  expect(requestOf(order(), choice({ kind: 'tickets', ticket_ids: ['t1'] }), '10.00')).toMatchObject({
    ticket_ids: ['t1'],
  });
});

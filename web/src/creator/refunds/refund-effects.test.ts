import { expect, test } from 'vitest';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import type { OpenTicket, RefundChoice } from '../../components/refunds/refund-choice.ts';
import { effectsOf } from './refund-effects.ts';

const line = (sku_id: string, price: string, count: number, refunded_count = 0) => ({
  sku_id,
  name: sku_id,
  price,
  count,
  refunded_count,
  of_plan: '',
});
/** The facts used by the effects, and no others. */
const order = (more: Partial<OrderDetail> = {}) =>
  ({
    out_trade_no: '2',
    refundable_amount: '25.00',
    order_attr: null,
    sku_detail: [line('red', '10.00', 2), line('blue', '5.00', 1)],
    ...more,
  }) as OrderDetail;
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
const sent = { order_attr: { express_status: 9 } } as Partial<OrderDetail>;

test('units that are named are on sale again; with all the money, all of them', () => {
  const one = choice({ kind: 'units', counts: { red: 1 } });
  expect(effectsOf(order(), one, '10.00', [])).toMatchObject({ whole: false, units: 1 });
  expect(effectsOf(order(), one, '25.00', [])).toMatchObject({ whole: true, units: 3 });
  expect(effectsOf(order(), choice({ kind: 'amount' }), '3.00', [])).toMatchObject({ units: 0 });
});

test('nothing that was sent is on sale again', () => {
  expect(effectsOf(order(sent), choice(), '25.00', [])).toMatchObject({ sent: true, units: 0 });
});

test('tickets become void: the chosen ones, or all', () => {
  const chosen = choice({ kind: 'tickets', ticket_ids: ['t2'] });
  expect(effectsOf(order(), chosen, '10.00', tickets)).toMatchObject({ tickets: 1, used: 1, units: 1 });
  expect(effectsOf(order(), choice(), '25.00', tickets)).toMatchObject({ tickets: 2, used: 1 });
});

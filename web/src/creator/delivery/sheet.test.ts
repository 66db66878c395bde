import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { Order } from '#services/contract/orders/orders.ts';
import { reportOf, sheetOf } from './sheet.ts';

/** Texts are their own keys here. */
const t = ((key: string) => key.replace('batch.', '')) as unknown as TFunction<'delivery-shipping'>;
const order = {
  out_trade_no: '217639847123456789012345678',
  plan: { plan_id: 'p', name: '围巾, 羊毛', product_type: 1 },
  sku_detail: [{ sku_id: 's', name: '红', count: 2, price: '10.00' }],
  remark: '=1+1',
  ext: {
    shipping_fee: '5.00',
    address: {
      name: '林小满',
      phone: '+8613800138000',
      address: '杭州市文三路 42 号',
      country: 'CN',
      updated_times: 0,
    },
    remark_updated_times: 0,
  },
} as Partial<Order> as Order;

const linesOf = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n');

it('the table to fill in names each order so that no spreadsheet shortens its number', () => {
  const [head, line] = linesOf(sheetOf([order], t, 'zh-CN'));
  expect(head).toBe(
    'column.number,column.company,column.express,column.name,column.phone,column.address,column.country,column.plan,column.models,column.remark',
  );
  expect(line).toBe(
    `'217639847123456789012345678,,,林小满,'+8613800138000,杭州市文三路 42 号,中国大陆,"围巾, 羊毛",红 × 2,'=1+1`,
  );
});

it('an order without an address has its place all the same', () => {
  const homeless = { ...order, ext: { ...order.ext, address: null } };
  expect(linesOf(sheetOf([homeless], t, 'zh-CN'))[1]).toBe(
    `'217639847123456789012345678,,,,,,,"围巾, 羊毛",红 × 2,'=1+1`,
  );
});

it('an address abroad has its country in the language of the page', () => {
  const address = {
    name: 'Ada',
    phone: '+81312345678 ext. 12',
    address: '1-1 Chiyoda, Tokyo, 100-0001, Japan',
    country: 'JP',
    updated_times: 0,
  };
  const abroad = { ...order, ext: { ...order.ext, address } };
  expect(linesOf(sheetOf([abroad], t, 'zh-CN'))[1]).toContain(
    `Ada,'+81312345678 ext. 12,"1-1 Chiyoda, Tokyo, 100-0001, Japan",日本,`,
  );
});

it('the report has the result of every line', () => {
  const report = reportOf(
    {
      shipped: 1,
      unchanged: 0,
      failed: 1,
      position: 7,
      list: [
        { line: 2, out_trade_no: '217', company: '顺丰', express_no: 'SF1', result: 'shipped' },
        { line: 3, out_trade_no: '', company: '', express_no: '', result: 'unreadable' },
      ],
    },
    t,
  );
  expect(linesOf(report).slice(1)).toEqual([`2,217,顺丰,SF1,result.shipped`, '3,,,,result.unreadable']);
});

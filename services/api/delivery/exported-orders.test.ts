import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { uploadExpressNumbers } from '#services/contract/delivery/express.ts';
import { csvOf } from '#services/contract/fields/csv.ts';
import { exportCreatorOrders } from '#services/contract/orders/order-list.ts';
import { formOf } from '../testing/form.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { keepAddress, openSampleShop, type SampleShop, skuId } from '../testing/sample-shop.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
let shop: SampleShop;
beforeAll(async () => {
  shop = await openSampleShop(api);
});

const LANGUAGES = ['zh-CN', 'en-US'] as const;
const CARRIER = {
  'zh-CN': ['快递公司', '快递单号', '顺丰速运'],
  'en-US': ['Carrier', 'Tracking number', 'SF Express'],
};
const ADDRESS = { addr_phone: '13800138000', province: '330000', city: '330100', area: '330106' };

/** The file as programs save it again. */
const SAVED = {
  'as it was': (rows: string[][]) => Buffer.from(csvOf(rows)),
  'as Unicode text': (rows: string[][]) => Buffer.from(`\uFEFF${quoted(rows, '\t')}`, 'utf16le'),
  'with semicolons': (rows: string[][]) => Buffer.from(quoted(rows, ';')),
};
/** Cells as the program shows them, each in quotes. */
const quoted = (rows: string[][], mark: string): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(mark)).join('\r\n');

const PARTS = [
  '\n',
  '\r\n',
  '"',
  ',',
  ';',
  '\t',
  '=1+1',
  '@SUM(A1)',
  '＝2',
  "'",
  '１２３',
  '-',
  '备注',
  '小满',
  '12345678901234567',
  ' ',
];
const typed = (most: number) =>
  fc.array(fc.constantFrom(...PARTS), { maxLength: most }).map((parts) => `文${parts.join('')}`);

async function exported(language: string): Promise<string[][]> {
  await api.projected();
  const { body } = await api.app.inject({
    method: 'GET',
    url: exportCreatorOrders.path,
    query: { express_status: '8' },
    headers: { authorization: `Bearer ${shop.creator.token}`, 'locale-lang': language },
  });
  return parse(body, { bom: true });
}

test('every order of an export is sent with the carrier and number that were filled in', async () => {
  // A name has at most 40 characters.
  const order = fc.record({
    name: typed(4).map((name) => name.slice(0, 40)),
    remark: typed(12),
    street: typed(6),
    note: typed(4),
  });
  let nth = 10_000;
  const numberOfParcel = (): string => {
    nth += 1;
    return `SF${nth}`;
  };
  const run = async (
    orders: readonly { name: string; remark: string; street: string }[],
    language: (typeof LANGUAGES)[number],
    saved: keyof typeof SAVED,
  ): Promise<void> => {
    const numbers: string[] = [];
    for (const { name, remark, street } of orders) {
      const fan = await api.user(name);
      const address_id = await keepAddress(api, fan, { ...ADDRESS, addr_name: name, addr_address: street });
      const sku = [{ sku_id: skuId(shop.scarf, 'Blue'), count: 1 }];
      const body = { plan_id: shop.scarf.plan_id, sku, address_id, remark };
      numbers.push(await orderCalls(api, fan).buy(body));
    }
    const [head = [], ...rows] = await exported(language);
    expect(rows).toHaveLength(orders.length);
    const [carrier, number, company = ''] = CARRIER[language];
    const filled = rows.map((row) =>
      row.with(head.indexOf(carrier ?? ''), company).with(head.indexOf(number ?? ''), numberOfParcel()),
    );
    const { headers, payload } = formOf(SAVED[saved]([head, ...filled]));
    const { ec, data } = await sent<{ list: { out_trade_no: string; result: string }[] }>(api.app, {
      method: 'POST',
      url: uploadExpressNumbers.path,
      payload,
      headers: { ...headers, authorization: `Bearer ${shop.creator.token}` },
    });
    expect(ec).toBe(200);
    expect(data.list.map(({ out_trade_no, result }) => [out_trade_no, result]).toSorted()).toEqual(
      numbers.map((one) => [one, 'shipped']).toSorted(),
    );
    for (const one of numbers) {
      const events = await api.deps.log.readStream(orderStream(asOutTradeNo(one)));
      expect(events.at(-1)?.type).toBe('OrderShipped');
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom('as it was', 'as Unicode text', 'with semicolons'),
      run,
    ),
    { numRuns: 15 },
  );
});

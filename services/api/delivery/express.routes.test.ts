import { describe, expect, it } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { ofOrder, refunded } from '#services/commerce/testing/sent-orders.ts';
import {
  type BatchReport,
  listExpressCompanies,
  updateExpress,
  uploadExpressNumbers,
} from '#services/contract/delivery/express.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { cartOf, given, waitingOrder } from '../testing/waiting-orders.ts';

const api = fixture(() => startTestApi({ projections: false }));
const creator = fixture<TestUser>(() => api.creator());
const other = fixture(() => api.creator());
const fan = fixture(() => api.user());

interface Refused {
  errors?: { field: string; message: string }[];
}
const waiting = (change: Partial<OrderPlacedData> = {}, of = creator) =>
  waitingOrder(api.deps.committer, { user_id: fan.user_id, creator_id: of.user_id }, change);
const express = (body: object, as = creator) => api.send(updateExpress, body, as);
const typesOf = async (order: OutTradeNo) =>
  (await api.deps.log.readStream(orderStream(order))).map(({ type }) => type);

describe('the companies', () => {
  it('are public, in the reader’s language', async () => {
    const { list } = await api.data(listExpressCompanies, {});
    expect(list).toContainEqual({ company_id: 'sf', name: '顺丰速运' });
  });
});

describe('sending one order', () => {
  it('names its parcel, in one form', async () => {
    const order = await waiting();
    const answer = await express({ out_trade_no: order, express: '顺丰', express_no: ' sf 123-45 ' });
    expect(answer.data).toEqual({
      ...answer.data,
      changed: true,
      out_trade_nos: [order],
    });
    const [event] = (await api.deps.log.readStream(orderStream(order))).slice(-1);
    expect(event).toMatchObject({
      type: 'OrderShipped',
      data: { company_id: 'sf', express_no: 'SF123-45' },
    });
    const again = await express({ out_trade_no: order, express: 'sf', express_no: 'SF123-45' });
    expect(again.data.changed).toBe(false);
  });

  it('is for its creator only', async () => {
    const order = await waiting();
    const body = { out_trade_no: order, express: 'sf', express_no: 'SF12345' };
    expect((await express(body, other)).ec).toBe(40400);
    expect((await express(body, fan)).ec).toBe(40300);
    expect((await express({ ...body, out_trade_no: '2000' })).ec).toBe(40400);
    expect(await typesOf(order)).toEqual(['OrderPlaced', 'OrderPaid']);
  });

  it('answers the reason of a refusal', async () => {
    const homeless = await waiting({ address_ref: null });
    const answer = await express({ out_trade_no: homeless, express: 'sf', express_no: 'SF12345' });
    expect(answer).toMatchObject({ ec: 40902, em: '买家还没有填写收货地址' });
    const withoutDelivery = await waiting({ need_address: false });
    expect((await express({ out_trade_no: withoutDelivery, express: 'sf', express_no: 'SF12345' })).ec).toBe(
      40902,
    );
  });

  it.each([
    ['out_trade_no', { express: 'sf', express_no: 'SF12345' }],
    ['out_trade_no', { out_trade_no: '1', cart_order_no: 'c1', express: 'sf', express_no: 'SF12345' }],
    ['express', { out_trade_no: '1', express: 'pigeon', express_no: 'SF12345' }],
    ['express', { out_trade_no: '1', express: '', express_no: 'SF12345' }],
    ['express_no', { out_trade_no: '1', express: 'sf', express_no: '' }],
    ['express_no', { out_trade_no: '1', express: 'sf', express_no: '1234' }],
    ['express_no', { out_trade_no: '1', express: 'sf', express_no: 'SF 12345;' }],
    ['express_no', { out_trade_no: '1', express: 'sf', express_no: '顺丰12345' }],
    ['express_no', { out_trade_no: '1', express: 'sf', express_no: '1'.repeat(41) }],
  ])('refuses a bad %s (%#)', async (field, body) => {
    const { ec, data } = await express(body);
    expect(ec).toBe(40000);
    expect(data.errors?.map((error) => error.field)).toContain(field);
  });

  it('of a cart sends all of it that is this creator’s and has to be sent, in one parcel', async () => {
    const [first, second, withoutDelivery] = [
      await waiting(),
      await waiting(),
      await waiting({ need_address: false }),
    ];
    const foreign = await waiting({}, other);
    const cart_order_no = await cartOf(api.deps.committer, fan.user_id, [
      ...[first, second, withoutDelivery].map((out_trade_no) => ({
        out_trade_no,
        creator_id: creator.user_id,
      })),
      { out_trade_no: foreign, creator_id: other.user_id },
    ]);
    const { data } = await express({ cart_order_no, express: 'zto', express_no: '7812345678' });
    expect(data.out_trade_nos).toEqual([first, second]);
    expect((await typesOf(first)).at(-1)).toBe('OrderShipped');
    expect((await typesOf(foreign)).at(-1)).toBe('OrderPaid');
    const stranger = await api.creator();
    expect((await express({ cart_order_no, express: 'zto', express_no: '7812345678' }, stranger)).ec).toBe(
      40400,
    );
    expect((await express({ cart_order_no: 'nonsense', express: 'zto', express_no: '78123456' })).ec).toBe(
      40400,
    );
  });
});

const BOUNDARY = 'boundary';
function upload(bytes: Buffer, field = 'file') {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="s.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  return sent<BatchReport & Refused>(api.app, {
    method: 'POST',
    url: '/api/order/batch-upload-express-no',
    headers: {
      authorization: `Bearer ${creator.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'locale-lang': 'en-US',
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  });
}
const paste = (text: unknown, as = creator) => api.send(uploadExpressNumbers, { text }, as);
const HEAD = 'out_trade_no,company,express_no\n';
const resultsOf = ({ data }: { data: BatchReport }) => data.list.map(({ result }) => result);

describe('sending many by a file', () => {
  it('ships every valid line, and reports the result of each', async () => {
    const good = [await waiting(), await waiting()];
    const [homeless, returned, foreign, sentBefore] = [
      await waiting({ address_ref: null }),
      await waiting(),
      await waiting({}, other),
      await waiting(),
    ];
    await given(api.deps.committer, ofOrder(returned, [refunded(2500, 2)]));
    await express({ out_trade_no: sentBefore, express: 'sf', express_no: 'SF00099' });
    const answer = await paste(
      [
        `${HEAD}${good[0]},顺丰速运,sf00001`,
        `${good[1]},YTO Express,YT00001`,
        `${good[0]},sf,SF00002`,
        `${sentBefore},sf,SF00099`,
        `${homeless},sf,SF00003`,
        `${returned},sf,SF00004`,
        `${foreign},sf,SF00005`,
        '20000,sf,SF00006',
        `${await waiting()},pigeon,SF00007`,
        `${await waiting()},sf,7?`,
        '2.17639847123457E+26,sf,SF00008',
        `${await waiting()}`,
        `"${await waiting()},sf,SF00009`,
      ].join('\n'),
    );
    expect(resultsOf(answer)).toEqual([
      'shipped',
      'shipped',
      'doubled_line',
      'unchanged',
      'no_address',
      'wrong_state',
      'unknown_order',
      'unknown_order',
      'unknown_company',
      'bad_number',
      'shortened_number',
      'unreadable',
      'unreadable',
    ]);
    expect(answer.data).toMatchObject({ shipped: 2, unchanged: 1, failed: 10 });
    expect(answer.data.list[0]).toEqual({
      line: 2,
      out_trade_no: good[0],
      company: '顺丰速运',
      express_no: 'SF00001',
      result: 'shipped',
    });
    expect(await typesOf(foreign)).not.toContain('OrderShipped');
    expect(answer.data.position).toBeGreaterThan(0);
  });

  it('twice sends nothing twice', async () => {
    const order = await waiting();
    const text = `${HEAD}${order},sf,SF00010\n`;
    expect(resultsOf(await paste(text))).toEqual(['shipped']);
    expect(resultsOf(await paste(text))).toEqual(['unchanged']);
    expect((await typesOf(order)).filter((type) => type === 'OrderShipped')).toHaveLength(1);
  });

  it('takes a file, in UTF-8 with its mark and in GBK', async () => {
    const [one, two] = [await waiting(), await waiting()];
    expect(
      resultsOf(await upload(Buffer.from(`\uFEFF订单号,快递公司,快递单号\r\n${one},中通,78000001\r\n`))),
    ).toEqual(['shipped']);
    const gbk = Buffer.concat([
      Buffer.from('b6a9b5a5bac52cbfecb5ddb9abcbbe2cbfecb5ddb5a5bac50d0a', 'hex'),
      Buffer.from(`${two},`),
      Buffer.from('cbb3b7e1cbd9d4cb', 'hex'),
      Buffer.from(',SF00011\r\n'),
    ]);
    const answer = await upload(gbk);
    expect(answer.data.list).toMatchObject([{ company: '顺丰速运', result: 'shipped' }]);
  });

  it.each<[string, Buffer, string]>([
    ['another field', Buffer.from(`${HEAD}1,sf,SF00012`), 'other'],
    ['other columns', Buffer.from('name,price\nMug,10\n'), 'file'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000dff', 'hex'), 'file'],
    ['nothing', Buffer.from(''), 'file'],
    ['too many lines', Buffer.from(HEAD + '1,sf,SF00012\n'.repeat(5_001)), 'file'],
  ])('refuses %s', async (_, bytes, field) => {
    const { ec, em, data } = await upload(bytes, field);
    expect(ec).toBe(40000);
    expect(data.errors).toMatchObject([{ field: 'file' }]);
    expect(em).not.toBe('');
  });

  it('refuses more than 1 MB, and a body that is no text', async () => {
    const { status, ec } = await upload(Buffer.alloc(1_048_577, 'x'));
    expect([status, ec]).toEqual([413, 40000]);
    expect((await paste(7)).ec).toBe(40000);
    expect((await paste(undefined)).ec).toBe(40000);
    expect((await api.send(uploadExpressNumbers, {}, creator)).ec).toBe(40000);
    expect((await paste(HEAD, fan)).ec).toBe(40300);
  });

  it('an upload of the largest size has one complete answer', async () => {
    const orders = await Promise.all(Array.from({ length: 300 }, () => waiting()));
    const unknown = Array.from({ length: 4_700 }, (_, n) => `2${n},sf,SF${n}0000`);
    const known = orders.map((order, n) => `${order},sf,SF${n}0000`);
    const { data } = await paste(HEAD + [...known, ...unknown].join('\n'));
    expect(data).toMatchObject({ shipped: 300, failed: 4_700 });
  });
});

import { describe, expect, it } from 'vitest';
import { fenOf } from '#events/money.ts';
import { fixture } from '#events/testing/fixture.ts';
import {
  acceptCase,
  closeCase,
  declineCase,
  getCase,
  getStaffCase,
  listCreatorCases,
  listStaffCases,
  openCase,
  passOnCase,
  refundCase,
  writeInCase,
  writeInCaseAsStaff,
} from '#services/contract/cases/cases.ts';
import {
  approveRefundRequest,
  declineRefundRequest,
  getRefundableOrder,
} from '#services/contract/refunds/calls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { readyFile } from '../testing/ready-files.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const shop = fixture(() => openShop(api, [forSale('Red', 100), forSale('Blue', 100, { price: '5.00' })]));
const fan = fixture(() => api.user('Anna'));
const other = fixture(() => api.user('Otto'));
const support = fixture(() => api.staff('support'));
const finance = fixture(() => api.staff('finance'));
const calls = fixture(() => orderCalls(api, fan));

/** Two red ones and a blue one: 25.00. */
const paid = () => calls.buy(unitsOf(shop, 2, 1));

async function opened(out_trade_no: string, body: object = {}): Promise<string> {
  const input = { out_trade_no, kind: 'refund', topic: 'damaged', text: ' 杯子碎了 ', ...body } as const;
  return (await api.data(openCase, input, fan)).case_id;
}
const thread = async (out_trade_no: string, as: TestUser = fan) =>
  (await api.data(getCase, { out_trade_no }, as)).case;

/** The refunds of an order that wait for a second person. */
async function requestsOf(out_trade_no: string) {
  await api.projected();
  const { requests } = await api.data(getRefundableOrder, { out_trade_no }, finance);
  return requests.map(({ refund_id }) => ({ out_trade_no, refund_id }));
}

/** Declined by the creator, and passed on. */
async function passedOn(out_trade_no: string): Promise<string> {
  const case_id = await opened(out_trade_no);
  await api.data(declineCase, { out_trade_no, case_id, text: 'No.' }, shop.creator);
  await api.data(passOnCase, { out_trade_no, case_id }, fan);
  return case_id;
}

describe('a case between fan and creator', () => {
  it('is a thread that both read, ended by a refund of its lines', async () => {
    const order = await paid();
    const red = { sku_id: shop.skus[0]!.sku_id, count: 1 };
    const before = await api.data(getCase, { out_trade_no: order }, fan);
    expect(before).toEqual({ case: null, may_open: true });
    const case_id = await opened(order, { sku: [red] });
    await api.data(writeInCase, { out_trade_no: order, case_id, text: 'A photo?' }, shop.creator);
    await api.projected();
    const { list } = await api.data(listCreatorCases, {}, shop.creator);
    const listed = list.find((one) => one.case_id === case_id);
    expect(listed).toMatchObject({
      status: 'answered',
      suggested_amount: '10.00',
      sku: [{ name: 'Red', count: 1 }],
      fan: { name: 'Anna' },
      entries: [
        { what: 'opened', by: 'fan', text: '杯子碎了' },
        { what: 'message', by: 'creator', text: 'A photo?' },
      ],
    });
    const refund = { out_trade_no: order, case_id, sku: [red], text: 'Sorry!' };
    expect(await api.data(acceptCase, refund, shop.creator)).toMatchObject({
      amount: '10.00',
      status: 'accepted',
    });
    expect((await api.data(acceptCase, refund, shop.creator)).amount).toBe('10.00');
    expect(await calls.typesOf(order)).toEqual(['OrderPlaced', 'OrderPaid', 'OrderRefunded']);
    expect(await thread(order)).toMatchObject({ status: 'accepted', refundable_amount: '15.00' });
    const { may_open } = await api.data(getCase, { out_trade_no: order }, fan);
    expect(may_open).toBe(true);
  });

  it('cannot be read or moved by a stranger, or by staff before it is passed on', async () => {
    const order = await paid();
    const case_id = await opened(order);
    const of = { out_trade_no: order, case_id };
    for (const as of [other, support]) {
      expect((await api.call(getCase, { out_trade_no: order }, as)).ec).toBe(40400);
      expect((await api.call(writeInCase, { ...of, text: 'x' }, as)).ec).toBe(40400);
      expect((await api.call(closeCase, of, as)).ec).toBe(40400);
    }
    expect((await api.call(getStaffCase, { out_trade_no: order }, support)).ec).toBe(40400);
    expect((await api.call(refundCase, { ...of, reason: 'x' }, support)).ec).toBe(40400);
    expect((await api.call(listStaffCases, {}, fan)).ec).toBe(40300);
    const another = await api.creator();
    expect((await api.call(declineCase, { ...of, text: 'x' }, another)).ec).toBe(40400);
    // A refused text does not stay.
    const { rows } = await api.deps.pool.query(
      "SELECT FROM accounts.vault WHERE kind = 'case' AND user_id = $1",
      [another.user_id],
    );
    expect(rows).toHaveLength(0);
  });

  it('loses no text to a call that names another order, and keeps none that no entry has', async () => {
    const [order, another] = [await paid(), await paid()];
    const case_id = await opened(order, { text: 'Broken' });
    await api.data(writeInCase, { out_trade_no: order, case_id, text: 'A photo?' }, shop.creator);
    const entriesNow = async () => (await thread(order))?.entries.map(({ text }) => text);
    const none = order.replace(/\d$/, (last) => String((Number(last) + 1) % 10));
    for (const out_trade_no of [another, none]) {
      const again = { case_id, out_trade_no, text: 'A photo?' };
      expect((await api.call(acceptCase, { ...again, amount: '1.00' }, shop.creator)).ec).toBe(40400);
      expect((await api.call(writeInCase, again, shop.creator)).ec).toBe(40400);
      expect((await api.call(writeInCase, { ...again, text: 'Broken' }, fan)).ec).toBe(40400);
    }
    expect(await entriesNow()).toEqual(['Broken', 'A photo?']);
    const texts = async () => {
      const { rowCount } = await api.deps.pool.query(
        "SELECT FROM accounts.vault WHERE kind = 'case' AND user_id = $1",
        [fan.user_id],
      );
      return rowCount;
    };
    const before = await texts();
    const same = { out_trade_no: another, kind: 'refund', topic: 'damaged' } as const;
    for (const text of ['one', 'two', 'three'])
      await api.data(openCase, { ...same, text }, fan, { 'idempotency-key': 'the same key' });
    expect(await texts()).toBe((before ?? 0) + 1);
    expect((await thread(another))?.entries.map(({ text }) => text)).toEqual(['one']);
  });

  it('refuses lines, texts and numbers that are not possible', async () => {
    const order = await paid();
    const wrong = [
      { sku: [{ sku_id: shop.skus[0]!.sku_id, count: 3 }] },
      { sku: [{ sku_id: 'nothing', count: 1 }] },
      { sku: [{ sku_id: shop.skus[0]!.sku_id, count: -1 }] },
      { topic: 'bored' },
      { kind: '__proto__' },
      { text: 'x'.repeat(1_001) },
      { text: 'a\u0000b' },
      { out_trade_no: '../x y' },
    ];
    const plain = { out_trade_no: order, kind: 'refund', topic: 'damaged' };
    for (const change of wrong)
      expect((await api.send(openCase, { ...plain, ...change }, fan)).ec).toBe(40000);
    const case_id = await opened(order);
    const of = { out_trade_no: order, case_id };
    expect((await api.call(acceptCase, { ...of, amount: '25.01' }, shop.creator)).ec).toBe(40000);
    expect((await api.send(writeInCase, { ...of, text: '  ' }, fan)).ec).toBe(40000);
    expect((await api.call(passOnCase, of, fan)).ec).toBe(40902);
    expect((await api.send(openCase, plain, fan)).ec).toBe(40902);
  });
});

describe('a case that was passed on', () => {
  it('is answered and refunded by support, up to the limit of the day, with a recorded reason', async () => {
    const [first, second] = [await paid(), await paid()];
    const desk = await api.staff('support');
    api.deps.config.supportRefundsPerDay = fenOf(3_000);
    const case_id = await passedOn(first);
    await api.projected();
    const { list } = await api.data(listStaffCases, {}, desk);
    expect(list.find((one) => one.case_id === case_id)).toMatchObject({ entries: [{ text: '' }, {}, {}] });
    const { left_today, case: seen } = await api.data(getStaffCase, { out_trade_no: first }, desk);
    expect([left_today, seen.entries[0]?.text]).toEqual(['30.00', '杯子碎了']);
    const looks = await api.deps.pool.query('SELECT reason FROM accounts.staff_reads WHERE staff_id = $1', [
      desk.user_id,
    ]);
    expect(looks.rows).toContainEqual({ reason: `case ${case_id}` });
    const of = { out_trade_no: first, case_id };
    await api.data(writeInCaseAsStaff, { ...of, reason: 'We look at it' }, desk);
    expect((await api.call(refundCase, { ...of, reason: 'call 13800138000' }, desk)).ec).toBe(40000);
    expect(await api.data(refundCase, { ...of, amount: '20.00', reason: 'overdue' }, desk)).toMatchObject({
      amount: '20.00',
      waits: false,
    });
    expect((await api.data(getStaffCase, { out_trade_no: first }, desk)).left_today).toBe('10.00');
    const next = { out_trade_no: second, case_id: await passedOn(second), reason: 'overdue' };
    const refused = await api.call(refundCase, { ...next, amount: '10.01' }, desk);
    expect(refused).toMatchObject({ ec: 40000, data: { errors: [{ field: 'amount' }] } });
    expect((await api.data(refundCase, { ...next, amount: '10.01' }, finance)).amount).toBe('10.01');
  });

  it('waits for a second person when finance refunds much', async () => {
    api.deps.config.payoutSecondApproval = fenOf(1_000);
    const order = await paid();
    const of = { out_trade_no: order, case_id: await passedOn(order) };
    const answer = await api.data(refundCase, { ...of, reason: 'damaged' }, finance);
    expect(answer).toMatchObject({ waits: true, status: 'escalated' });
    expect(await calls.typesOf(order)).toEqual(['OrderPlaced', 'OrderPaid']);
    const thread = async (as: TestUser) => {
      const { case: seen } = await api.data(getCase, { out_trade_no: order }, as);
      return { waiting: seen?.waiting_amount, last: seen?.entries.at(-1) };
    };
    const requested = { what: 'refund_requested', by: 'staff', amount: '25.00', text: 'damaged' };
    expect(await thread(fan)).toMatchObject({ waiting: '25.00', last: requested });
    const [declined] = await requestsOf(order);
    const second = await api.staff('finance');
    await api.data(declineRefundRequest, { ...declined!, reason: 'no proof' }, second);
    // Why it was declined is for staff.
    expect(await thread(fan)).toMatchObject({ waiting: null, last: { what: 'refund_declined', text: '' } });
    const { case: desk } = await api.data(getStaffCase, { out_trade_no: order }, second);
    expect(desk.entries.at(-1)).toMatchObject({ amount: '25.00', text: 'no proof' });
    // Another large one is possible, and is approved.
    const again = { ...of, amount: '20.00', reason: 'damaged' };
    expect((await api.data(refundCase, again, finance)).waits).toBe(true);
    const [approved] = await requestsOf(order);
    await api.data(approveRefundRequest, approved!, second);
    expect(await calls.typesOf(order)).toEqual(['OrderPlaced', 'OrderPaid', 'OrderRefunded']);
    expect((await api.data(refundCase, again, finance)).status).toBe('accepted');
    expect((await api.call(closeCase, of, fan)).ec).toBe(40902);
  });
});

describe('pictures of a case', () => {
  const pictureOf = async (as: TestUser) => (await readyFile(api, as)).file_id;

  it('are shown to the fan, the creator and staff only, by addresses of their own', async () => {
    const order = await paid();
    const [mine, theirs] = [await pictureOf(fan), await pictureOf(shop.creator)];
    const case_id = await opened(order, { pics: [mine] });
    const of = { out_trade_no: order, case_id };
    await api.data(writeInCase, { ...of, text: 'As it was sent', pics: [theirs] }, shop.creator);
    await api.data(declineCase, { ...of, text: 'No.' }, shop.creator);
    await api.data(passOnCase, of, fan);
    await api.projected();
    const { list } = await api.data(listStaffCases, {}, support);
    expect(list.find((one) => one.case_id === case_id)?.entries.flatMap(({ pics }) => pics)).toEqual([]);
    const { case: desk } = await api.data(getStaffCase, { out_trade_no: order }, support);
    const threads = [
      [fan, await thread(order)],
      [shop.creator, await thread(order, shop.creator)],
      [support, desk],
    ] as const;
    for (const [reader, seen] of threads) {
      const pics = seen?.entries.flatMap((entry) => entry.pics) ?? [];
      expect(pics.map(({ file_id }) => file_id)).toEqual([mine, theirs]);
      const load = (as: TestUser) =>
        api.app.inject({ url: pics[0]?.url ?? '', headers: { authorization: `Bearer ${as.token}` } });
      expect((await load(reader)).statusCode).toBe(200);
      expect((await load(other)).statusCode).toBe(403);
    }
    const { rows } = await api.deps.pool.query(
      "SELECT file_id FROM media.uses WHERE used_by LIKE 'case:' || $1 || '%' ORDER BY file_id",
      [case_id],
    );
    expect(rows.map(({ file_id }) => file_id)).toEqual([mine, theirs].toSorted());
  });

  it('are own pictures, nine at most; a refused message keeps none', async () => {
    const order = await paid();
    const foreign = await pictureOf(other);
    const plain = { out_trade_no: order, kind: 'help', topic: 'other' } as const;
    for (const pics of [[foreign], ['none']]) {
      const { ec, data } = await api.call(openCase, { ...plain, pics }, fan);
      expect([ec, data.errors?.[0]?.field]).toEqual([40000, 'pics.0']);
    }
    const nine = await Promise.all(Array.from({ length: 9 }, () => pictureOf(fan)));
    const case_id = await opened(order, { pics: nine });
    const another = await pictureOf(fan);
    const of = { out_trade_no: order, case_id };
    const { ec, data } = await api.call(writeInCase, { ...of, text: 'one more', pics: [another] }, fan);
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, 'pics']);
    expect((await api.send(openCase, { ...plain, pics: [...nine, another] }, fan)).ec).toBe(40000);
    const { rows } = await api.deps.pool.query('SELECT FROM media.uses WHERE file_id = ANY ($1)', [
      [another, foreign],
    ]);
    expect(rows).toHaveLength(0);
  });
});

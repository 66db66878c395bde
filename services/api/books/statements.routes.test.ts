import { beforeAll, describe, expect, it } from 'vitest';
import { asOutTradeNo, chargeIdOf } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getTrialBalance } from '#services/contract/books/books.ts';
import {
  getDifference,
  getStatement,
  listDifferences,
  listStatements,
  reopenDifference,
  resolveDifference,
  reverseStatement,
  type StatementReport,
  statementReport,
  uploadStatement,
} from '#services/contract/books/statements.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { sandboxPay } from '#services/contract/payments/sandbox-payments.ts';
import { listStaffActions } from '#services/contract/staff/staff-actions.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { cartCalls } from '../testing/sample-shop.ts';
import { sent } from '../testing/sent.ts';
import { openShop, unitsOf } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

let buy: () => Promise<string>;
/** Charges of paid orders of 10.00, in the order in which they were paid. */
const charges: string[] = [];

const api = fixture(startTestApi);
const finance = fixture(() => api.staff('finance'));
beforeAll(async () => {
  const shop = await openShop(api, [{ name: 'Red', price: '10.00', stock: '' }]);
  const calls = orderCalls(api, await api.user());
  buy = async () => {
    const placed = await calls.create(unitsOf(shop, 1));
    const { out_trade_no } = placed.data;
    const charge_id = chargeIdOf(asOutTradeNo(out_trade_no), 1);
    await api.call(sandboxPay, {
      charge_id,
      outcome: 'success',
      notice: { delay_ms: 0, copies: 1, lost: true },
    });
    await calls.pay(out_trade_no, 10);
    return charge_id;
  };
  for (let nth = 0; nth < 4; nth += 1) charges.push(await buy());
  await api.projected();
});

async function csv(query: Record<string, string> = {}): Promise<string> {
  const { body, headers } = await api.app.inject({ method: 'GET', url: '/api/sandbox/statement', query });
  expect(headers['content-type']).toContain('text/csv');
  return body;
}

interface Refused {
  errors?: { field: string; message: string }[];
}
async function upload(text: string, query = '', reason?: string) {
  const body = { text, ...(reason !== undefined && { reason }) };
  const reply = await sent<StatementReport & Refused>(api.app, {
    method: 'POST',
    url: `/api/finance/statements${query}`,
    payload: body,
    headers: { authorization: `Bearer ${finance.token}` },
  });
  if (reply.ec === 200) statementReport.parse(reply.data);
  await api.projected();
  return reply;
}
const BOUNDARY = 'boundary';
function uploadFile(bytes: Buffer, field = 'file', reason?: string) {
  const note = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="reason"\r\n\r\n${reason}\r\n`;
  const head = `${reason === undefined ? '' : note}--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="王芳.csv"\r\n\r\n`;
  return sent<StatementReport & Refused>(api.app, {
    method: 'POST',
    url: '/api/finance/statements',
    headers: {
      authorization: `Bearer ${finance.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'locale-lang': 'en-US',
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  });
}

const listed = (query: InputOf<typeof listDifferences> = {}) =>
  api.data(listDifferences, { per_page: 100, ...query }, finance);
const states = async (query: Record<string, string | number> = {}): Promise<Record<string, string>> =>
  Object.fromEntries((await listed(query)).list.map(({ reference, state }) => [reference, state]));
const idOf = async (reference: string): Promise<string> =>
  (await listed()).list.find((one) => one.reference === reference)?.difference_id ?? '';
async function balanceOf(account: string): Promise<string> {
  const { data } = await api.call(getTrialBalance, {}, finance);
  expect(data.total).toBe('0.00');
  return data.accounts.find((one) => one.account === account)?.balance ?? '0.00';
}
const reviews = { resolve: resolveDifference, reopen: reopenDifference };
const review = (id: string, verb: keyof typeof reviews, body: object) =>
  api.send(reviews[verb], { id, ...body }, finance);

describe('a statement with a missing, a doubled and a wrong line', () => {
  let text: string;
  let position: number;

  it('is read line by line', async () => {
    text = await csv({ missing: charges[0] ?? '', doubled: charges[1] ?? '', other_amount: '3' });
    const { data } = await upload(text, '', ' 三月对账单 ');
    expect(data).toMatchObject({
      reason: '三月对账单',
      provider: 'sandbox',
      format: 'sandbox',
      fresh: 4,
      known: 0,
      rejected_count: 0,
      repeated: false,
      amount: '41.00',
      fee: '0.24',
      net: '40.76',
    });
    position = data.position;
    expect(await balanceOf('expenses:psp-fee')).toBe('0.24');
    expect(await balanceOf('assets:psp:sandbox')).toBe('39.76');
  });

  it('is set against our books', async () => {
    const [missing = '', doubled = '', wrong = '', right = ''] = charges;
    expect(await states()).toEqual({
      [missing]: 'only_ours',
      [doubled]: 'differs',
      [wrong]: 'differs',
      [right]: 'matched',
    });
    const { list, totals } = await listed({ state: 'differs' });
    expect(
      list.map(({ reference, cause, ours, theirs, difference }) => ({
        reference,
        cause,
        ours,
        theirs,
        difference,
      })),
    ).toEqual(
      expect.arrayContaining([
        { reference: doubled, cause: 'doubled', ours: '10.00', theirs: '20.00', difference: '10.00' },
        { reference: wrong, cause: 'amount', ours: '10.00', theirs: '11.00', difference: '1.00' },
      ]),
    );
    expect(totals.map(({ state, count, open }) => [state, count, open])).toEqual([
      ['differs', 2, 2],
      ['matched', 1, 0],
      ['only_ours', 1, 1],
    ]);
    expect(list[0]).toMatchObject({ user: { name: expect.stringContaining('creator') }, open: true });
  });

  it('changes nothing when it comes again, as text or as a file', async () => {
    const again = await upload(text);
    expect(again.data).toMatchObject({ repeated: true, fresh: 4, known: 0 });
    const head = await api.deps.log.head();
    expect((await uploadFile(Buffer.from(text))).data.repeated).toBe(true);
    expect(await api.deps.log.head()).toBe(head);
  });

  it('an overlapping statement: equal lines change nothing, missing ones are added', async () => {
    const { data } = await upload(await csv());
    // The wrong line exists already with other figures: the first one counts.
    expect(data).toMatchObject({
      repeated: false,
      fresh: 1,
      known: 2,
      rejected_count: 1,
      rejected: [{ line: 6, reason: 'differs_from_before' }],
    });
    expect((await states())[charges[0] ?? '']).toBe('matched');
  });

  it('stays as it was, as of then', async () => {
    const then = await states({ as_of: position });
    expect(then[charges[0] ?? '']).toBe('only_ours');
    expect((await listed({ as_of: position - 5 })).list).toEqual([]);
  });

  it('is listed with its lines and rejected lines', async () => {
    const { list } = await api.data(listStatements, {}, finance);
    expect(list.map(({ fresh, reason }) => [fresh, reason])).toEqual([
      [1, ''],
      [4, '三月对账单'],
    ]);
    const acts = await api.call(listStaffActions, { area: 'reconciliation' }, finance);
    expect(acts.data.list.map(({ action, reason }) => [action, reason])).toEqual([
      ['StatementImported', ''],
      ['StatementImported', '三月对账单'],
    ]);
    const of = { id: list[0]?.statement_id ?? '', per_page: 1 };
    const detail = await api.data(getStatement, of, finance);
    expect(detail).toMatchObject({
      statement: { uploaded_by: { name: 'finance' }, rejected_count: 1 },
      lines: [{ reference: charges[0], state: 'matched', open: false }],
      rejected: [{ line: 6, reason: 'differs_from_before' }],
      has_more: false,
      total_count: 1,
    });
    expect((await api.call(getStatement, { id: 'none' }, finance)).ec).toBe(40400);
  });
});

describe('a difference', () => {
  it('is resolved with a reason, and reopened', async () => {
    const id = await idOf(charges[1] ?? '');
    expect((await review(id, 'resolve', { reason: ' ' })).ec).toBe(40000);
    expect((await review(id, 'reopen', { reason: 'x' })).ec).toBe(40902);
    expect((await review(id, 'resolve', { reason: 'x', ours: '10.00', theirs: '19.00' })).ec).toBe(40902);
    const seen = { ours: '10.00', theirs: '20.00' };
    const done = await review(id, 'resolve', { reason: '渠道将冲正', ...seen });
    expect(done.data.written_off).toBe('0.00');
    await api.projected();
    const { list } = await listed({ open: 0, state: 'differs' });
    expect(list).toMatchObject([
      {
        difference_id: id,
        open: false,
        resolution: { reason: '渠道将冲正', by: { user_id: finance.user_id } },
      },
    ]);
    expect((await review(id, 'reopen', { reason: '未冲正' })).ec).toBe(200);
    await api.projected();
    const reply = await api.call(getDifference, { id }, finance);
    expect(reply.data.past.map(({ state, open }) => [state, open])).toEqual([
      ['differs', true],
      ['differs', false],
      ['differs', true],
      ['matched', false],
      ['awaited', false],
    ]);
    expect(reply.data.lines).toHaveLength(2);
  });

  it('that was resolved without a write-off is so as of that time', async () => {
    const id = await idOf(charges[1] ?? '');
    expect((await review(id, 'resolve', { reason: '已说明' })).ec).toBe(200);
    await api.projected();
    const as_of = Math.floor(api.deps.clock.now() / 1000) + 1;
    api.deps.clock.setOffset(api.deps.clock.offset + 2_000);
    expect((await listed({ as_of, open: 1 })).list.map(({ difference_id }) => difference_id)).not.toContain(
      id,
    );
    expect((await review(id, 'reopen', { reason: '再看' })).ec).toBe(200);
    await api.projected();
  });

  it('is written off in the books, and comes back with it', async () => {
    const id = await idOf(charges[2] ?? '');
    const before = await balanceOf('assets:psp:sandbox');
    expect((await review(id, 'resolve', { reason: '确认', write_off: true })).data.written_off).toBe('1.00');
    await api.projected();
    expect((await states())[charges[2] ?? '']).toBe('matched');
    expect(await balanceOf('expenses:statement-differences')).toBe('-1.00');
    expect((await review(id, 'resolve', { reason: '再来', write_off: true })).ec).toBe(40902);
    expect((await review(id, 'reopen', { reason: '错了' })).ec).toBe(200);
    await api.projected();
    expect((await states())[charges[2] ?? '']).toBe('differs');
    expect(await balanceOf('assets:psp:sandbox')).toBe(before);
  });

  it('an unknown statement is not found', async () => {
    expect((await review('none', 'resolve', { reason: 'x' })).ec).toBe(40400);
    expect((await api.call(getDifference, { id: 'none' }, finance)).ec).toBe(40400);
  });
});

describe('a period', () => {
  const COLUMNS = 'line_id,time,kind,reference,provider_reference,amount,fee,net,currency';
  const feeAt = (id: string, time: string): string => `${id},${time},fee,,,0.00,0.01,-0.01,CNY`;
  const file = [
    COLUMNS,
    feeAt('t_last', '2026-02-28T15:59:59Z'),
    feeAt('t_next', '2026-02-28T16:00:00Z'),
    '',
  ].join('\n');

  it('lines outside of the stated period are reported, in the upload and later; they count', async () => {
    const { data } = await upload(file, '?from=2026-02-01&to=2026-02-28');
    expect(data).toMatchObject({ fresh: 2, rejected_count: 0, repeated: false, outside: 1 });
    const { data: detail } = await api.send(getStatement, { id: data.statement_id }, finance);
    expect(detail.outside).toBe(1);
    expect((await upload(file)).data).toMatchObject({ repeated: true, outside: null, from: data.from });
  });

  it('an unstated period reaches from the first line to the last, and has all lines', async () => {
    const { data } = await upload(`${file}${feeAt('t_more', '2026-03-02T00:00:00Z')}\n`);
    expect(data).toMatchObject({ fresh: 1, known: 2, outside: 0 });
  });

  it('a period filters the list by its days, both included', async () => {
    expect(await states({ from: '2026-02-28', to: '2026-02-28' })).toEqual({ t_last: 'matched' });
    expect(await states({ from: '2026-02-28', to: '2026-03-01' })).toEqual({
      t_last: 'matched',
      t_next: 'matched',
    });
    const { ec, data } = await api.call(listDifferences, { from: '2026-03-01', to: '2026-02-28' }, finance);
    expect([ec, data.errors?.map(({ field }) => field)]).toEqual([40000, ['to']]);
  });
});

describe('a statement with a wrong period', () => {
  const ours = charges;
  const only = async (state: 'awaited' | 'only_ours') =>
    (await listed({ state })).list.filter(({ reference }) => ours.includes(reference)).length;

  it('is reversed with a reason; its file can be imported again, and the books stay as they are', async () => {
    const { list } = await api.data(listStatements, { per_page: 100 }, finance);
    const before = await api.data(getTrialBalance, {}, finance);
    const charge_id = await buy();
    charges.push(charge_id);
    await api.projected();
    expect(await only('awaited')).toBe(1);
    const line = 't_wrong,2026-02-28T15:59:59Z,fee,,,0.00,0.00,0.00,CNY';
    const text = `line_id,time,kind,reference,provider_reference,amount,fee,net,currency\n${line}\n`;
    const today = api.deps.calendar.dayOf(api.deps.clock.now());
    const wrong = `?from=2026-02-01&to=${today}`;
    // The end of today is in the future: the period ends now, after the payment.
    api.deps.clock.setOffset(api.deps.clock.offset + 2_000);
    const { data } = await upload(text, wrong);
    expect(await only('only_ours')).toBe(1);
    const id = data.statement_id;
    expect((await api.send(reverseStatement, { id, reason: ' ' }, finance)).ec).toBe(40000);
    expect((await api.send(reverseStatement, { id: 'none', reason: 'x' }, finance)).ec).toBe(40400);
    const reversed = await api.data(reverseStatement, { id, reason: '月份填错' }, finance);
    expect((await api.send(reverseStatement, { id, reason: '月份填错' }, finance)).ec).toBe(40902);
    await api.projected();
    expect([await only('awaited'), await only('only_ours')]).toEqual([1, 0]);
    const { statement } = await api.data(getStatement, { id }, finance);
    expect(statement.reversed).toMatchObject({ reason: '月份填错', by: { user_id: finance.user_id } });
    const as_of = reversed.position - 1;
    const then = await api.data(listStatements, { as_of }, finance);
    expect(then.list.find(({ statement_id }) => statement_id === id)?.reversed).toBeNull();
    const actions = await api.data(listStaffActions, { area: 'reconciliation', per_page: 1 }, finance);
    expect(actions.list).toMatchObject([{ action: 'StatementReversed', subject: id, reason: '月份填错' }]);

    const right = await upload(text, '?from=2026-02-01&to=2026-02-28');
    expect(right.data).toMatchObject({ repeated: false, fresh: 1, outside: 0 });
    expect(await only('awaited')).toBe(1);
    const all = await api.data(listStatements, { per_page: 100 }, finance);
    expect(all.total_count).toBe(list.length + 2);
    expect(all.list.slice(0, 2).map((one) => one.reversed?.reason)).toEqual([undefined, '月份填错']);
    const { statement: newest } = await api.data(getStatement, { id }, finance);
    expect(newest.reversed).toBeNull();
    const after = await api.data(getTrialBalance, {}, finance);
    expect(after.total).toBe('0.00');
    const psp = ({ accounts }: typeof after) =>
      accounts.find(({ account }) => account === 'expenses:psp-fee');
    expect(psp(after)).toEqual(psp(before));
  });
});

describe('a search', () => {
  const found = async (search_q: string, more: InputOf<typeof listDifferences> = {}) =>
    (await listed({ search_q, state: 'all', ...more })).list.map(({ reference }) => reference);

  it('finds by number of the order, our reference and the provider’s', async () => {
    const [, doubled = '', , right = ''] = charges;
    const { list } = await listed({ search_q: right });
    const [{ out_trade_no, provider_reference, difference_id } = { provider_reference: '' }] = list;
    expect(list).toMatchObject([{ reference: right, state: 'matched' }]);
    expect(provider_reference).not.toBe('');
    for (const words of [out_trade_no ?? '', right, provider_reference, ` ${right.slice(0, 20)}`]) {
      expect(await found(words)).toEqual([right]);
    }
    expect(await found(right, { state: 'differs' })).toEqual([]);
    expect(await found(right.slice(0, 5))).toEqual([]);
    expect(await found('没有')).toEqual([]);
    const { totals } = await listed({ search_q: doubled, state: 'matched' });
    expect(totals).toMatchObject([{ state: 'differs', count: 1, open: 1 }]);
    const { past } = await api.data(getDifference, { id: difference_id ?? '' }, finance);
    expect(await found(provider_reference, { as_of: past.at(-1)?.since })).toEqual([right]);
  });

  it('finds the one charge of a cart by each of its orders, while it waits for its statement', async () => {
    const calls = cartCalls(api, await api.user());
    const entries: { cart_id: string }[] = [];
    for (const name of ['One', 'Two']) {
      const shop = await openShop(api, [{ name, price: '10.00', stock: '' }]);
      entries.push({ cart_id: (await calls.add(unitsOf(shop, 1))).data.cart_id });
    }
    const { data } = await calls.order({ entries, total_amount: '20.00' });
    const { cart_order_no, orders, pay } = data;
    await calls.pay(cart_order_no, 20);
    await api.projected();
    const numbers = [cart_order_no, ...orders.map(({ out_trade_no }) => out_trade_no)];
    expect(numbers).toHaveLength(3);
    for (const number of numbers) expect(await found(number)).toEqual([pay?.charge_id]);
    expect((await listed({ search_q: cart_order_no })).list).toEqual([]);
  });
});

describe('files that are no statement', () => {
  it.each<[string, string, string, string]>([
    ['file', '', '', ''],
    ['file', 'name,price\nMug,1\n', '', ''],
    ['file', 'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC)\n', '', ''],
    ['from', 'x', '?to=2026-01-01', ''],
    ['to', 'x', '?from=2026-02-01&to=2026-01-01', ''],
    ['from', 'x', '?from=2150-01-01&to=2150-01-02', ''],
    ['to', 'x', '?from=2026-01-01&to=2150-01-02', ''],
    ['file', 'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC)\n', '?from=2026-01-01&to=2026-01-02', ''],
  ])('is refused by %s (%#)', async (field, text, query) => {
    const { ec, data } = await upload(text, query);
    expect(ec).toBe(40000);
    expect(data.errors?.map((error) => error.field)).toEqual([field]);
  });

  it('as a file: none, a picture, too large', async () => {
    expect((await uploadFile(Buffer.from('x'), 'other')).ec).toBe(40000);
    const picture = await uploadFile(Buffer.from('89504e470d0a1a0a0000000dff', 'hex'));
    expect(picture).toMatchObject({ ec: 40000, em: 'Please upload a CSV file in UTF-8, UTF-16 or GBK' });
    const large = await uploadFile(Buffer.alloc(33_554_433, 0x61));
    expect(large).toMatchObject({ ec: 40000, em: 'max file size: 32 MB' });
  });
});

describe('Stripe’s export', () => {
  it('the header identifies it, and it states its period', async () => {
    const head = 'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description';
    const lines = [
      'txn_1,charge,ch_1,30.00,1.17,28.83,cny,2026-01-05 10:00,2026-01-12 00:00,王芳 wang@example.com',
      'txn_2,payout,po_1,-28.83,0.00,-28.83,cny,2026-01-06 00:00,2026-01-06 00:00,STRIPE PAYOUT',
      'txn_3,charge,ch_2,30.00,1.17,28.83,usd,2026-01-05 10:00,,',
    ];
    const { data } = await upload([head, ...lines].join('\n'), '?from=2026-01-01&to=2026-01-31');
    expect(data).toMatchObject({
      provider: 'stripe',
      fresh: 2,
      from: 1_767_196_800,
      to: 1_769_875_200,
      rejected: [{ line: 4, reason: 'other_currency' }],
    });
    expect(await states({ provider: 'stripe' })).toEqual({ ch_1: 'only_theirs', txn_2: 'matched' });
    expect(await balanceOf('assets:bank')).toBe('28.83');
    const { events } = await api.deps.log.readAll(0, { limit: 10_000, types: ['StatementLineRecorded'] });
    expect(JSON.stringify(events)).not.toMatch(/王芳|wang@/);
  });
});

describe('a note beside a file', () => {
  const line = 't_note,2026-03-03T00:00:00Z,fee,,,0.00,0.01,-0.01,CNY';
  const file = `line_id,time,kind,reference,provider_reference,amount,fee,net,currency\n${line}\n`;

  it('is stored with the statement, and refused if its name is too long', async () => {
    const refused = await uploadFile(Buffer.from(file), 'file', 'x'.repeat(201));
    expect([refused.ec, refused.data.errors?.map(({ field }) => field)]).toEqual([40000, ['reason']]);
    const { data } = await uploadFile(Buffer.from(file), 'file', 'by mail');
    expect(data).toMatchObject({ repeated: false, fresh: 1, reason: 'by mail' });
    await api.projected();
  });
});

describe('who is not of finance', () => {
  it('is refused', async () => {
    for (const role of ['support', 'admin'] as const) {
      const staff = await api.staff(role);
      expect((await api.call(listDifferences, {}, staff)).ec).toBe(40300);
      expect((await api.call(uploadStatement, { text: 'x' }, staff)).ec).toBe(40300);
    }
  });
});

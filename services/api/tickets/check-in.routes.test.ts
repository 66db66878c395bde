import { beforeAll, describe, expect, test } from 'vitest';
import { ticketStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { teamOrders } from '#services/contract/accounts/team.ts';
import { readToken, tokenText } from '#services/contract/tickets/ticket-token.ts';
import {
  type Checkin,
  checkInTicket,
  listDoors,
  listOrderTickets,
  listTickets,
  type Ticket,
  undoTicketCheckIn,
} from '#services/contract/tickets/tickets.ts';
import { openTicketSigning } from '#services/modules/tickets/ticket-signing.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import {
  type BoughtTickets,
  buyTickets,
  openEvent,
  orderTickets,
  refundTickets,
  type TestEvent,
} from '../testing/event-tickets.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const CHECKIN = '/api/order/ticket-checkin';
const HOLDER = { name: '张三丰', id_card: '11010519491231002X' };
const api = fixture(startTestApi);
const event = fixture(async () => openEvent(api, await api.creator('Mei'), true));
const fan = fixture(() => api.user());
const member = fixture(() => api.user('Door'));
beforeAll(() =>
  api.deps.accounts.team.add(event.creator.user_id, member.user_id, {
    member_name: 'East door',
    rights: ['orders', 'tickets'],
  }),
);

async function ticketOf(order: BoughtTickets): Promise<Ticket> {
  await api.projected();
  const { data } = await api.call(listOrderTickets, { out_trade_no: order.out_trade_no }, fan);
  return data.list[0]!;
}
const bought = async () => ticketOf(await buyTickets(api, event, fan, { holders: [HOLDER] }));
const scan = (body: object, as = event.creator) => api.send(checkInTicket, body, as);
const admissions = async (ticket: string) =>
  (await api.deps.log.readStream(ticketStream(ticket))).filter(({ type }) => type === 'TicketCheckedIn')
    .length;

describe('POST /api/order/ticket-checkin', () => {
  test('admits once: the device shows the full holder, and at the second scan time and person of the first', async () => {
    const { token, id } = await bought();
    const first = await scan({ token, device: 'East 东门' }, member);
    expect(first.data).toMatchObject({
      outcome: 'admitted',
      ticket: { ...HOLDER, status: 2, used_by: 'Door' },
    });
    const second = await scan({ token });
    const used_at = first.data.ticket.used_at;
    expect(second.data).toMatchObject({
      outcome: 'used',
      ticket: { used_at, used_by: 'Door', device: 'East 东门' },
    });
    expect(await admissions(id)).toBe(1);
  });

  test('names the document of a holder from abroad', async () => {
    const passport = { name: 'Ada', id_type: 'passport', id_card: 'E12345678' } as const;
    const ticket = await ticketOf(await buyTickets(api, event, fan, { holders: [passport] }));
    expect(ticket).toMatchObject({ name: 'A**', id_type: 'passport', id_card: 'E******78' });
    expect((await scan({ token: ticket.token })).data.ticket).toMatchObject(passport);
  });

  test('takes order number and id, and the code that is read out', async () => {
    const one = await bought();
    const named = { out_trade_no: one.out_trade_no, id: one.id };
    expect((await scan(named)).data.outcome).toBe('admitted');
    const other = await bought();
    const typed = ` ${other.code.toLowerCase().replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect((await scan({ code: typed, plan_id: event.plan_id })).data.outcome).toBe('admitted');
    expect((await scan({ code: 'ffffffffffff' })).ec).toBe(40400);
    expect((await scan({ code: 'xyz' })).ec).toBe(40000);
    expect(await scan({})).toMatchObject({ ec: 40000, data: { errors: [{ field: 'token' }] } });
  });

  test('as GET needs the header that no foreign page can send', async () => {
    const { out_trade_no, id } = await bought();
    const ask = (headers: Record<string, string>) =>
      sent<Checkin>(api.app, {
        method: 'GET',
        url: CHECKIN,
        query: { out_trade_no, id },
        headers: { authorization: `Bearer ${event.creator.token}`, ...headers },
      });
    expect((await ask({})).ec).toBe(40300);
    expect(await admissions(id)).toBe(0);
    expect((await ask({ 'locale-lang': 'en-US' })).data.outcome).toBe('admitted');
  });

  test('refuses forged tokens, altered ones, and those of other signers', async () => {
    const { token, id } = await bought();
    const { body } = readToken(token)!;
    const foreign = openTicketSigning(secretsOf('somebody else'));
    const forged = [
      tokenText(body, foreign.sign(body)),
      tokenText(body, new Uint8Array(64)),
      'no-token',
      token.slice(4),
    ];
    for (const one of forged) {
      expect(await scan({ token: one })).toMatchObject({ ec: 40000, em: '这不是本站签发的门票' });
    }
    expect(await admissions(id)).toBe(0);
  });

  test('refuses another event or round, void tickets, and unpaid ones', async () => {
    const { token, out_trade_no, id } = await bought();
    const elsewhere = await openEvent(api, event.creator);
    expect(await scan({ token, plan_id: elsewhere.plan_id })).toMatchObject({
      ec: 40902,
      em: '该门票不属于本场活动',
    });
    expect((await scan({ token, plan_id: event.plan_id, round_id: 'matinee' })).ec).toBe(40902);
    await refundTickets(api, event, { out_trade_no, total: 0 } as BoughtTickets, [id]);
    expect(await scan({ token })).toMatchObject({ ec: 40902, em: '该门票已退款作废' });
    const { sku_id } = event.evening;
    const waiting = await orderTickets(api, event, fan, { sku_id, count: 1, holders: [HOLDER] });
    const stream = `order-${waiting.out_trade_no}`;
    const unpaid = await api.deps.committer.read([stream], (states) => states.get(orderKind, stream));
    if (unpaid.phase === 'none') throw new Error('the order was not placed');
    const ticket_id = unpaid.placed.tickets[0]!.ticket_id;
    const named = { out_trade_no: waiting.out_trade_no, id: ticket_id };
    expect(await scan(named)).toMatchObject({ ec: 40902, em: '该门票尚未支付' });
    expect(await admissions(id)).toBe(0);
  });

  test('is for the creator and the team: to the holder, and to another creator, the ticket does not exist', async () => {
    const { token, id } = await bought();
    for (const as of [fan, await api.creator(), await api.user()]) {
      expect((await scan({ token }, as)).ec).toBe(40400);
    }
    await api.deps.accounts.team.remove(event.creator.user_id, member.user_id);
    expect((await scan({ token }, member)).ec).toBe(40400);
    await api.deps.accounts.team.add(event.creator.user_id, member.user_id, {
      member_name: 'East door',
      rights: ['orders', 'tickets'],
    });
    expect((await scan({ token }, member)).data.outcome).toBe('admitted');
    expect(await admissions(id)).toBe(1);
  });

  test('answers a scan sent again as before, and counts one that waited from when it was made', async () => {
    const { token } = await bought();
    const scanned_at = Math.floor(api.deps.clock.now() / 1000) - 600;
    const waited = { token, scan_id: 'phone-7', scanned_at };
    for (const _ of [1, 2]) {
      expect((await scan(waited, member)).data).toMatchObject({
        outcome: 'admitted',
        ticket: { used_at: scanned_at },
      });
    }
    expect((await scan({ ...waited, scan_id: 'phone-8' }, member)).data.outcome).toBe('used');
  });
});

describe('POST /api/order/ticket-undo-checkin', () => {
  test('a member undoes a check-in; the list says who and when, and the next scan admits', async () => {
    const { token, id, out_trade_no } = await bought();
    const { data } = await scan({ token, scan_id: 'first' });
    const body = { id, out_trade_no, used_at: data.ticket.used_at ?? 0 };
    expect((await api.send(undoTicketCheckIn, body, fan)).ec).toBe(40400);
    expect((await api.send(undoTicketCheckIn, { ...body, used_at: body.used_at + 1 }, member)).ec).toBe(
      40902,
    );
    const undone = await api.send(undoTicketCheckIn, body, member);
    expect(undone.data.ticket).toMatchObject({
      id,
      status: 1,
      used_at: null,
      used_by: '',
      undone_by: 'Door',
    });
    await api.projected();
    const { list } = await api.data(
      listTickets,
      { plan_id: event.plan_id, search_q: id.slice(0, 12) },
      event.creator,
    );
    expect(list).toMatchObject([{ id, status: 1, used_at: null, undone_by: 'Door' }]);
    expect(list[0]?.undone_at).toBe(undone.data.ticket.undone_at);
    expect((await scan({ token, scan_id: 'first' })).ec).toBe(40902);
    expect((await scan({ token, scan_id: 'second' })).data.outcome).toBe('admitted');
  });
});

describe('the door’s lists', () => {
  let own: TestEvent;
  beforeAll(async () => {
    own = await openEvent(api, await api.creator('Otto'), true);
    await api.deps.accounts.team.add(own.creator.user_id, member.user_id, {
      member_name: 'Gate',
      rights: ['orders', 'tickets'],
    });
    const order = await buyTickets(api, own, fan, {
      count: 2,
      holders: [HOLDER, { ...HOLDER, name: '=HYPERLINK' }],
    });
    await buyTickets(api, own, fan, { sku_id: own.matinee.sku_id, holders: [HOLDER] });
    const { token } = await ticketOf(order);
    await scan({ token }, own.creator);
    await api.projected();
  });
  const list = async (query: Record<string, string | number>, as = own.creator) => {
    const { data } = await api.call(listTickets, query, as);
    return data;
  };

  test('show for every event and round how many are missing', async () => {
    const { data } = await api.call(listDoors, {}, own.creator);
    const [only, ...others] = data.list;
    expect(others).toEqual([]);
    expect(only).toMatchObject({ creator: { name: 'Otto' }, plan: { name: 'Concert 音乐会' } });
    expect(only?.rounds).toMatchObject([
      { round_id: 'matinee', begin_time: own.matinee.begin_time / 1000, valid: 1, used: 0, void: 0 },
      { round_id: 'evening', begin_time: own.evening.begin_time / 1000, valid: 1, used: 1, void: 0 },
    ]);
    const both = (await api.data(listDoors, {}, member)).list;
    expect(new Set(both.map(({ creator }) => creator.name))).toEqual(new Set(['Otto', 'Mei']));
    expect((await api.data(listDoors, {}, fan)).list).toEqual([]);
  });

  test('are filtered, searched and paged; names are complete, numbers are masked', async () => {
    expect((await list({})).total_count).toBe(3);
    const evening = await list({ plan_id: own.plan_id, round_id: 'evening', per_page: 1 });
    expect(evening).toMatchObject({ total_count: 2, has_more: true });
    expect(evening.list[0]).toMatchObject({
      name: '张三丰',
      id_card: '110***********002X',
      status: 2,
      used_by: 'Otto',
    });
    const { code, id } = evening.list[0]!;
    expect((await list({ search_q: code })).list.map((one) => one.id)).toEqual([id]);
    expect((await list({ status: 1 })).total_count).toBe(2);
  });

  test('find a holder by full or partial name, and nothing without a match', async () => {
    const names = async (search_q: string) => {
      const { list: found, total_count } = await list({ search_q });
      expect(total_count).toBe(found.length);
      return found.map(({ name }) => name);
    };
    const both = ['张三丰', '张三丰'];
    for (const search_q of ['张三丰', ' 张 三丰', '张', '张三', '三丰'])
      expect(await names(search_q)).toEqual(both);
    expect(await names('=hyper')).toEqual(['=HYPERLINK']);
    for (const search_q of ['李四', '王', 'x', 'zzz', 'nobody at all', '0', '二三']) {
      expect(await names(search_q)).toEqual([]);
    }
    expect((await list({ search_q: ' - ' })).total_count).toBe(3);
    expect((await list({ search_q: '张三丰', round_id: 'matinee' })).total_count).toBe(1);
    // Of another creator's guests nothing is found.
    expect(
      (await list({ search_q: '张三丰' }, event.creator)).list.map(({ plan }) => plan.plan_id),
    ).not.toContain(own.plan_id);
  });

  test('are only for the creator and the team', async () => {
    const creator_id = own.creator.user_id;
    expect((await list({ creator_id }, member)).total_count).toBe(3);
    expect((await list({}, member)).total_count).toBe(0);
    for (const url of ['/api/creator/ticket-list', '/api/creator/ticket-export']) {
      expect((await api.get(url, fan, { creator_id })).ec).toBe(40400);
    }
  });

  test('so are the orders', async () => {
    const creator_id = own.creator.user_id;
    const orders = (as: TestUser, of = creator_id) => api.call(teamOrders, { creator_id: of, status: 2 }, as);
    expect((await orders(member)).data.total_count).toBe(2);
    expect((await orders(own.creator)).data.total_count).toBe(2);
    expect((await orders(fan)).ec).toBe(40400);
    expect((await orders(member, fan.user_id)).ec).toBe(40400);
  });

  test('leave as CSV, where no cell is a formula', async () => {
    const { headers, body } = await api.app.inject({
      method: 'GET',
      url: '/api/creator/ticket-export',
      query: { plan_id: own.plan_id, round_id: 'evening' },
      headers: { authorization: `Bearer ${own.creator.token}`, 'locale-lang': 'en-US' },
    });
    expect(headers['content-type']).toContain('text/csv');
    const lines = body.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFCode,Name,Document,Document number,Event,Ticket,Date,Order,Status,Checked in at,Checked in by,Device,Holder changed at',
    );
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(
      /^[0-9A-F]{4}(-[0-9A-F]{4}){2},张三丰,Resident ID card,110\*{11}002X,Concert 音乐会,Front row,\d{4}-/,
    );
    expect(lines[2]).toContain(",'=HYPERLINK,");
  });
});

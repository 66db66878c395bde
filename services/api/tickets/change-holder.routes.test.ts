import { beforeAll, describe, expect, test } from 'vitest';
import { ticketStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { listTeamActions } from '#services/contract/staff/staff-actions.ts';
import { editIdcard, listIdcards } from '#services/contract/tickets/identities.ts';
import { verifyToken } from '#services/contract/tickets/ticket-token.ts';
import {
  changeTicketHolder,
  checkInTicket,
  exportTickets,
  getTicketKey,
  listOrderTickets,
  listTickets,
  type Ticket,
  undoTicketCheckIn,
} from '#services/contract/tickets/tickets.ts';
import type { Timer } from '#services/worker/process.ts';
import { holderNotices } from '#services/worker/processes/notices/holder-notices.ts';
import { buyTickets, openEvent, refundTickets } from '../testing/event-tickets.ts';
import { startTestApi } from '../testing/test-api.ts';

const ZHANG = { name: '张三丰', id_card: '11010519491231002X' };
const LI = { name: '李四', id_card: '110105194912310038' };
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

async function present({ out_trade_no }: { out_trade_no: string }): Promise<Ticket> {
  await api.projected();
  return (await api.data(listOrderTickets, { out_trade_no }, fan)).list[0]!;
}
const bought = async () => present(await buyTickets(api, event, fan, { holders: [ZHANG] }));
const scan = (body: object, as = event.creator) => api.send(checkInTicket, body, as);
const change = ({ out_trade_no, id }: Ticket, holder: object, as = fan) =>
  api.send(changeTicketHolder, { out_trade_no, id, ...holder }, as);
const entries = async () => {
  const { rows } = await api.deps.pool.query<{ entries: number; uses: number }>(
    `SELECT (SELECT count(*)::int FROM accounts.vault WHERE user_id = $1) AS entries,
            (SELECT coalesce(sum(uses), 0)::int FROM accounts.identities WHERE user_id = $1) AS uses`,
    [fan.user_id],
  );
  return rows[0];
};

describe('POST /api/order/ticket-change-holder', () => {
  test('the ticket has a new QR code and code; the earlier ones are refused in every form', async () => {
    const old = await bought();
    const { ec, data } = await change(old, LI);
    expect(ec).toBe(200);
    const ticket = await present(old);
    expect(data.ticket).toEqual(ticket);
    expect(ticket).toMatchObject({ id: old.id, name: '李*', status: 1, holder_changes: 1 });
    expect(ticket.holder_changed_at).not.toBeNull();
    const { jwk } = await api.data(getTicketKey, {});
    expect(await verifyToken(ticket.token, [jwk])).toMatchObject({ ticket_id: old.id, revision: 1 });

    // Also of a door that was offline, and sends its scan later.
    const scanned_at = Math.floor(api.deps.clock.now() / 1000) - 60;
    for (const earlier of [
      { token: old.token },
      { token: old.token, scan_id: 'offline', scanned_at },
      { code: old.code },
      { out_trade_no: old.out_trade_no, id: old.id },
    ]) {
      expect(await scan(earlier, member)).toMatchObject({ ec: 40902, em: expect.stringContaining('持票人') });
    }
    const admitted = await scan({ code: ticket.code }, member);
    expect(admitted.data).toMatchObject({ outcome: 'admitted', ticket: LI });
    expect((await scan({ token: ticket.token })).data.outcome).toBe('used');
  });

  test('lists, file, history and the team’s actions show it; an undone check-in, too', async () => {
    const old = await bought();
    await change(old, LI);
    const { token, code } = await present(old);
    const { data } = await scan({ token }, member);
    const { out_trade_no, id } = old;
    await api.send(undoTicketCheckIn, { out_trade_no, id, used_at: data.ticket.used_at ?? 0 }, member);
    await api.projected();
    for (const search_q of [code, old.code, '李']) {
      const { list } = await api.data(listTickets, { plan_id: event.plan_id, search_q }, event.creator);
      expect(list.filter((one) => one.id === id)).toMatchObject([{ name: '李四', code, holder_changes: 1 }]);
    }
    const { body } = await api.app.inject({
      url: `${exportTickets.path}?plan_id=${event.plan_id}`,
      headers: { authorization: `Bearer ${event.creator.token}` },
    });
    expect(body.split('\n').find((row) => row.includes(code))).toMatch(
      /李四.*\d{4}-\d\d-\d\d \d\d:\d\d"?\r?$/,
    );
    const { story } = await api.data(getOrder, { out_trade_no }, fan);
    expect(story.map(({ what }) => what).slice(-3)).toEqual([
      'holder_changed',
      'admitted',
      'admission_undone',
    ]);
    const { list } = await api.data(listTeamActions, {}, event.creator);
    expect(list.slice(0, 2)).toMatchObject([
      { action: 'TicketCheckInUndone', subject: id, by: { name: 'Door' } },
      { action: 'TicketCheckedIn', subject: id },
    ]);
  });

  test('a saved person is used once per change; a refused change leaves no data', async () => {
    await api.send(editIdcard, LI, fan);
    const identity_id = (await api.data(listIdcards, {}, fan)).list[0]?.identity_id ?? '';
    const ticket = await bought();
    const before = await entries();
    expect((await change(ticket, { identity_id })).data.ticket).toMatchObject({
      name: '李*',
      holder_changes: 1,
    });
    expect(await entries()).toEqual({ ...before, uses: (before?.uses ?? 0) + 1 });
    // The same again changes nothing: the QR code stays.
    expect((await change(ticket, { identity_id })).data.ticket).toMatchObject({ holder_changes: 1 });
    await scan({ token: (await present(ticket)).token });
    for (const holder of [ZHANG, { identity_id }]) expect((await change(ticket, holder)).ec).toBe(40902);
    expect(await entries()).toEqual({ ...before, uses: (before?.uses ?? 0) + 1 });
  });

  test('can be a person with a passport', async () => {
    const passport = { name: 'Ada', id_type: 'passport', id_card: 'e1234 5678' };
    expect((await change(await bought(), passport)).data.ticket).toMatchObject({
      name: 'A**',
      id_type: 'passport',
      id_card: 'E******78',
    });
  });

  test('names the field of a wrong holder, and refuses others and void tickets', async () => {
    const order = await buyTickets(api, event, fan, { holders: [ZHANG] });
    const ticket = await present(order);
    const fields = async (holder: object) =>
      ((await change(ticket, holder)).data as unknown as { errors: { field: string }[] }).errors.map(
        ({ field }) => field,
      );
    expect(await fields({})).toEqual(['name', 'id_card']);
    expect(await fields({ name: '李四', id_card: '110105194912310039' })).toEqual(['id_card']);
    expect(await fields({ name: 'Ada', id_type: 'passport', id_card: '1' })).toEqual(['id_card']);
    expect(await fields({ identity_id: 'nobodys' })).toEqual(['identity_id']);
    for (const other of [event.creator, member]) expect((await change(ticket, LI, other)).ec).toBe(40400);
    await refundTickets(api, event, order, [ticket.id]);
    expect((await change(ticket, LI)).ec).toBe(40902);
    const types = (await api.deps.log.readStream(ticketStream(ticket.id))).map(({ type }) => type);
    expect(types).toEqual(['TicketIssued', 'TicketVoided']);
  });

  test('three times at most; the buyer has one message for each, also from two workers', async () => {
    const ticket = await bought();
    for (const name of ['李四', '王五', '赵六']) {
      expect((await change(ticket, { ...LI, name })).ec).toBe(200);
      await notify(ticket.id);
    }
    expect((await change(ticket, ZHANG)).ec).toBe(40902);
    const { list } = await api.deps.inbox.page(fan.user_id, 'en-US', { limit: 50, offset: 0 });
    const messages = list.filter(({ template }) => template === 'ticket_holder_changed');
    expect(messages).toHaveLength(3);
    expect(messages[0]?.text).toContain((await present(ticket)).code);
    expect(messages.map(({ text }) => text).join()).not.toContain('李四');
  });
});

/** The worker does what the changes of a ticket ask for. */
async function notify(ticket_id: string): Promise<void> {
  const process = holderNotices(api.deps);
  for (const event of await api.deps.log.readStream(ticketStream(ticket_id))) {
    if (event.type !== 'TicketHolderChanged') continue;
    const timer = process.timerFor(event);
    if (timer === undefined || !('set' in timer)) continue;
    const due: Timer = { key: timer.key, attempts: 0, ...timer.set };
    const fire = () => process.fire(due, event.metadata.at);
    expect(await Promise.all([fire(), fire()])).toEqual(['done', 'done']);
  }
}

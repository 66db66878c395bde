import { beforeAll, expect, test } from 'vitest';
import { ticketStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { editIdcard, listIdcards } from '#services/contract/tickets/identities.ts';
import {
  changeTicketHolder,
  checkInTicket,
  listOrderTickets,
  undoTicketCheckIn,
} from '#services/contract/tickets/tickets.ts';
import { buyTickets, openEvent, refundTickets } from '../testing/event-tickets.ts';
import { goesWrong } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const DOORS = 12;
/** Persons who may check in: the creator and a full team. */
const staff: TestUser[] = [];

const api = fixture(startTestApi);
const guarded = fixture(() => startServers(api));
const careless = fixture(() => startServers(api, false));
const event = fixture(async () => openEvent(api, await api.creator()));
/** Its tickets name their holders. */
const named = fixture(() => openEvent(api, event.creator, true));
const ZHANG = { name: '张三丰', id_card: '11010519491231002X' };
const LI = { name: '李四', id_card: '110105194912310038' };
const fan = fixture(() => api.user());
beforeAll(async () => {
  staff.push(event.creator, await api.user('East'), await api.user('West'));
  for (const { user_id, name } of staff.slice(1))
    await api.deps.accounts.team.add(event.creator.user_id, user_id, {
      member_name: name,
      rights: ['tickets'],
    });
});

async function ticket(of = event, holders: readonly (typeof ZHANG)[] = []) {
  const order = await buyTickets(api, of, fan, { holders });
  await api.projected();
  const { data } = await api.call(listOrderTickets, { out_trade_no: order.out_trade_no }, fan);
  const [only] = data.list;
  if (only === undefined) throw new Error('the order has no ticket');
  return { ...only, order };
}

/** One ticket shown concurrently at twelve doors, on two servers. */
async function everywhere(servers: Servers) {
  const { token, id } = await ticket();
  const answers = await Promise.all(
    Array.from({ length: DOORS }, (_, n) => {
      const body = { token, device: `door ${n}`, scan_id: `scan ${n}` };
      return servers.call(n, checkInTicket, body, staff[n % staff.length]!);
    }),
  );
  const stream = await api.deps.log.readStream(ticketStream(id));
  return { answers, admissions: stream.filter(({ type }) => type === 'TicketCheckedIn') };
}

test('a ticket at two doors admits one; the other sees immediately who it was', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { answers, admissions } = await everywhere(guarded);
    expect(admissions).toHaveLength(1);
    expect(answers.map(({ ec }) => ec)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ data }) => data.outcome === 'admitted')).toHaveLength(1);
    const { device } = admissions[0]!.data as { device: string };
    expect(new Set(answers.map(({ data }) => data.ticket.device))).toEqual(new Set([device]));
  }
});

test('negative control: without expected versions it admits more than one', async () => {
  expect(await goesWrong(async () => (await everywhere(careless)).admissions.length > 1)).toBe(true);
});

/** Twelve doors scan a ticket whose first check-in is undone meanwhile, on two servers. Returns the events of its stream. */
async function undoneMeanwhile(servers: Servers): Promise<string[]> {
  const { token, id, order } = await ticket();
  const first = await servers.call(0, checkInTicket, { token, scan_id: 'first' }, event.creator);
  const used_at = first.data.ticket.used_at ?? 0;
  const body = { id, out_trade_no: order.out_trade_no, used_at };
  const all = Array.from({ length: DOORS }, (_, n) => {
    const as = staff[n % staff.length]!;
    if (n % 3 === 0) return servers.call(n, undoTicketCheckIn, body, as);
    return servers.call(n, checkInTicket, { token, scan_id: `scan ${n}` }, as);
  });
  await Promise.all<unknown>(all);
  return (await api.deps.log.readStream(ticketStream(id))).map(({ type }) => type);
}
/** If check-ins and undoings take turns, so that nobody is admitted twice. */
const takesTurns = (types: readonly string[]): boolean =>
  types.slice(1).every((type, n) => type === (n % 2 === 0 ? 'TicketCheckedIn' : 'TicketCheckInUndone'));

test('undone while it is shown at other doors, each check-in follows an undoing', async () => {
  for (let round = 0; round < 3; round += 1) {
    const types = await undoneMeanwhile(guarded);
    expect(types).toContain('TicketCheckInUndone');
    expect(takesTurns(types)).toBe(true);
  }
});

test('negative control: without expected versions check-ins and undoings overtake each other', async () => {
  expect(await goesWrong(async () => !takesTurns(await undoneMeanwhile(careless)))).toBe(true);
});

/** The buyer names another holder while the earlier one is at the doors. Returns the events of the ticket's stream. */
async function renamedMeanwhile(servers: Servers): Promise<string[]> {
  const { token, id, order } = await ticket(named, [ZHANG]);
  // A saved person needs no writes before the decision.
  const [li] = (await api.data(listIdcards, {}, fan)).list;
  const identity_id = li?.identity_id ?? (await api.data(editIdcard, LI, fan)).identity.identity_id;
  const body = { id, out_trade_no: order.out_trade_no, identity_id };
  // On one server the doors, on the other the buyer: neither knows what the other decides.
  const scans = Array.from({ length: DOORS / 2 }, (_, n) =>
    servers.call(1, checkInTicket, { token, scan_id: `scan ${n}` }, staff[n % staff.length]!),
  );
  await Promise.all<unknown>([servers.call(0, changeTicketHolder, body, fan), ...scans]);
  return (await api.deps.log.readStream(ticketStream(id))).map(({ type }) => type);
}

test('with another holder while it is shown, either the earlier holder is in, or the ticket has the new one', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [, ...changes] = await renamedMeanwhile(guarded);
    expect(changes).toHaveLength(1);
  }
});

test('negative control: without expected versions the earlier holder is in, and the ticket has the new one', async () => {
  expect(await goesWrong(async () => new Set(await renamedMeanwhile(careless)).size > 2)).toBe(true);
});

test('refunded while it is shown, it is either used and then void, or void and never used', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { token, id, order } = await ticket();
    const scans = staff.map((as, n) => guarded.call(n, checkInTicket, { token }, as));
    const [, ...answers] = await Promise.all([refundTickets(api, event, order, [id]), ...scans]);
    const types = (await api.deps.log.readStream(ticketStream(id))).map(({ type }) => type);
    const used = types.includes('TicketCheckedIn');
    expect(types).toEqual(
      used ? ['TicketIssued', 'TicketCheckedIn', 'TicketVoided'] : ['TicketIssued', 'TicketVoided'],
    );
    expect(answers.filter(({ ec, data }) => ec === 200 && data.outcome === 'admitted')).toHaveLength(
      used ? 1 : 0,
    );
    expect((await guarded.call(0, checkInTicket, { token }, event.creator)).ec).toBe(40902);
  }
});

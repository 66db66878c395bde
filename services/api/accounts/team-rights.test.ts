import { beforeAll, describe, expect, test } from 'vitest';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import {
  addTeamMember,
  deleteTeamMember,
  editTeamMember,
  leaveTeam,
} from '#services/contract/accounts/team.ts';
import { updateExpress, uploadExpressNumbers } from '#services/contract/delivery/express.ts';
import { TEAM_HEADER, TEAM_RIGHTS, type TeamRight } from '#services/contract/endpoint.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { exportCreatorOrders, listCreatorOrders } from '#services/contract/orders/order-list.ts';
import { listTeamActions } from '#services/contract/staff/staff-actions.ts';
import { explainStats, getStats } from '#services/contract/stats/calls.ts';
import { getStatsFile } from '#services/contract/stats/sales.ts';
import { exportTickets, listTickets } from '#services/contract/tickets/tickets.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { routesOf } from '../testing/route-list.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { waitingOrder } from '../testing/waiting-orders.ts';

const api = fixture(startTestApi);
const creator = fixture<TestUser>(() => api.creator('Lin'));
/** Also a creator: what is refused for Lin must not be answered with the member's own data. */
const member = fixture<TestUser>(() => api.creator('Ann'));
const fan = fixture<TestUser>(() => api.user('Noor'));
const forLin = () => ({ [TEAM_HEADER]: creator.user_id });

beforeAll(async () => {
  const { email: account } = await api.deps.accounts.addressesOf(member.user_id);
  await api.data(addTeamMember, { account, member_name: 'Ann', rights: [] }, creator);
});
const give = (...rights: TeamRight[]) =>
  api.data(editTeamMember, { user_id: member.user_id, rights }, creator);
const paidOrder = () =>
  waitingOrder(api.deps.committer, { user_id: fan.user_id, creator_id: creator.user_id });

/** What a member can do with each right: everything else is the creator's. */
const ALLOWED: Readonly<Record<TeamRight, readonly string[]>> = {
  orders: [
    'GET /api/my/sponsored-bill',
    'GET /api/my/sponsored-bill-export',
    'GET /api/my/sponsored-bill-filter',
    'POST /api/order/batch-upload-express-no',
    'POST /api/order/update-express',
  ],
  // The door's calls name the creator, or follow from the ticket.
  tickets: [],
  content: [
    'GET /api/creator/get-linked-albums',
    'GET /api/media/own',
    'GET /api/media/parts',
    'GET /api/media/show',
    'GET /api/post/get-draft',
    'GET /api/post/get-drafts',
    'GET /api/post/get-linked',
    'GET /api/post/get-own-list',
    'GET /api/post/proof',
    'POST /api/album/preview',
    'POST /api/creator/del-album',
    'POST /api/creator/edit-album',
    'POST /api/creator/edit-album-post',
    'POST /api/creator/link-album',
    'POST /api/creator/set-album-order',
    'POST /api/creator/unlink-album',
    'POST /api/media/complete',
    'POST /api/media/delete',
    'POST /api/media/sign',
    'POST /api/post/count-readers',
    'POST /api/post/delete',
    'POST /api/post/delete-draft',
    'POST /api/post/edit-vote',
    'POST /api/post/embed-card',
    'POST /api/post/hide',
    'POST /api/post/link-sku',
    'POST /api/post/preview',
    'POST /api/post/preview-terms',
    'POST /api/post/publish',
    'POST /api/post/save-draft',
    'POST /api/post/show',
    'POST /api/post/top',
    'POST /api/post/unlink-sku',
    'POST /api/post/untop',
    'POST /api/upload/audio',
    'POST /api/upload/video',
    'PUT /api/media/put/:file_id',
  ],
  stats: [
    'GET /api/my/explain',
    'GET /api/my/sales',
    'GET /api/my/sponsor-months',
    'GET /api/my/sponsored-bill-filter',
    'GET /api/my/stat',
    'GET /api/my/stats-file',
    'GET /api/my/top-plans',
    'GET /api/my/visits',
  ],
};

const isCalled = (method: string): method is 'GET' | 'POST' | 'PUT' =>
  ['GET', 'POST', 'PUT'].includes(method);

/** Every route of the creator's area that does not refuse the member. */
async function entered(): Promise<string[]> {
  const found: string[] = [];
  for (const { method, url, access } of routesOf(api.app)) {
    if (![access].flat().includes('creator') || !isCalled(method)) continue;
    const response = await api.app.inject({
      method,
      url,
      ...(method !== 'GET' && { payload: {} }),
      headers: { authorization: `Bearer ${member.token}`, 'locale-lang': 'en-US', ...forLin() },
    });
    const json = response.headers['content-type']?.toString().includes('json');
    if (!json || response.json().ec !== 40300) found.push(`${method} ${url}`);
  }
  return found.sort();
}

describe('rights', () => {
  test.each([[[]], ...TEAM_RIGHTS.map((right) => [[right]])] as [TeamRight[]][])(
    'a member with %j enters its routes only, also with routes of the own area; nothing is written',
    async (rights) => {
      await give(...rights);
      const before = await api.deps.log.head();
      expect(await entered()).toEqual(rights.flatMap((right) => ALLOWED[right]).sort());
      expect(await api.deps.log.head()).toBe(before);
    },
  );

  test('apply at once on every server, also when they are taken away', async () => {
    await give('stats');
    const second = await api.another();
    const statusOf = async (app = api.app) =>
      (
        await app.inject({
          method: 'GET',
          url: '/api/my/stat',
          headers: { authorization: `Bearer ${member.token}`, ...forLin() },
        })
      ).json().ec;
    expect([await statusOf(), await statusOf(second.app)]).toEqual([200, 200]);
    await give();
    expect([await statusOf(second.app), await statusOf()]).toEqual([40300, 40300]);
    await give('stats');
    expect([await statusOf(second.app), await statusOf()]).toEqual([200, 200]);
  });

  test('are of one team: a stranger and another creator are refused', async () => {
    await give(...TEAM_RIGHTS);
    const other = await api.creator();
    expect((await api.call(getStats, {}, fan, forLin())).ec).toBe(40300);
    expect((await api.call(getStats, {}, member, { [TEAM_HEADER]: other.user_id })).ec).toBe(40300);
    expect((await api.call(getStats, {}, member, { [TEAM_HEADER]: 'nobody' })).ec).toBe(40300);
    // Without the header, and with the own id: the own area.
    expect((await api.call(getStats, {}, member)).ec).toBe(200);
    expect((await api.call(getStats, {}, member, { [TEAM_HEADER]: member.user_id })).ec).toBe(200);
  });

  test('are shown to the member, who can leave', async () => {
    const { email: account } = await api.deps.accounts.addressesOf(fan.user_id);
    const invited = { account, member_name: 'Noor', rights: ['stats' as const] };
    expect((await api.send(addTeamMember, { ...invited, rights: ['money'] }, creator)).ec).toBe(40000);
    await api.data(addTeamMember, invited, creator);
    const { teams } = await api.data(getMyProfile, {}, fan);
    expect(teams).toEqual([
      { creator: { user_id: creator.user_id, name: 'Lin', avatar: '' }, rights: ['stats'] },
    ]);
    const { rows } = await api.deps.pool.query("SELECT FROM runtime.outbox WHERE template = 'team_invited'");
    expect(rows.length).toBeGreaterThan(0);
    const { user_id: creator_id } = creator;
    expect((await api.call(leaveTeam, { creator_id }, fan)).ec).toBe(200);
    expect((await api.call(leaveTeam, { creator_id }, fan)).ec).toBe(40400);
    expect((await api.call(getStats, {}, fan, forLin())).ec).toBe(40300);
  });
});

describe('a right that is taken away at one server while the member acts at another', () => {
  type Server = Awaited<ReturnType<typeof api.another>>;

  /** One act ends before the change, five run concurrently, six begin after its answer. @returns how many of the later ones were accepted */
  async function race({ app }: Server): Promise<number> {
    await give('orders');
    const orders = await Promise.all(Array.from({ length: 12 }, paidOrder));
    const ship = async (out_trade_no: string): Promise<number> => {
      const { path: url, method } = updateExpress;
      const payload = { out_trade_no, express: 'sf', express_no: 'SF12345' };
      const headers = { authorization: `Bearer ${member.token}`, ...forLin() };
      return (await app.inject({ method, url, payload, headers })).json().ec;
    };
    const before = await Promise.all(orders.slice(0, 1).map(ship));
    const during = orders.slice(1, 6).map(ship);
    await give();
    const after = await Promise.all(orders.slice(6).map(ship));
    const answers = [...before, ...(await Promise.all(during)), ...after];
    expect(before).toEqual([200]);
    for (const [at, order] of orders.entries()) {
      const events = await api.deps.log.readStream(orderStream(order));
      const shipped = events.filter(({ type }) => type === 'OrderShipped');
      const expected = answers[at] === 200 ? [`user:${member.user_id}`] : [];
      expect([answers[at], shipped.map(({ metadata }) => metadata.actor)]).toEqual([answers[at], expected]);
      expect([200, 40300]).toContain(answers[at]);
    }
    return after.filter((ec) => ec === 200).length;
  }

  test('no act that begins after the answer is accepted, and none leaves a part', async () => {
    const second = await api.another();
    for (let round = 0; round < 5; round += 1) expect(await race(second)).toBe(0);
  });

  test('negative control: a server that remembers rights accepts later acts', async () => {
    const second = await api.another();
    const { team } = second.deps.accounts;
    const { rightsOf } = team;
    let remembered: ReturnType<typeof rightsOf> | undefined;
    team.rightsOf = (...of) => {
      remembered ??= rightsOf(...of);
      return remembered;
    };
    expect(await race(second)).toBe(6);
  });
});

describe('acts of members', () => {
  test('have the member as actor, and the creator sees them; the own ones are not among them', async () => {
    await give('orders');
    const [first, second] = [await paidOrder(), await paidOrder()];
    const parcel = { express: 'sf', express_no: 'SF12345' };
    const sent = await api.data(updateExpress, { out_trade_no: first, ...parcel }, member, forLin());
    expect(sent.changed).toBe(true);
    await api.data(updateExpress, { out_trade_no: second, ...parcel }, creator);
    const actorOf = async (order: typeof first) =>
      (await api.deps.log.readStream(orderStream(order))).at(-1)?.metadata.actor;
    expect(await actorOf(first)).toBe(`user:${member.user_id}`);
    expect(await actorOf(second)).toBe(`user:${creator.user_id}`);
    await api.projected();
    const { list } = await api.data(listTeamActions, {}, creator);
    const orders: string[] = [first, second];
    expect(list.filter(({ subject }) => orders.includes(subject))).toMatchObject([
      { action: 'OrderShipped', by: { user_id: member.user_id, name: 'Ann' }, subject: first },
    ]);
    expect((await api.data(listTeamActions, {}, member)).list).toEqual([]);
  });

  test('by a file too', async () => {
    await give('orders');
    const order = await paidOrder();
    const text = `out_trade_no,company,express_no\n${order},sf,SF777777\n`;
    const report = await api.data(uploadExpressNumbers, { text }, member, forLin());
    expect(report).toMatchObject({ shipped: 1, failed: 0 });
    const [event] = (await api.deps.log.readStream(orderStream(order))).slice(-1);
    expect(event?.metadata.actor).toBe(`user:${member.user_id}`);
  });

  test('a member sees orders without notes, and nothing that the creator bought', async () => {
    await give('orders');
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    const order = await orderCalls(api, fan).buy({ plan_id, product_type: 0, month: 1 });
    await api.post('/api/order/update-creator-remark', { out_trade_no: order, remark: 'a note' }, creator);
    const own = await api.data(getOrder, { out_trade_no: order }, creator);
    expect(own.creator_remark).toBe('a note');
    const shown = await api.data(getOrder, { out_trade_no: order }, member);
    expect(shown).toMatchObject({ creator_remark: null, may: { refund: false, cancel: false }, replies: [] });
    await api.projected();
    const { list } = await api.data(listCreatorOrders, {}, member, forLin());
    expect(list.find(({ out_trade_no }) => out_trade_no === order)?.creator_remark).toBe(null);
    const elsewhere = await savePlan(api, await api.creator(), sponsorshipForm);
    const body = { plan_id: elsewhere.plan_id, product_type: 0, month: 1 };
    const bought = await orderCalls(api, creator).buy(body);
    expect((await api.call(getOrder, { out_trade_no: bought }, creator)).ec).toBe(200);
    expect((await api.call(getOrder, { out_trade_no: bought }, member)).ec).toBe(40400);
    await give('stats');
    expect((await api.call(getOrder, { out_trade_no: order }, member)).ec).toBe(40400);
  });

  test('a figure is explained without addresses, remarks and events', async () => {
    await give('stats');
    await api.projected();
    const date = api.deps.calendar.dayOf(api.deps.clock.now());
    const request = { figure: 'gross' as const, date };
    const own = await api.data(explainStats, request, creator);
    const shown = await api.data(explainStats, request, member, forLin());
    expect(own.list.some(({ events }) => events.length > 0)).toBe(true);
    expect([shown.value, shown.list.length]).toEqual([own.value, own.list.length]);
    for (const { order, events } of shown.list) {
      expect([events, order.remark, order.ext.address, order.creator_remark]).toEqual([[], '', null, null]);
    }
  });

  test('files have their names, and only the creator’s own lines', async () => {
    await give(...TEAM_RIGHTS);
    const order = await paidOrder();
    await api.projected();
    await api.post(
      '/api/order/update-creator-remark',
      { out_trade_no: order, remark: 'kept secret' },
      creator,
    );
    const file = async (url: string, query = '') => {
      const { headers, body } = await api.app.inject({
        method: 'GET',
        url: `${url}${query}`,
        headers: { authorization: `Bearer ${member.token}`, ...forLin() },
      });
      return { name: headers['content-disposition'], body };
    };
    const orders = await file(exportCreatorOrders.path);
    expect(orders.name).toBe('attachment; filename="orders.csv"');
    expect(orders.body).toContain(order);
    expect(orders.body).not.toContain('kept secret');
    const tickets = await file(exportTickets.path, `?creator_id=${creator.user_id}`);
    expect(tickets.name).toBe('attachment; filename="tickets.csv"');
    const stats = await file(getStatsFile.path, '?from=2026-01-01&to=2026-01-31');
    expect(stats.name).toMatch(/filename=".+\.xlsx"/);
  });

  test('at the door: the right to check tickets in, and no doors of other teams', async () => {
    await give('tickets');
    expect((await api.call(listTickets, { creator_id: creator.user_id }, member)).ec).toBe(200);
    const other = await api.creator();
    expect((await api.call(listTickets, { creator_id: other.user_id }, member)).ec).toBe(40400);
    await give('orders', 'stats');
    expect((await api.call(listTickets, { creator_id: creator.user_id }, member)).ec).toBe(40400);
  });

  test('a former member is refused at once', async () => {
    await give(...TEAM_RIGHTS);
    await api.data(deleteTeamMember, { user_id: member.user_id }, creator);
    expect((await api.call(getStats, {}, member, forLin())).ec).toBe(40300);
    expect((await api.call(getStats, {}, member)).ec).toBe(200);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { ORDER_STATUS, POST_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { listSessions } from '#services/contract/accounts/sessions.ts';
import { editTeamMember, listTeamChanges, teamOrders } from '#services/contract/accounts/team.ts';
import {
  editAffiliate,
  getAffiliate,
  listAffiliates,
  listMyAffiliates,
} from '#services/contract/affiliates/calls.ts';
import { getSeals } from '#services/contract/audit/audit.ts';
import { listLedger } from '#services/contract/books/books.ts';
import { getFinanceTotal } from '#services/contract/books/finance-overview.ts';
import { getStatement, listDifferences, listStatements } from '#services/contract/books/statements.ts';
import { listCreatorCases, listStaffCases } from '#services/contract/cases/cases.ts';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import {
  listAllPlans,
  listPlans,
  listPlanTags,
  listProducts,
  listSkus,
} from '#services/contract/catalog/plans.ts';
import { searchPlans } from '#services/contract/catalog/search-plans.ts';
import { editAlbum, listAlbums } from '#services/contract/content/albums.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { getPostRevenue } from '#services/contract/content/revenue.ts';
import { searchAlbums } from '#services/contract/content/search.ts';
import { listShippingTemplates } from '#services/contract/delivery/shipping.ts';
import type { Endpoint, TeamRight } from '#services/contract/endpoint.ts';
import { editGoal, setGoalProductCount } from '#services/contract/goals/goals.ts';
import { listIncomeLines } from '#services/contract/income/income.ts';
import { getSettlement, listSettlements } from '#services/contract/income/settlements.ts';
import { listOwnFiles } from '#services/contract/media/media.ts';
import { listMyMembers, listSponsors } from '#services/contract/memberships/sponsors.ts';
import { listMyMessages, listUndeliveredMessages } from '#services/contract/messages/calls.ts';
import { listOpenCalls } from '#services/contract/open/developer.ts';
import { createWebhook, listWebhookDeliveries } from '#services/contract/open/webhooks.ts';
import { listCreatorOrders, listMyOrders } from '#services/contract/orders/order-list.ts';
import { listPurchases, listSpending } from '#services/contract/orders/purchases.ts';
import { listRedeemBatches, listRedeemCodes, makeRedeemCodes } from '#services/contract/redeem/calls.ts';
import { changeRole, listCertifications, listStaffHistory } from '#services/contract/staff/admin.ts';
import { listStaffActions, listTeamActions } from '#services/contract/staff/staff-actions.ts';
import { searchOrders } from '#services/contract/staff/support.ts';
import { explainStats } from '#services/contract/stats/calls.ts';
import { explainGoal, getGoalHistory } from '#services/contract/stats/explain-goal.ts';
import { listMyTickets, listTickets } from '#services/contract/tickets/tickets.ts';
import { listBankReviews } from '#services/contract/withdrawals/bank-reviews.ts';
import { listWithdrawals } from '#services/contract/withdrawals/finance-withdrawals.ts';
import {
  applyWithdraw,
  listMyWithdrawals,
  listPostings,
} from '#services/contract/withdrawals/withdrawals.ts';
import { earner } from '../testing/earning.ts';
import { type OpenProgram, openProgram } from '../testing/open-calls.ts';
import { type OrderCalls, orderCalls } from '../testing/order-calls.ts';
import { readyFile } from '../testing/ready-files.ts';
import { certify } from '../testing/replying.ts';
import { forSale, openShop, type TestShop } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const SKUS = 12;
const api = fixture(startTestApi);
let shop: TestShop;
let creator: TestUser;
let fan: TestUser;
let member: TestUser;
let partner: TestUser;
let rich: TestUser;
let support: TestUser;
let admin: TestUser;
let finance: TestUser;
let calls: OrderCalls;
let buyer: TestUser;
let affiliate_id = '';
let goal_id = '';
let program: OpenProgram;
let webhook_id = '';

beforeAll(async () => {
  shop = await openShop(
    api,
    Array.from({ length: SKUS }, (_, n) => forSale(`Model ${n}`, '')),
  );
  ({ creator } = shop);
  fan = await api.user();
  partner = await api.creator();
  [support, admin, finance] = [
    await api.staff('support'),
    await api.staff('admin'),
    await api.staff('finance'),
  ];
  calls = orderCalls(api, fan);
  [member, buyer] = [await api.user(), await api.user()];
  rich = await earner(api, 1_000_000);
  await certify(api, creator);
  ({ affiliate_id } = (await codeFor(creator, partner.user_id, 'all-orders')).affiliate);
  ({ goal_id } = (await api.data(editGoal, { type: 2, monthly_income: '50.00' }, creator)).goal);
  await api.data(setGoalProductCount, { status: 1 }, creator);
  await api.deps.accounts.team.add(creator.user_id, member.user_id, {
    member_name: 'Door',
    rights: ['orders', 'content'],
  });
  program = await openProgram(api, creator);
  ({ webhook_id } = await api.data(createWebhook, { url: 'https://shop.example/hook' }, creator));
});

let made = 0;
const next = (): number => {
  made += 1;
  return made;
};
const code = (): string => `code-${next()}-x`;
/** An order of a model that the fan has not bought yet. */
async function order(as = fan): Promise<void> {
  const sku_id = shop.skus[next() % SKUS]?.sku_id ?? '';
  await calls.buy(
    { plan_id: shop.plan.plan_id, sku: [{ sku_id, count: 1 }], affiliate_code: 'all-orders' },
    as,
  );
}

interface Scene {
  endpoint: Endpoint;
  as: () => TestUser;
  input?: () => object;
  /** Adds a row at the front. */
  add: () => Promise<unknown>;
}
const orders = { as: () => creator, add: () => order() };
const ofFan = { as: () => fan, add: () => order() };
const codeFor = (owner: TestUser, partner_id: string, name = code()) =>
  api.data(editAffiliate, { code: name, partner: partner_id, rate: 10 }, owner);
let seesStats = false;
function teamRights(): TeamRight[] {
  seesStats = !seesStats;
  return seesStats ? ['orders', 'content', 'stats'] : ['orders', 'content'];
}
const deliver = () =>
  api.deps.pool.query(
    `INSERT INTO accounts.webhook_deliveries (webhook_id, position, topic, subject, event_at, changed_at)
     VALUES ($1, $2, 'order.paid', 'order', 0, 0)`,
    [webhook_id, next()],
  );
const seal = () =>
  api.deps.pool.query(
    `INSERT INTO audit.seals (number, first_position, last_position, root, previous, sealed_at, signature, leaves)
     SELECT n, n, n, decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), 0, decode('00', 'hex'), decode(repeat('00', 32), 'hex')
       FROM (SELECT coalesce(max(number), 0) + 1 AS n FROM audit.seals) AS next`,
  );
const record = () =>
  api.deps.accounts.openCalls.record({
    creator_id: creator.user_id,
    token_id: program.token_id,
    name: 'ping',
    params: '{}',
    ec: 200,
    bytes: 1,
    ms: 1,
    at: 0,
  });
const today = () => api.deps.calendar.dayOf(api.deps.clock.now());
let isHelper = false;
const changeHelper = () => {
  isHelper = !isHelper;
  const body = { user_id: fan.user_id, role: 'support', granted: isHelper, reason: 'a test' } as const;
  return api.data(changeRole, body, admin);
};

/** Lists with the newest rows first. */
const SCENES: readonly Scene[] = [
  { endpoint: listCreatorOrders, ...orders },
  {
    endpoint: listCreatorOrders,
    ...orders,
    input: () => ({ search_q: fan.name, search_param_type: 'name' }),
  },
  {
    endpoint: listCreatorOrders,
    ...orders,
    input: () => ({ status: ORDER_STATUS.success, product_type: 1 }),
  },
  {
    endpoint: teamOrders,
    as: () => member,
    add: () => order(),
    input: () => ({ creator_id: creator.user_id }),
  },
  { endpoint: listMyOrders, ...ofFan },
  { endpoint: listSpending, ...ofFan },
  {
    endpoint: searchOrders,
    ...ofFan,
    as: () => support,
    input: () => ({ user_id: fan.user_id, reason: 'asked' }),
  },
  { endpoint: explainStats, ...orders, input: () => ({ figure: 'orders', date: today() }) },
  { endpoint: explainGoal, ...orders, input: () => ({ goal_id }) },
  { endpoint: getAffiliate, ...orders, input: () => ({ affiliate_id }) },
  { endpoint: listPostings, ...orders, input: () => ({ account: 'pending' }) },
  { endpoint: listLedger, ...orders, as: () => finance, input: () => ({ account: 'assets:psp:sandbox' }) },
  { endpoint: listPurchases, as: () => buyer, add: () => order(buyer) },
  { endpoint: listSponsors, as: () => creator, add: async () => order(await api.user()) },
  {
    endpoint: listSponsors,
    as: () => creator,
    input: () => ({ sort: 'first' }),
    add: async () => order(await api.user()),
  },
  { endpoint: listAffiliates, as: () => creator, add: () => codeFor(creator, partner.user_id) },
  {
    endpoint: listMyAffiliates,
    as: () => partner,
    add: async () => codeFor(await api.creator(), partner.user_id),
  },
  {
    endpoint: listRedeemBatches,
    as: () => creator,
    add: () =>
      api.data(
        makeRedeemCodes,
        { plan_id: shop.plan.plan_id, sku_id: shop.skus[0]?.sku_id ?? '', num: 1 },
        creator,
      ),
  },
  {
    endpoint: getGoalHistory,
    as: () => creator,
    input: () => ({ goal_id }),
    add: () => api.data(editGoal, { goal_id, type: 2, monthly_income: `${100 + next()}.00` }, creator),
  },
  {
    endpoint: listOwnPosts,
    as: () => creator,
    input: () => ({ status: POST_STATUS.normal }),
    add: () => api.data(publishPost, { content: `Post ${next()}` }, creator),
  },
  {
    endpoint: listAlbums,
    as: () => creator,
    input: () => ({ user_id: creator.user_id }),
    add: () => api.data(editAlbum, { title: `Album ${next()}` }, creator),
  },
  { endpoint: listOwnFiles, as: () => creator, add: () => readyFile(api, creator, 'attachment') },
  {
    endpoint: listMyMessages,
    as: () => fan,
    add: () => api.deps.outbox.send({ to_user: fan.user_id, template: 'password_changed', values: {} }),
  },
  { endpoint: listSessions, as: () => fan, add: () => api.deps.accounts.sessions.open(fan.user_id) },
  {
    endpoint: listTeamChanges,
    as: () => creator,
    add: () =>
      api.data(
        editTeamMember,
        { user_id: member.user_id, member_name: 'Door', rights: teamRights() },
        creator,
      ),
  },
  { endpoint: listStaffHistory, as: () => admin, add: changeHelper },
  { endpoint: listStaffActions, as: () => finance, add: changeHelper },
  {
    endpoint: listWebhookDeliveries,
    as: () => creator,
    add: () => deliver(),
  },
  { endpoint: listOpenCalls, as: () => creator, add: () => record() },
  {
    endpoint: listMyWithdrawals,
    as: () => rich,
    add: () => api.data(applyWithdraw, { amount: '1.00' }, rich),
  },
  {
    endpoint: listWithdrawals,
    as: () => finance,
    add: () => api.data(applyWithdraw, { amount: '1.00' }, rich),
  },
  { endpoint: getSeals, as: () => finance, add: () => seal() },
];
/** Their rows come from a provider's file, a mail that fails, or a reader of a post; the pages are the same ones. */
const ELSEWHERE: readonly Endpoint[] = [
  listTeamActions,
  listStatements,
  listDifferences,
  listUndeliveredMessages,
  getPostRevenue,
];
/** Lists with an order of their own, which new rows do not push down, or of something that does not grow. */
const ORDERED: readonly Endpoint[] = [
  exploreCreators, // by what sells
  listAllPlans, // as the creator ranks them
  listPlanTags,
  listPlans,
  listProducts,
  searchPlans, // products, by when they were made
  searchAlbums,
  listSkus,
  listShippingTemplates, // at most 50, on one page
  listRedeemCodes, // by their number in the batch
  listCertifications, // longest waiting first
  listCreatorCases, // by when they are due
  listStaffCases, // longest waiting first
  listBankReviews,
  listMyTickets, // by their date
  listTickets, // in the order of sale
  listMyMembers, // by the end of the membership, as of a day
  listIncomeLines, // in the order of the books
  getSettlement, // of a month that is over
  listSettlements,
  getFinanceTotal, // by amount
  getStatement, // lines of a file
];

const IDS = [
  'batch_id',
  'out_trade_no',
  'sku_id',
  'post_id',
  'album_id',
  'affiliate_id',
  'order_id',
  'delivery_id',
  'message_id',
  'change_id',
  'file_id',
  'position',
  'number',
] as const;
/** What tells the row from others, whatever changes in it. */
function nameOf(row: Row): string {
  const inner = [row, row.order, row.user].filter((one) => one !== undefined);
  for (const id of [...IDS, 'user_id'])
    for (const one of inner) if (one[id] !== undefined) return String(one[id]);
  return JSON.stringify(row);
}

const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

test('every list with pages is one of these', () => {
  const paged = new Map<string, boolean>();
  const { paths = {} } = api.app.swagger() as {
    paths?: Record<string, Record<string, { parameters?: { name: string }[] }>>;
  };
  for (const [path, methods] of Object.entries(paths)) {
    if (path.startsWith('/api/open/')) continue;
    for (const [method, { parameters = [] }] of Object.entries(methods)) {
      const names = parameters.map(({ name }) => name);
      if (names.includes('page'))
        paged.set(
          `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
          names.includes('known_count'),
        );
    }
  }
  const newest = [...SCENES.map(({ endpoint }) => endpoint), ...ELSEWHERE];
  const expected = new Map([
    ...newest.map((one) => [keyOf(one), true] as const),
    ...ORDERED.map((one) => [keyOf(one), false] as const),
  ]);
  expect(Object.fromEntries(paged)).toEqual(Object.fromEntries(expected));
});

interface Row {
  order?: Row;
  user?: Row;
  [field: string]: unknown;
}
interface Listed {
  list: Row[];
  total_count: number;
  has_more: boolean;
}

describe('page 1, a new row, page 2: no row twice and none missing', () => {
  test.each(SCENES.map((scene) => [scene.endpoint.path, scene] as const))('%s', async (_, scene) => {
    const { endpoint, as, input = () => ({}), add } = scene;
    const read = async (query: object): Promise<Listed> => {
      await api.projected();
      return api.data(endpoint, { ...input(), ...query } as never, as()) as Promise<never>;
    };
    for (let n = (await read({ per_page: 50 })).total_count; n < 3; n += 1) await add();
    const whole = await read({ per_page: 50 });
    const first = await read({ page: 1, per_page: 1 });
    expect(first.total_count).toBe(whole.total_count);
    await add();
    const known_count = first.total_count;
    const rows = [...first.list];
    for (let page = 2; page <= known_count; page += 1) {
      const { list, total_count, has_more } = await read({ page, per_page: 1, known_count });
      expect([page, list.length, total_count]).toEqual([page, 1, known_count]);
      if (page === 2) expect(has_more).toBe(true);
      rows.push(...list);
    }
    expect(rows.map(nameOf)).toEqual(whole.list.map(nameOf));
    // Without it, the pages are those of the list as it is.
    expect((await read({ page: 1, per_page: 1, known_count })).total_count).toBe(known_count + 1);
  });

  test('a row that left the pages before does not hide another', async () => {
    const shopper = await api.user();
    const numbers: string[] = [];
    const { plan_id } = shop.plan;
    const sku = [{ sku_id: shop.skus[0]?.sku_id ?? '', count: 1 }];
    for (const _ of [1, 2, 3, 4]) {
      const { data } = await calls.create({ plan_id, sku }, shopper);
      numbers.unshift(data.out_trade_no);
    }
    await api.projected();
    const pending = { status: ORDER_STATUS.pending, per_page: 2 };
    const first = await api.data(listMyOrders, pending, shopper);
    await calls.cancel(numbers[1] ?? '', shopper);
    await api.projected();
    const known_count = first.total_count;
    const second = await api.data(listMyOrders, { ...pending, page: 2, known_count }, shopper);
    expect([...first.list, ...second.list].map(({ out_trade_no }) => out_trade_no)).toEqual(numbers);
  });
});

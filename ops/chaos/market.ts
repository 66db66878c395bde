import { fastify } from 'fastify';
import type { UserId } from '#events/ids.ts';
import { HOUR_MS, type Millis } from '#events/time.ts';
import { until } from '#ops/simulation/until.ts';
import { signTokens } from '#services/api/http/session/session-token.ts';
import { openAccounts } from '#services/modules/all.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { createListener } from '#services/runtime/listener.ts';
import { advanceSandboxClock, moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { openSecrets } from '#services/runtime/secrets.ts';
import { signingKey } from '#services/runtime/signing-key.ts';
import type { Client, Person } from './client.ts';
import type { Servers } from './servers.ts';

const FANS = 24;
const CREATORS = 2;
const FINANCE = 2;
/** So that the month of the first orders is settled, and its money can be withdrawn. */
const SETTLED_AFTER: Millis = 65 * 86_400_000;
const CODES = 60;
const USES = 5;
/** Of a membership, for each month. */
export const RENEWAL = '10.00';
/** Units that one fan may have of the limited plan. */
const LIMIT = 6;

/** An order's input: the body of `create-order`, without counts. */
export interface Offer {
  kind: 'scarce' | 'endless' | 'limited' | 'bundle';
  plan_id: string;
  sku_id: string;
}

export interface Shop {
  creator: Person;
  offers: readonly Offer[];
  /** A plan with renewals by agreement. */
  membership: string;
  codes: readonly string[];
}

export interface Market {
  fans: readonly Person[];
  shops: readonly Shop[];
  finance: readonly Person[];
  /** By plan: units that one fan may have of it. */
  limits: ReadonlyMap<string, number>;
}

interface SavedPlan {
  plan: { plan_id: string; sku: { sku_id: string }[] };
}

async function make<Data>(client: Client, by: Person, path: string, body: object): Promise<Data> {
  const { ec, data } = await client.call(by, 'POST', path, body);
  if (ec !== 200) throw new Error(`${path} was refused with ${ec}: ${JSON.stringify(data)}`);
  // The caller knows what this path answers.
  return data as Data;
}

const sku = (name: string, stock: number | '') => ({ name, price: '10.00', stock });

async function openShop(client: Client, creator: Person, number: number): Promise<Shop> {
  const save = async (form: object): Promise<SavedPlan['plan']> =>
    (await make<SavedPlan>(client, creator, '/api/creator/edit-plan', { product_type: 1, ...form })).plan;
  await make(client, creator, '/api/creator/edit-basic', {
    name: `creator ${number}`,
    url_slug: `chaos${number}x`,
  });
  const account = { type: 'apy', realname: '王小明', account: 'wang@example.com' };
  await make(client, creator, '/api/creator/edit-withdraw', account);
  const goods = await save({ name: 'Scarf', sku: [sku('Scarce', 30), sku('Endless', '')] });
  const limit = { purchase_limit_count: LIMIT, purchase_limit_days: -1 };
  const limited = await save({
    name: 'Print',
    sku: [sku('Signed', 100_000)],
    purchase_limit_type: 2,
    product_purchase_limit: limit,
  });
  const [scarce, endless] = goods.sku.map(({ sku_id }) => sku_id);
  if (scarce === undefined || endless === undefined) throw new Error('the plan has no SKUs');
  const bundle = await save({
    name: 'Set',
    product_type: 2,
    price: '15.00',
    bundle_stock: '',
    sku: [{ sku_id: scarce }],
  });
  const membership = await save({
    name: 'Member',
    product_type: 0,
    price: RENEWAL,
    can_ali_agreement: 1,
  });
  const { list } = await make<{ list: { code: string }[] }>(client, creator, '/api/creator/make-redeem', {
    plan_id: goods.plan_id,
    sku_id: endless,
    num: CODES,
    uses: USES,
  });
  return {
    creator,
    offers: [
      { kind: 'scarce', plan_id: goods.plan_id, sku_id: scarce },
      { kind: 'endless', plan_id: goods.plan_id, sku_id: endless },
      { kind: 'limited', plan_id: limited.plan_id, sku_id: limited.sku[0]?.sku_id ?? '' },
      { kind: 'bundle', plan_id: bundle.plan_id, sku_id: scarce },
    ],
    membership: membership.plan_id,
    codes: list.map(({ code }) => code),
  };
}

/** Sells for so much that its creator has something to withdraw. */
async function earn(client: Client, fan: Person, { offers }: Shop): Promise<void> {
  const endless = offers.find(({ kind }) => kind === 'endless');
  if (!endless) throw new Error('a shop has something without end');
  const { plan_id, sku_id } = endless;
  const order = client.wish('order', fan, {
    path: '/api/order/create-order',
    body: { plan_id, sku: [{ sku_id, count: 10_000 }] },
    key: plan_id,
  });
  const { data, outcome } = await client.send(order);
  if (outcome !== 'acknowledged') throw new Error('the first order was refused');
  const { out_trade_no } = data;
  const body = { charge_id: `ch_${out_trade_no}_1`, outcome: 'success' };
  await client.send(client.wish('pay', fan, { path: '/api/sandbox/pay', body }));
  await until('the first order is paid', async () => {
    const check = await client.call(fan, 'GET', `/api/order/check?out_trade_no=${out_trade_no}`);
    return check.data.status === 2;
  });
}

/** Answers of the provider to further charges, one for each fan in turn. */
const ANSWERS = ['success', 'success', 'fail', 'late', 'timeout'] as const;

/** Every fan agrees to renewals, and the first become due when the clock moves. */
async function agreeAll(
  client: Client,
  { pool }: Servers,
  shops: readonly Shop[],
  fans: readonly Person[],
): Promise<void> {
  for (const [number, fan] of fans.entries()) {
    const plan_id = shops[number % shops.length]?.membership ?? '';
    const body = { plan_id, agreement_amount: RENEWAL };
    const path = '/api/order/create-order';
    const { data } = await client.send(client.wish('order', fan, { path, body, key: 'agrees' }));
    const { out_trade_no } = data;
    const paid = { charge_id: `ch_${out_trade_no}_1`, outcome: 'success' };
    await client.send(client.wish('pay', fan, { path: '/api/sandbox/pay', body: paid }));
    const outcome = ANSWERS[number % ANSWERS.length];
    await make(client, fan, '/api/sandbox/renewals', { out_trade_no, outcome });
  }
  let first = 0;
  await until('all renewals are awaited', async () => {
    const { rows } = await pool.query<{ count: number; first: string }>(
      `SELECT count(*)::int AS count, min(due_at) AS first FROM runtime.timers WHERE process = 'renewals'`,
    );
    first = Number(rows[0]?.first);
    return rows[0]?.count === fans.length;
  });
  await moveSandboxClock(pool, first - HOUR_MS / 2 - Date.now());
}

/** Fans, finance, and creators with offers, codes, and money that can be withdrawn. */
export async function openMarket(servers: Servers, dataDir: string, client: Client): Promise<Market> {
  const { pool, databaseUrl } = servers;
  const listener = createListener(databaseUrl);
  const clock = movableClock();
  const secrets = openSecrets({ dataDir, production: false, env: {} });
  const { accounts } = await openAccounts({ pool, clock, listener, secrets });
  const sessionKeys = secrets.rotated('session-signing').map(signingKey);
  const { issue } = await signTokens(fastify(), { sessionKeys, clock });
  const people = await accounts.members.addMany(
    Array.from({ length: FANS + CREATORS + FINANCE }, (_, number) => ({ name: `person ${number}` })),
  );
  const signedIn = (ids: readonly UserId[]): Promise<Person[]> =>
    Promise.all(
      ids.map(async (user_id) => ({ user_id, token: issue(await accounts.sessions.open(user_id)) })),
    );
  try {
    await until('the servers answer', async () => {
      const answers = await Promise.all(
        servers.origins.map((origin) => fetch(`${origin}/healthz`).catch(() => null)),
      );
      return answers.every((answer) => answer?.ok === true);
    });
    const finance = people.slice(FANS + CREATORS);
    for (const user_id of finance) await accounts.staff.grant(user_id, 'finance');
    const [early] = await signedIn(people);
    if (!early) throw new Error('nobody is there');
    const shops: Shop[] = [];
    for (const [number, creator] of (await signedIn(people.slice(FANS, FANS + CREATORS))).entries()) {
      const shop = await openShop(client, creator, number);
      await earn(client, early, shop);
      shops.push(shop);
    }
    clock.setOffset(await advanceSandboxClock(pool, SETTLED_AFTER));
    const creators = await signedIn(shops.map(({ creator }) => creator.user_id as UserId));
    const settled = shops.map((shop, number) => ({ ...shop, creator: creators[number] ?? shop.creator }));
    for (const { creator } of settled) {
      await until('the first month is settled', async () => {
        const { data } = await client.call(creator, 'GET', '/api/my/balance');
        return Number(data.available) > 0;
      });
    }
    const fans = await signedIn(people.slice(0, FANS));
    await agreeAll(client, servers, settled, fans);
    return {
      shops: settled,
      fans,
      finance: await signedIn(finance),
      limits: new Map(
        settled.flatMap(({ offers }) =>
          offers.filter(({ kind }) => kind === 'limited').map(({ plan_id }) => [plan_id, LIMIT] as const),
        ),
      ),
    };
  } finally {
    await listener.close();
  }
}

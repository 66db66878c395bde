import type { UserId } from '#events/ids.ts';
import { HOUR_MS, type Millis } from '#events/time.ts';
import { call } from '#ops/actors/client.ts';
import { becomeCreator, putOnSale, untilPaid } from '#ops/actors/people.ts';
import { withSessions } from '#ops/actors/sessions.ts';
import { until } from '#ops/actors/until.ts';
import type { EditPlan } from '#services/contract/catalog/edit-plan.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { sandboxRenewals } from '#services/contract/payments/sandbox-payments.ts';
import { makeRedeemCodes } from '#services/contract/redeem/calls.ts';
import { editWithdrawMethod } from '#services/contract/withdrawals/withdraw-methods.ts';
import { getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { advanceSandboxClock, moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import type { Client, Person, Reply, Request } from './client.ts';
import type { Entry } from './journal.ts';
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

const sku = (name: string, stock: number | '') => ({ name, price: '10.00', stock });

async function openShop(client: Client, creator: Person, number: number): Promise<Shop> {
  const seller = client.as(creator);
  const save = (form: Partial<EditPlan> & { name: string }): Promise<Plan> =>
    putOnSale(seller, { product_type: 1, ...form });
  await becomeCreator(seller, { name: `creator ${number}`, url_slug: `chaos${number}x` });
  await call(seller, editWithdrawMethod, { type: 'apy', realname: '王小明', account: 'wang@example.com' });
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
  const { list } = await call(seller, makeRedeemCodes, {
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

const order = (client: Client, fan: Person, request: Request<'order'>): Promise<Reply<'order'>> =>
  client.send(client.wish('order', fan, request));
const pay = (client: Client, fan: Person, { charge_id }: Reply<'order'>['data']['pay']): Promise<Entry> =>
  client.send(client.wish('pay', fan, { input: { charge_id, outcome: 'success' } }));

/** Sells for so much that its creator has something to withdraw. */
async function earn(client: Client, fan: Person, { offers }: Shop): Promise<void> {
  const endless = offers.find(({ kind }) => kind === 'endless');
  if (!endless) throw new Error('a shop has something without end');
  const { plan_id, sku_id } = endless;
  const input = { plan_id, sku: [{ sku_id, count: 10_000 }] };
  const { data, outcome } = await order(client, fan, { input, key: plan_id });
  if (outcome !== 'acknowledged') throw new Error('the first order was refused');
  await pay(client, fan, data.pay);
  await untilPaid(client.as(fan), data.out_trade_no);
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
    const input = { plan_id, agreement_amount: RENEWAL };
    const { data } = await order(client, fan, { input, key: 'agrees' });
    await pay(client, fan, data.pay);
    const outcome = ANSWERS[number % ANSWERS.length] ?? 'success';
    await call(client.as(fan), sandboxRenewals, { out_trade_no: data.out_trade_no, outcome });
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
  const clock = movableClock();
  await until('the servers answer', async () => {
    const answers = await Promise.all(
      servers.origins.map((origin) => fetch(`${origin}/healthz`).catch(() => null)),
    );
    return answers.every((answer) => answer?.ok === true);
  });
  return withSessions({ pool, databaseUrl, dataDir }, clock, async ({ accounts, people, tokens }) => {
    const ids = await people(
      Array.from({ length: FANS + CREATORS + FINANCE }, (_, number) => `person ${number}`),
    );
    const signedIn = async (some: readonly UserId[]): Promise<Person[]> => {
      const opened = await tokens(some);
      return some.map((user_id, at) => ({ user_id, token: opened[at] ?? '' }));
    };
    const finance = ids.slice(FANS + CREATORS);
    for (const user_id of finance) await accounts.staff.grant(user_id, 'finance');
    const [early] = await signedIn(ids);
    if (!early) throw new Error('nobody is there');
    const shops: Shop[] = [];
    for (const [number, creator] of (await signedIn(ids.slice(FANS, FANS + CREATORS))).entries()) {
      const shop = await openShop(client, creator, number);
      await earn(client, early, shop);
      shops.push(shop);
    }
    clock.setOffset(await advanceSandboxClock(pool, SETTLED_AFTER));
    const creators = await signedIn(shops.map(({ creator }) => creator.user_id as UserId));
    const settled = shops.map((shop, number) => ({ ...shop, creator: creators[number] ?? shop.creator }));
    for (const { creator } of settled) {
      await until('the first month is settled', async () => {
        const { available } = await call(client.as(creator), getBalance);
        return Number(available) > 0;
      });
    }
    const fans = await signedIn(ids.slice(0, FANS));
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
  });
}

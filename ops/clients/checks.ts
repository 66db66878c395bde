import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { call } from '#ops/actors/client.ts';
import { until } from '#ops/actors/until.ts';
import type { OpenOrder, OpenSponsor } from '#services/contract/open/answers.ts';
import { createWebhook, listWebhookDeliveries, testWebhook } from '#services/contract/open/webhooks.ts';
import { startBot } from './bot.ts';
import { type Change, serveChanged } from './changed-answers.ts';
import { compareOrders, comparePrices, comparePrivateIds, compareSponsors, type Page } from './comparison.ts';
import { type Installed, run } from './install.ts';
import { buyGoods, openSeller, type RightValues, rightValues, type Seller } from './right-values.ts';

const fileOf = (url: URL): string => fileURLToPath(url);
const OTHER_HOST = fileOf(new URL('./programs/other-host.ts', import.meta.url));
const AFDIAN_API = fileOf(new URL('./programs/afdian-api.ts', import.meta.url));
const AFDIANKIT = fileOf(new URL('./programs/afdiankit_calls.py', import.meta.url));
const TEST_ORDER = '202106232138371083454010626';

interface Place {
  base: string;
  /** For files, emptied afterwards. */
  folder: string;
  installed: Installed;
}

/** A check of one client against a server. */
interface Work extends Place {
  origin: string;
  seller: Seller;
  right: RightValues;
}

/** What the clients read from their environment. */
const environmentOf = ({ origin, seller, installed }: Work): NodeJS.ProcessEnv => ({
  ORIGIN: origin,
  CREATOR: seller.user_id,
  TOKEN: seller.token,
  PACKAGES: installed.npm,
  NAMED: JSON.stringify({
    out_trade_no: seller.numbers.goods,
    other: seller.numbers.custom,
    plan_id: seller.goods.plan_id,
    sku_id: seller.goods.sku[0]?.sku_id,
    fan: seller.fan_id,
  }),
});

interface Answers {
  ping: { ec: number; em: string; data: { uid: string; page: number } };
  orders: Page<OpenOrder>[];
  sponsors: Page<OpenSponsor>[];
}
interface OneByOne extends Answers {
  order: Page<OpenOrder>;
  sponsor: Page<OpenSponsor>;
}

/** Each is a picture that a page of any site may show. */
async function readEach(addresses: readonly string[]): Promise<void> {
  for (const address of new Set(addresses)) {
    const { status, headers, body } = await fetch(address);
    await body?.cancel();
    const shown = [status, headers.get('cross-origin-resource-policy')];
    deepEqual(shown, [200, 'cross-origin'], address);
    ok(/^image\/(png|jpeg|webp)$/.test(headers.get('content-type') ?? ''), address);
  }
}

async function afdianApi(work: Work): Promise<void> {
  const { folder, right, seller } = work;
  const words = ['--import', OTHER_HOST, AFDIAN_API];
  const text = await run(process.execPath, words, { cwd: folder, env: environmentOf(work) });
  const { ping, orders, sponsors } = JSON.parse(text) as Answers;
  deepEqual([ping.ec, ping.em, ping.data.uid, ping.data.page], [200, 'pong', seller.user_id, 1]);
  compareOrders(orders, right, seller);
  comparePrices(orders, right);
  compareSponsors(sponsors, right, seller);
  comparePrivateIds(orders, sponsors);
  const skus = orders.flatMap(({ data }) => data.list.flatMap(({ sku_detail }) => sku_detail));
  const fans = sponsors.flatMap(({ data }) => data.list);
  const plans = fans.flatMap(({ sponsor_plans }) => sponsor_plans);
  await readEach([...skus, ...plans].map(({ pic }) => pic).concat(fans.map(({ user }) => user.avatar)));
}

async function afdiankit(work: Work): Promise<void> {
  const { folder, installed, right, seller } = work;
  const text = await run(installed.afdiankit, [AFDIANKIT], { cwd: folder, env: environmentOf(work) });
  const { ping, orders, order, sponsors, sponsor } = JSON.parse(text) as OneByOne;
  deepEqual([ping.ec, ping.em, ping.data.uid, ping.data.page], [200, 'pong', seller.user_id, 7]);
  compareOrders(orders, right, seller);
  comparePrices(orders, right);
  compareSponsors(sponsors, right, seller);
  comparePrivateIds(orders, sponsors);
  deepEqual(
    order.data.list.map(({ out_trade_no }) => out_trade_no),
    [seller.numbers.goods],
  );
  deepEqual(
    sponsor.data.list.map(({ user }) => user.user_id),
    [seller.fan_id],
  );
}

/** The wall of SponsorKit, made by its program: the picture of every sponsor, at full size. */
async function sponsorkit(work: Work): Promise<void> {
  const { folder, installed, right, seller } = work;
  const wall = join(folder, `wall-${new URL(work.origin).port}`);
  await mkdir(wall);
  const preset = { avatar: { size: 90 }, boxWidth: 120, boxHeight: 130, name: { maxLength: 20 } };
  const tiers = [{ monthlyDollars: -1, preset }, { preset }];
  const config = { formats: ['json', 'svg'], includePastSponsors: true, tiers };
  await writeFile(join(wall, 'sponsor.config.json'), JSON.stringify(config));
  const program = join(installed.npm, 'node_modules/sponsorkit/dist/cli.mjs');
  await run(process.execPath, ['--import', OTHER_HOST, program, '--dir', wall, '--name', 'wall'], {
    cwd: wall,
    env: {
      ...environmentOf(work),
      SPONSORKIT_AFDIAN_USER_ID: seller.user_id,
      SPONSORKIT_AFDIAN_TOKEN: seller.token,
      SPONSORKIT_AFDIAN_EXCHANGE_RATE: '1',
    },
  });
  const sponsors = JSON.parse(await readFile(join(wall, 'wall.json'), 'utf8')) as {
    sponsor: { login: string; avatarUrl: string };
    monthlyDollars: number;
  }[];
  deepEqual(new Set(sponsors.map(({ sponsor }) => sponsor.login)), right.sponsors);
  equal(sponsors.find(({ sponsor }) => sponsor.login === seller.fan_id)?.monthlyDollars, 30);
  const svg = await readFile(join(wall, 'wall.svg'), 'utf8');
  const shown = new Map(
    [...svg.matchAll(/<a [^>]*id="(\w+)">.*?href="data:image\/webp;base64,([^"]+)"/gs)].map(
      ([, login, picture]) => [login, picture],
    ),
  );
  equal(shown.size, right.sponsors.size);
  const index = pathToFileURL(join(installed.npm, 'node_modules/sponsorkit/dist/index.mjs'));
  const { resizeImage } = (await import(index.href)) as {
    resizeImage(image: Buffer, size: number, format: string): Promise<Buffer>;
  };
  const pictures = new Map<string, string>();
  for (const { sponsor } of sponsors) {
    const { login, avatarUrl } = sponsor;
    if (!pictures.has(avatarUrl)) {
      const image = Buffer.from(await (await fetch(new URL(avatarUrl, work.base))).arrayBuffer());
      pictures.set(avatarUrl, (await resizeImage(image, 120, 'webp')).toString('base64'));
    }
    equal(shown.get(login), pictures.get(avatarUrl), `picture of ${login}`);
  }
  ok(pictures.size > 5, 'the demo’s sponsors have pictures of their own');
}

interface BotAnswers extends Answers {
  order: Page<OpenOrder>;
  two_orders: Page<OpenOrder>;
  plan: PlanAnswer;
  changed_plan: PlanAnswer;
  by_name: PlanAnswer;
  reply: { ec: number; data: { list: { out_trade_no: string; content: string }[] } };
  update: { ec: number };
  message: { ec: number };
}
interface PlanAnswer {
  data: {
    plan: { name: string; skus: { name: string; price: string; stock: string; reply_content: string }[] };
  };
}

const numbersOf = ({ data }: Page<OpenOrder>): string[] => data.list.map(({ out_trade_no }) => out_trade_no);

/** The calls of nonebot's adapter. @returns the bot, which goes on to receive webhooks */
async function nonebot(work: Work): Promise<Awaited<ReturnType<typeof startBot>>> {
  const { installed, right, seller } = work;
  const bot = await startBot(installed.nonebot, environmentOf(work));
  try {
    const answers = (await bot.untilLine('calls')) as BotAnswers;
    const { ping, orders, order, two_orders, sponsors, plan, changed_plan, by_name, reply } = answers;
    deepEqual([ping.ec, ping.em, ping.data.uid], [200, 'pong', seller.user_id]);
    compareOrders(orders, right, seller);
    compareSponsors(sponsors, right, seller);
    const { goods, custom } = seller.numbers;
    deepEqual(numbersOf(order), [goods]);
    deepEqual(numbersOf(two_orders).sort(), [goods, custom].sort());
    const skus = ({ data }: PlanAnswer) =>
      data.plan.skus.map(({ name, price, stock, reply_content }) => [name, price, stock, reply_content]);
    const blue = ['Blue', '8.00', '', ''];
    equal(plan.data.plan.name, 'Mug for programs');
    deepEqual(skus(plan), [['Red', '12.50', '5', ''], blue]);
    deepEqual(reply.data.list, [{ out_trade_no: goods, content: 'code-1\ncode-2' }]);
    equal(answers.update.ec, 200);
    deepEqual(skus(changed_plan), [['Red', '12.50', '5', 'Thanks'], blue]);
    deepEqual(by_name.data.plan, changed_plan.data.plan);
    equal(answers.message.ec, 40902, 'there are no messages between members');
    return bot;
  } catch (error) {
    await bot.stop();
    throw error;
  }
}

/** A test and an order of goods, as webhooks: the adapter takes both, and asks for the order before it believes it. */
async function webhooks({ seller }: Work, bot: Awaited<ReturnType<typeof startBot>>): Promise<void> {
  const { actor, fan, goods } = seller;
  const { webhook_id } = await call(actor, createWebhook, { url: bot.webhook, topics: ['order'] });
  await call(actor, testWebhook, { webhook_id });
  const isOrder = (number: string) => (value: unknown) => (value as OpenOrder).out_trade_no === number;
  const test = (await bot.untilLine('order', isOrder(TEST_ORDER))) as OpenOrder;
  deepEqual([test.total_amount, test.product_type, test.sku_detail.length], ['5.00', 1, 2]);
  const number = await buyGoods(fan, goods, 1);
  const order = (await bot.untilLine('order', isOrder(number))) as OpenOrder;
  const { month, total_amount, custom_order_id, remark, sku_detail } = order;
  deepEqual([month, total_amount, custom_order_id, remark], [1, '12.50', 'program-42', '请寄到单位']);
  deepEqual(
    sku_detail.map(({ name, count, stock }) => [name, count, stock]),
    [['Red', 1, '4']],
  );
  await until('both calls are delivered', async () => {
    const { list } = await call(actor, listWebhookDeliveries, { webhook_id });
    return list.length === 2 && list.every(({ state, attempts }) => state === 'delivered' && attempts === 1);
  });
}

/** Each client with an answer of another type or without a picture's address, which must be noticed. */
const CHANGES: readonly (readonly [
  client: string,
  check: (work: Work) => Promise<unknown>,
  change: Change,
])[] = [
  ['afdian-api', afdianApi, [/"stock":"5"/g, '"stock":5']],
  ['afdiankit', afdiankit, [/"bundle_stock":\d+/g, '"bundle_stock":""']],
  ['sponsorkit', sponsorkit, [/"avatar":"http:\/\/[^/]+/g, '"avatar":"']],
  ['nonebot-adapter-afdian', async (work) => (await nonebot(work)).stop(), [/"month":\d+/g, '"month":""']],
];

/** Makes every check, and prints a line for each. */
export async function checkClients(place: Place): Promise<{ passed: number; failed: number }> {
  const totals = { passed: 0, failed: 0 };
  const check = async (name: string, make: () => Promise<void>): Promise<void> => {
    const began = performance.now();
    try {
      await make();
      totals.passed += 1;
      console.log(`passed: ${name} (${Math.round(performance.now() - began)} ms)`);
    } catch (error) {
      totals.failed += 1;
      console.log(`FAILED: ${name}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    }
  };
  const seller = await openSeller(place.base);
  const work: Work = { ...place, origin: place.base, seller, right: await rightValues(seller) };
  for (const [client, compare, change] of CHANGES) {
    await check(`${client} notices ${change[1]}`, async () => {
      const { origin, close, hasChanged } = await serveChanged(place.base, change);
      try {
        await rejects(compare({ ...work, origin }));
        ok(hasChanged(), 'no answer was changed');
      } finally {
        close();
      }
    });
  }
  await check('afdian-api', () => afdianApi(work));
  await check('afdiankit', () => afdiankit(work));
  await check('sponsorkit', () => sponsorkit(work));
  let bot: Awaited<ReturnType<typeof startBot>> | undefined;
  await check('nonebot-adapter-afdian', async () => {
    bot = await nonebot(work);
  });
  if (bot) {
    const running = bot;
    await check('nonebot-adapter-afdian receives a test and an order of goods', () =>
      webhooks(work, running),
    );
    await running.stop();
  }
  return totals;
}

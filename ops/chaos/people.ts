import { setTimeout as pause } from 'node:timers/promises';
import { call } from '#ops/actors/client.ts';
import type { Random } from '#ops/demo/random.ts';
import { addCartEntry } from '#services/contract/cart/calls.ts';
import type { Client, Person, Reply, Request } from './client.ts';
import type { Action } from './journal.ts';
import { type Market, type Offer, RENEWAL, type Shop } from './market.ts';

/** Last two digits of an amount, by which the sandbox's payout provider decides (docs/operating.md), with weights. */
const CENTS: readonly (readonly [string, number])[] = [
  ['00', 60],
  ['41', 5],
  ['43', 5],
  ['44', 10],
  ['45', 20],
];
const MAX_PAUSE_MS = 250;
/** Code of a payout that the creator's money does not cover. */
const NOT_COVERED = 41008;
/** Orders that a creator may still refund. */
const REMEMBERED = 200;

interface Sold {
  creator: string;
  out_trade_no: string;
}

/**
 * All people act until the end: fans order, pay, cancel, redeem, and agree to renewals; creators refund, change stock
 * and withdraw; finance approves, rejects and refunds.
 */
export async function act(
  client: Client,
  { fans, shops, finance }: Market,
  random: Random,
  over: AbortSignal,
): Promise<void> {
  let keys = 0;
  let sold: Sold[] = [];
  let requested: string[] = [];
  const reviewed: string[] = [];
  const stocks = new Map<string, number>();

  const newKey = (): string => {
    keys += 1;
    return `chaos ${keys}`;
  };

  /** Most are sent once; some to all servers concurrently, a few of these with a different input under the same key. */
  async function ask<A extends Action>(
    action: A,
    by: Person,
    request: Request<A>,
    rival?: Request<A>,
  ): Promise<Reply<A> | undefined> {
    const wish = client.wish(action, by, request);
    if (random.chance(0.75)) return client.send<A>(wish);
    const both = rival && random.chance(0.5) ? [wish, client.wish(action, by, rival)] : [wish];
    return (await client.sendToAll<A>(both)).find(({ outcome }) => outcome === 'acknowledged');
  }

  async function pay(fan: Person, number: string): Promise<void> {
    const notice = random.weighted(
      [
        [{ delay_ms: 0, copies: 1, lost: false }, 80],
        [{ delay_ms: 500, copies: 3, lost: false }, 10],
        [{ delay_ms: 0, copies: 1, lost: true }, 10],
      ] as const,
      ([, weight]) => weight,
    )[0];
    await ask('pay', fan, { input: { charge_id: `ch_${number}_1`, outcome: 'success', notice } });
  }

  const cancel = (fan: Person, number: string) => {
    const input = number.startsWith('c') ? { cart_order_no: number } : { out_trade_no: number };
    return ask('cancel', fan, { input });
  };

  const remember = (orders: readonly Sold[]): void => {
    sold = [...sold, ...orders].slice(-REMEMBERED);
  };

  /** @param number of an order, or of a cart */
  async function live(fan: Person, number: string, orders: readonly Sold[]): Promise<void> {
    const roll = random.next();
    // Some are left to expire, some are paid when they are about to.
    if (roll < 0.08) return;
    if (roll < 0.12) await pause(20_000, undefined, { signal: over }).catch(() => undefined);
    if (roll < 0.2) await cancel(fan, number);
    else if (roll < 0.3) await Promise.all([cancel(fan, number), pay(fan, number)]);
    else await pay(fan, number);
    remember(orders);
  }

  /** A membership that is renewed; refused while the fan's agreement for it runs. */
  async function agree(fan: Person): Promise<void> {
    const { membership: plan_id, creator } = random.pick(shops);
    const key = newKey();
    const agreeing = { input: { plan_id, agreement_amount: RENEWAL }, key };
    const placed = await ask('order', fan, agreeing, { input: { plan_id }, key });
    if (placed?.outcome !== 'acknowledged') return;
    const { out_trade_no } = placed.data;
    await live(fan, out_trade_no, [{ creator: creator.user_id, out_trade_no }]);
  }
  const endAgreement = (fan: Person) =>
    ask('end_agreement', fan, { input: { plan_id: random.pick(shops).membership } });

  const choiceOf = ({ kind, plan_id, sku_id }: Offer, count: number) =>
    kind === 'bundle' ? { plan_id, bundle_count: count } : { plan_id, sku: [{ sku_id, count }] };

  async function buy(fan: Person): Promise<void> {
    const shop = random.pick(shops);
    const offer = random.pick(shop.offers);
    const key = newKey();
    const [count, other] = [random.whole(1, 2), random.whole(3, 4)];
    const rival = { input: choiceOf(offer, other), key };
    const placed = await ask('order', fan, { input: choiceOf(offer, count), key }, rival);
    if (placed?.outcome !== 'acknowledged') return;
    const { out_trade_no } = placed.data;
    await live(fan, out_trade_no, [{ creator: shop.creator.user_id, out_trade_no }]);
  }

  /** Orders a cart with two entries; sometimes from two devices concurrently, each with its own key. */
  async function buyCart(fan: Person): Promise<void> {
    const entries: { cart_id: string }[] = [];
    const creators: string[] = [];
    for (const offers of [random.pick(shops), random.pick(shops)]) {
      const choice = choiceOf(random.pick(offers.offers), random.whole(1, 2));
      const { cart_id } = await call(client.as(fan), addCartEntry, choice).catch(() => ({ cart_id: null }));
      if (cart_id === null || entries.some((entry) => entry.cart_id === cart_id)) continue;
      entries.push({ cart_id });
      creators.push(offers.creator.user_id);
    }
    if (entries.length === 0) return;
    const input = { entries };
    const placed = await ask('cart', fan, { input, key: newKey() }, { input, key: newKey() });
    if (placed?.outcome !== 'acknowledged') return;
    // The answer has the orders in the entries' order.
    const orders = placed.data.orders.map(({ out_trade_no }, number) => ({
      out_trade_no,
      creator: creators[number] ?? '',
    }));
    await live(fan, placed.data.cart_order_no, orders);
  }

  async function redeem(fan: Person): Promise<void> {
    const shop = random.pick(shops);
    const [code, other] = [random.pick(shop.codes), random.pick(shop.codes)];
    const key = newKey();
    const rival = { input: { code: other }, key };
    const used = await ask('redeem', fan, { input: { code }, key }, code === other ? undefined : rival);
    if (used?.outcome !== 'acknowledged') return;
    remember([{ creator: shop.creator.user_id, out_trade_no: used.data.out_trade_no }]);
  }

  async function refund(shop: Shop, by: Person, reason: string): Promise<void> {
    const some = sold.filter(({ creator }) => creator === shop.creator.user_id);
    if (some.length === 0) return;
    const { out_trade_no } = random.pick(some);
    const key = newKey();
    const whole = random.chance(0.3);
    const input = { out_trade_no, reason, ...(!whole && { amount: `${random.whole(1, 6)}.00` }) };
    const rival = { out_trade_no, reason, amount: `${random.whole(7, 9)}.00` };
    await ask('refund', by, { input, key }, { input: rival, key });
  }

  async function restock({ creator, offers }: Shop): Promise<void> {
    const scarce = offers.find(({ kind }) => kind === 'scarce');
    if (!scarce) return;
    const stock = (stocks.get(scarce.sku_id) ?? 30) + random.whole(-2, 8);
    stocks.set(scarce.sku_id, stock);
    await ask('set_stock', creator, { input: { sku_id: scarce.sku_id, stock } });
  }

  async function withdraw({ creator }: Shop): Promise<void> {
    const key = newKey();
    const amount = (): string =>
      `${random.whole(1, 400)}.${random.weighted(CENTS, ([, weight]) => weight)[0]}`;
    const rival = { input: { amount: amount() }, key };
    const applied = await ask('withdraw', creator, { input: { amount: amount() }, key }, rival);
    if (applied?.outcome === 'acknowledged') requested.push(applied.data.order_id);
  }

  /** Of a failed one: it is paid again. */
  async function retry(by: Person): Promise<void> {
    if (reviewed.length === 0) return;
    await ask('retry', by, { input: { id: random.pick(reviewed), reason: 'chaos' } });
  }

  async function review(by: Person): Promise<void> {
    const [id] = requested;
    if (id === undefined) return;
    requested = requested.slice(1);
    const at = (action: 'approve' | 'reject') => ask(action, by, { input: { id, reason: 'chaos' } });
    const roll = random.next();
    const asking = roll < 0.8 ? [at('approve')] : roll < 0.9 ? [at('reject')] : [at('approve'), at('reject')];
    const answers = await Promise.all(asking);
    // What the creator's money does not cover any more is rejected.
    if (answers.some((answer) => answer?.ec === NOT_COVERED)) answers.push(await at('reject'));
    // The list may not have it yet, or no server answered: it is repeated later.
    if (answers.some((answer) => answer?.outcome === 'acknowledged')) reviewed.push(id);
    else if (!over.aborted) requested.push(id);
  }

  async function repeat(step: () => Promise<void>): Promise<void> {
    while (!over.aborted) {
      await step();
      await pause(random.whole(0, MAX_PAUSE_MS));
    }
  }

  const fanStep = (fan: Person) => async () => {
    const roll = random.next();
    if (roll < 0.12) return redeem(fan);
    if (roll < 0.3) return buyCart(fan);
    if (roll < 0.36) return agree(fan);
    return roll < 0.37 ? void (await endAgreement(fan)) : buy(fan);
  };
  const creatorStep = (shop: Shop) => async () => {
    const roll = random.next();
    if (roll < 0.5) await refund(shop, shop.creator, '');
    else if (roll < 0.7) await restock(shop);
    else await withdraw(shop);
  };
  const financeStep = (by: Person) => async () => {
    const roll = random.next();
    if (roll < 0.65) await review(by);
    else if (roll < 0.8) await retry(by);
    else await refund(random.pick(shops), by, 'chaos');
  };
  await Promise.all([
    ...fans.map((fan) => repeat(fanStep(fan))),
    ...shops.flatMap((shop) => [repeat(creatorStep(shop)), repeat(creatorStep(shop))]),
    ...finance.map((by) => repeat(financeStep(by))),
  ]);
}

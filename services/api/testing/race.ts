import { expect } from 'vitest';
import { asOutTradeNo, asSkuId, chargeIdOf } from '#events/ids.ts';
import { fenOf, fromWire } from '#events/money.ts';
import { orderStream, stockStream } from '#events/stream-names.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { writeNotice } from '#services/modules/payments/sandbox/notice-body.ts';
import { signedHeaders } from '#services/modules/payments/sandbox/signature.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { type Answer, type Servers, startServers } from './servers.ts';
import type { TestShop } from './shop.ts';
import { startTestApi, type TestApi, type TestApiOptions, type TestUser } from './test-api.ts';

export interface Line {
  sku_id: string;
  count: number;
}
interface Placed {
  out_trade_no: string;
  total_amount: string;
}

/** The counts of one SKU, added up from its events. */
export interface Tally {
  held: number;
  sold: number;
  /** By how much held and sold passed the stock at the worst moment; zero or less when they never did. */
  most: number;
  orders: ReadonlySet<string>;
}

/**
 * The result of an order, from its events. Torn: paid twice, or both paid and cancelled, so that its units were
 * released and sold.
 */
export type Fate = 'pending' | 'paid' | 'given up' | 'torn';

/**
 * Races through real HTTP on two servers with one database, `guarded`; and on two whose appends expect no version,
 * `careless`: the negative control.
 * @param late_ms longer for a race that searches its moment
 */
export async function startRace(buyers: number, options?: TestApiOptions, late_ms?: number) {
  const api: TestApi = await startTestApi(options);
  const guarded = await startServers(api);
  const careless = await startServers(api, false, {}, late_ms);
  const fans = await Promise.all(Array.from({ length: buyers }, (_, n) => api.user(`fan ${n}`)));

  const fan = (n: number): TestUser => {
    const one = fans[n % buyers];
    if (one === undefined) throw new Error('a race needs buyers');
    return one;
  };

  const buy = (servers: Servers, n: number, shop: TestShop, sku: Line[], as = fan(n), key?: string) =>
    servers.call(n, createOrder, { plan_id: shop.plan.plan_id, sku }, as, key);

  /** The provider's signed news that the order is paid, to the n-th server. Returns the HTTP status. */
  const notify = (servers: Servers, n: number, { out_trade_no, total_amount }: Placed) => {
    const charge_id = chargeIdOf(asOutTradeNo(out_trade_no), 1);
    const body = writeNotice({
      notice_id: `nt_race_${charge_id}`,
      copy: 1,
      charge_id,
      outcome: 'paid',
      amount: fromWire(total_amount) ?? fenOf(0),
      occurred_at: 0,
    });
    const key = secretsOf(api.databaseUrl).ring('sandbox-notices')[0].key;
    return servers.notify(n, body, signedHeaders(key, body, api.deps.clock.now()));
  };

  async function tally(sku_id: string): Promise<Tally> {
    let stock: number | null = null;
    let [held, sold, most] = [0, 0, Number.NEGATIVE_INFINITY];
    const orders = new Set<string>();
    for (const { type, data } of await api.deps.log.readStream(stockStream(asSkuId(sku_id)))) {
      // The fields that stock events have between them.
      const event = data as { count?: number; stock?: number | null; out_trade_no?: string };
      const count = event.count ?? 0;
      if (type === 'StockSet') stock = event.stock ?? null;
      if (type === 'StockHeld') held += count;
      if (type === 'StockSold' || type === 'StockReleased') held -= count;
      if (type === 'StockSold') sold += count;
      if (event.out_trade_no !== undefined) orders.add(event.out_trade_no);
      most = Math.max(most, held + sold - (stock ?? Number.POSITIVE_INFINITY));
    }
    return { held, sold, most, orders };
  }

  async function fate(order: string): Promise<Fate> {
    const events = await api.deps.log.readStream(orderStream(asOutTradeNo(order)));
    const paid = events.filter(({ type }) => type === 'OrderPaid');
    const cancelled = events.some(({ type }) => type === 'OrderCancelled');
    const revived = paid.some(({ data }) => (data as { revived: boolean }).revived);
    if (paid.length > 1 || (paid.length === 1 && cancelled !== revived)) return 'torn';
    if (paid.length === 1) return 'paid';
    return cancelled ? 'given up' : 'pending';
  }

  return {
    api,
    guarded,
    careless,
    fans,
    fan,
    buy,
    notify,
    tally,
    fate,
    /** Both servers know the SKUs' stock before the race: neither is helped by having to load it. */
    async warm(servers: Servers, shop: TestShop, as = fan(0)): Promise<void> {
      for (const n of [0, 1]) {
        for (const { sku_id, stock } of shop.skus) {
          if (stock === '') continue;
          expect((await buy(servers, n, shop, [{ sku_id, count: stock + 1 }], as)).ec).toBe(41001);
        }
      }
    },
    /** How many payment notices of these orders the table of notices has as accepted. */
    async noticesTaken(orders: readonly string[]): Promise<number> {
      const { rows } = await api.deps.pool.query<{ taken: number }>(
        `SELECT count(*)::int AS taken FROM payments.notices
          WHERE charge_id = ANY ($1::text[]) AND verdict = 'accepted'`,
        [orders.map((order) => chargeIdOf(asOutTradeNo(order), 1))],
      );
      return rows[0]?.taken ?? 0;
    },
    /** Every order on the SKU is whole, and nothing else remains. */
    async whole(sku_id: string, placed: readonly string[]): Promise<void> {
      expect([...(await tally(sku_id)).orders].sort()).toEqual([...placed].sort());
      for (const order of placed) {
        const [first] = await api.deps.log.readStream(orderStream(asOutTradeNo(order)));
        expect(first?.type).toBe('OrderPlaced');
      }
      const { rows } = await api.deps.pool.query<{ out_trade_no: string }>(
        'SELECT out_trade_no FROM sandbox.charges WHERE out_trade_no = ANY ($1::text[])',
        [placed],
      );
      expect(rows).toHaveLength(placed.length);
    },
    async close(): Promise<void> {
      await careless.close();
      await guarded.close();
      await api.close();
    },
  };
}

/**
 * If two servers without guards happen to alternate, nothing fails: a negative control gets many races. One in
 * which half of them go wrong by chance, on a slow machine, would else pass for a guard every hundredth time.
 */
const ROUNDS = 40;

/** Races until one fails; false if none did. A race that searches its moment gets more rounds. */
export async function goesWrong(run: (round: number) => Promise<boolean>, rounds = ROUNDS): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) if (await run(round)) return true;
  return false;
}

/** Numbers of the orders that were placed. */
export const won = (answers: readonly Answer<Placed>[]): string[] =>
  answers.filter(({ ec }) => ec === 200).map(({ data }) => data.out_trade_no);

/** The received codes, each once. */
export const codes = (answers: readonly Answer<unknown>[]): number[] =>
  [...new Set(answers.map(({ ec }) => ec))].sort();

import { setTimeout as pause } from 'node:timers/promises';
import { chargeIdOf, newPlanId, newSkuId, newUserId, type OutTradeNo, orderNumber } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { sharedTail } from '#events/log/subscription/shared-tail.ts';
import { fenOf } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { accept, type Committer } from '#services/commerce/engine/command.ts';
import { placeOrder } from '#services/commerce/orders/place-order.ts';
import { payOrder } from '#services/commerce/payments/pay-order.ts';
import { type HotSku, type SellingJob, type Sold, sellAtOnce } from '#services/commerce/testing/hot-sku.ts';
import { goods, offered, sku } from '#services/commerce/testing/scenario.ts';
import { openPayments } from '#services/modules/payments/registry.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { createPool } from '#services/runtime/database.ts';
import { followAndFire } from '../process-runner.ts';
import { expiry } from '../processes/expiry.ts';
import { pageSkipper } from '../skip-page.ts';

const PRICE = fenOf(1_000);
const TTL_SECONDS = 86_400;
export const EXPIRING_EACH_SECOND = 50;
export const PAYMENT_EVERY_MS = 40;
const IN_FLIGHT = 128;
/** After the sale, until everything due has expired. */
const LOOK_EVERY_MS = 50;
const MAX_LOOKS = 200;

export interface BesideSale {
  url: string;
  seconds: number;
  /** true: the worker's orders use the SKU on sale; false: a SKU that is not sold otherwise. */
  same: boolean;
  /** Through which log the worker's committer writes. */
  through?(log: EventLog): EventLog;
}

/** Milliseconds until each was recorded, retries included: an expiry since it was due, a payment since its notice came. */
export interface Delays {
  expiries: number[];
  payments: number[];
  sold: Sold[];
}

/** Two processes sell one SKU without pause while the worker's expiry runs here, and payments are recorded. */
export async function workBesideSale({ url, seconds, same, through }: BesideSale): Promise<Delays> {
  const pool = createPool(url, { name: 'worker', max: 8 });
  const log = postgresLog(pool);
  const clock = movableClock();
  const committer = startCommitter({ log: through?.(log) ?? log, clock, pool });
  const config = { sandbox: true, publicUrl: '' };
  const payments = await openPayments({ pool, log, clock, config, noticeKey: new Uint8Array(32) });
  const creator_id = newUserId();
  const plan_id = newPlanId();
  const [hot, quiet] = [newSkuId(), newSkuId()].map((sku_id): HotSku => ({ sku_id, plan_id, creator_id }));
  if (!hot || !quiet) throw new Error('no SKUs');
  const skus = [hot, quiet].map(({ sku_id }) => [sku(sku_id, { price: PRICE }), null] as const);
  const plan = offered(plan_id, goods, skus, { creator_id });
  await committer.submit({
    name: 'offer',
    actor: 'process:test',
    streams: [...new Set(plan.map(({ stream }) => stream))],
    decide: () => accept(plan, null),
  });
  const { sku_id } = same ? hot : quiet;

  const order = async (ttl_seconds: number): Promise<{ out_trade_no: OutTradeNo; expires_at: number }> => {
    const user_id = newUserId();
    const out_trade_no = orderNumber(user_id);
    const lines = [{ sku_id, count: 1 }];
    const request = { out_trade_no, user_id, plan_id, lines, py_type: 'apy', provider: 'sandbox' };
    const rest = { remark_ref: null, custom_order_id: '', request_hash: out_trade_no, ttl_seconds };
    const placed = await committer.submit(placeOrder({ ...request, ...rest }));
    if (!placed.accepted) throw new Error(`not placed: ${placed.refusal.code}`);
    const { currency, expires_at } = placed.result.order.placed;
    const charge_id = chargeIdOf(out_trade_no, 1);
    await payments.createCharge({ charge_id, out_trade_no, amount: PRICE, currency, expires_at });
    return { out_trade_no, expires_at };
  };
  const expiring = await Promise.all(
    Array.from({ length: seconds }, (_, second) =>
      Array.from({ length: EXPIRING_EACH_SECOND }, () => order(TTL_SECONDS + second)),
    ).flat(),
  );
  const paid = await Promise.all(
    Array.from({ length: (seconds * 1_000) / PAYMENT_EVERY_MS }, () => order(2 * TTL_SECONDS)),
  );

  const due = new Map(
    expiring.map(({ out_trade_no, expires_at }) => [orderStream(out_trade_no) as string, expires_at]),
  );
  const delays: Delays = { expiries: [], payments: [], sold: [] };
  const timed: Committer = {
    ...committer,
    async submit(command) {
      const outcome = await committer.submit(command);
      const at = command.name === 'read' ? undefined : due.get(command.streams[0] ?? '');
      if (outcome.accepted && at !== undefined) delays.expiries.push(clock.now() - at);
      return outcome;
    },
  };
  const stopping = new AbortController();
  const counts = { position: -1, followed: 0, fired: 0, failures: 0 };
  const process = expiry({ payments, committer: timed, onUnanswered: () => undefined });
  const onError = (): undefined => undefined;
  const tail = sharedTail({ log, types: process.types, onError, pauseMs: () => 200 });
  const running = followAndFire(
    { pool, log, tail, clock, process, counts, skipPage: pageSkipper(pool), onError },
    stopping.signal,
  );
  const pay = async (out_trade_no: OutTradeNo, after: number): Promise<void> => {
    await pause(after);
    const begun = performance.now();
    const charge_id = chargeIdOf(out_trade_no, 1);
    const command = payOrder({ out_trade_no, charge_id, amount: PRICE, provider: 'sandbox' });
    // As a provider repeats its notice.
    await committer.submit(command).catch(() => committer.submit(command));
    delays.payments.push(performance.now() - begun);
  };

  try {
    let paying: Promise<unknown> | undefined;
    const job: SellingJob = { url, hot, inFlight: IN_FLIGHT, seconds, turns: true };
    delays.sold = await sellAtOnce([job, job], () => {
      clock.setOffset(Math.min(...due.values()) - Date.now());
      paying = Promise.all(
        paid.map(({ out_trade_no }, index) => pay(out_trade_no, index * PAYMENT_EVERY_MS)),
      );
    });
    await paying;
    for (let looks = 0; looks < MAX_LOOKS && delays.expiries.length < expiring.length; looks += 1) {
      await pause(LOOK_EVERY_MS);
    }
    return delays;
  } finally {
    stopping.abort();
    await running;
    await payments.close();
    await committer.close();
    await log.close();
    await pool.end();
  }
}

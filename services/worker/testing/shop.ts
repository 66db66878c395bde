import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import {
  chargeIdOf,
  newPlanId,
  newSkuId,
  newUserId,
  type OutTradeNo,
  orderNumber,
  type SkuId,
} from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream, planStream, stockStream } from '#events/stream-names.ts';
import { startTestApi, type TestApiOptions } from '#services/api/testing/test-api.ts';
import { given } from '#services/api/testing/waiting-orders.ts';
import { stockKind, unitsLeft } from '#services/commerce/stock/stock.ts';
import { order as orderOf, refund as refundOf } from '#services/commerce/testing/orders.ts';
import { goods, offered, sku } from '#services/commerce/testing/scenario.ts';
import { openClosing } from '#services/modules/accounts/deletion/closing.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import type { Carrier } from '#services/modules/delivery/carriers/carrier.ts';
import { sandboxCarrier } from '#services/modules/delivery/carriers/sandbox/carrier.ts';
import type { NoticeTransport } from '#services/modules/payments/sandbox/cashier.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { type RunningProcesses, runProcesses } from '../processes.ts';

export const PRICE = fenOf(1000);

/** A creator who sells one thing, fans who buy it, and the API listening for payment notices. */
export async function openShop(options: TestApiOptions = {}) {
  const clock = options.clock ?? movableClock();
  const api = await startTestApi({ projections: false, ...options, clock });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const { deps } = api;
  const { committer, payments } = deps;
  const { sandbox } = payments;
  if (!sandbox) throw new Error('the test API has no sandbox');
  const creator_id = newUserId();
  const plan_id = newPlanId();
  const running: RunningProcesses[] = [];
  const failures: { name: string; error: unknown }[] = [];

  await given(committer, offered(plan_id, goods, [], { creator_id }));

  const events = (order: OutTradeNo) => deps.log.readStream(orderStream(order));
  const history = async (order: OutTradeNo) => (await events(order)).map(({ type }) => type);
  return {
    api,
    clock,
    url,
    sandbox,
    plan_id,
    events,
    /** Types of the order's events, in order. */
    history,
    /** The failures of the processes. */
    failures,
    /** One more thing on sale; null is unlimited stock. */
    async sell(stock: number | null): Promise<SkuId> {
      const sku_id = newSkuId();
      await given(committer, [
        {
          stream: planStream(plan_id),
          creator_id,
          event: { type: 'SkuOffered', data: { plan_id, sku: sku(sku_id, { price: PRICE }) } },
        },
        {
          stream: stockStream(sku_id),
          creator_id,
          event: { type: 'StockSet', data: { sku_id, plan_id, stock } },
        },
      ]);
      return sku_id;
    },
    /** An order by a new fan, with its charge, as after checkout. */
    async order(sku_id: SkuId, ttl_seconds = 900): Promise<OutTradeNo> {
      const fan = await api.user();
      const out_trade_no = orderNumber(fan.user_id);
      const placed = await committer.submit(
        orderOf({
          out_trade_no,
          user_id: fan.user_id,
          plan_id,
          lines: [{ sku_id, count: 1 }],
          ttl_seconds,
        }),
      );
      if (!placed.accepted) throw new Error(`not placed: ${placed.refusal.code}`);
      const { total_amount: amount, currency, expires_at } = placed.result.order.placed;
      const charge_id = chargeIdOf(out_trade_no, 1);
      await payments.createCharge({ charge_id, out_trade_no, amount, currency, expires_at });
      return out_trade_no;
    },
    /** The payer pays at the cashier, through the API. */
    async pay(
      order: OutTradeNo,
      notice?: Partial<NoticeTransport>,
      outcome: 'success' | 'fail' | 'timeout' = 'success',
    ): Promise<string> {
      const response = await fetch(`${url}/api/sandbox/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ charge_id: chargeIdOf(order, 1), outcome, ...(notice && { notice }) }),
      });
      const answer = (await response.json()) as { data: { status: string } };
      return answer.data.status;
    },
    /** The creator refunds a part of the order, in fen. */
    async refund(order: OutTradeNo, refund_id: string, amount: number, reason = ''): Promise<void> {
      const by = { kind: 'creator' as const, user_id: creator_id };
      const command = refundOf({ out_trade_no: order, by, refund_id, amount, reason });
      expect(await committer.submit(command)).toMatchObject({ accepted: true });
    },
    /** Units that can still be bought; null is unlimited. */
    async left(sku_id: SkuId): Promise<number | null> {
      const stream = stockStream(sku_id);
      return committer.read([stream], (states) => unitsLeft(states.get(stockKind, stream)));
    },
    /** The worker's processes, in this process; asking this carrier, or the sandbox's. */
    processes(carrier: Carrier = sandboxCarrier(clock)): RunningProcesses {
      const { pool, log, outbox, addresses } = deps;
      const onError = (name: string, error: unknown): void => {
        failures.push({ name, error });
      };
      const { calendar, payouts, withdrawMethods: payees } = deps;
      const paying = { payments, payouts, payees };
      const { staff, certifications } = deps.accounts;
      const { bankReviews, vault } = deps;
      const register = openRightsRegister(pool, clock);
      const staffRows = { staff, certifications, bankReviews, register, vault };
      const closing = openClosing({ ...deps, team: deps.accounts.team });
      const made = { ...paying, staffRows, closing };
      const parts = { pool, log, clock, calendar, committer, carrier, addresses, outbox, onError, ...made };
      const started = runProcesses(parts);
      running.push(started);
      return started;
    },
    /** Waits until the order's history is this. */
    async becomes(order: OutTradeNo, wanted: readonly string[]): Promise<void> {
      await expect.poll(() => history(order), { interval: 20 }).toEqual(wanted);
    },
    /** Moves the clock of everything in this process. */
    advance: (seconds: number): void => clock.setOffset(clock.offset + seconds * 1_000),
    /** Moves the clock of all processes; of this one before it ends. */
    async pass(seconds: number): Promise<void> {
      clock.setOffset(await moveSandboxClock(deps.pool, clock.offset + seconds * 1_000));
    },
    async close(): Promise<void> {
      await Promise.all(running.map((one) => one.stop()));
      await api.close();
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newEventId, type OutTradeNo, type PlanId, type SkuId, type UserId } from '#events/ids.ts';
import { stockStream } from '#events/stream-names.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { canHold, stockKind } from '../stock/stock.ts';

/** One SKU that several processes sell concurrently. */
export interface HotSku {
  sku_id: SkuId;
  plan_id: PlanId;
  creator_id: UserId;
}

export interface SellingJob {
  url: string;
  hot: HotSku;
  /** Commands that wait for their answer at a time. */
  inFlight: number;
  seconds: number;
  /** false: turns do not read others' writes; the guard is removed. */
  turns: boolean;
}

export interface Sold {
  done: number;
  /** Commands that were turned away, or failed. */
  refused: number;
  /** Milliseconds until a command was answered. */
  p50: number;
  p99: number;
  slowest: number;
}

const about = ({ sku_id, creator_id }: HotSku, event: Decided['event']): Decided => ({
  stream: stockStream(sku_id),
  event,
  creator_id,
});

export const offerHot = (hot: HotSku, stock: number | null): Command<null> => ({
  name: 'offer',
  actor: 'process:test',
  streams: [stockStream(hot.sku_id)],
  decide: () =>
    accept(
      [about(hot, { type: 'StockSet', data: { sku_id: hot.sku_id, plan_id: hot.plan_id, stock } })],
      null,
    ),
});

export const holdHot = (hot: HotSku, number: number): Command<null> => ({
  name: 'hold',
  actor: `user:${hot.creator_id}`,
  correlation_id: newEventId(),
  streams: [stockStream(hot.sku_id)],
  decide(states) {
    if (!canHold(states.get(stockKind, stockStream(hot.sku_id)), 1)) return refuse({ code: 'out_of_stock' });
    // A number in the form of an order's.
    const out_trade_no = `2${number.toString().padStart(26, '0')}` as OutTradeNo;
    const expires_at = 1_780_000_000_000 + number;
    return accept(
      [about(hot, { type: 'StockHeld', data: { sku_id: hot.sku_id, out_trade_no, count: 1, expires_at } })],
      null,
    );
  },
});

/**
 * Runs separate processes that sell concurrently, one for each job; resolves with the sales of each.
 * @param begun called at the start
 */
export async function sellAtOnce(jobs: readonly SellingJob[], begun?: () => void): Promise<Sold[]> {
  const program = fileURLToPath(new URL('hot-sku-process.ts', import.meta.url));
  const children = jobs.map((job) =>
    fork(program, [JSON.stringify(job)], { stdio: 'inherit', env: programEnvironment }),
  );
  try {
    await Promise.all(children.map((child) => once(child, 'message')));
    const sold = children.map((child) => once(child, 'message'));
    for (const child of children) child.send('go');
    begun?.();
    return (await Promise.all(sold)).map(([result]) => result as Sold);
  } finally {
    await Promise.all(
      children.map(async (child) => {
        const gone = once(child, 'exit');
        child.kill();
        await gone;
      }),
    );
  }
}

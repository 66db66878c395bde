import { isDeepStrictEqual } from 'node:util';
import { derivedHexId, type OutTradeNo, type SkuId, type UserId } from '#events/ids.ts';
import { fenOf, sum, times } from '#events/money.ts';
import type { OrderLine } from '#events/orders.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { type ImportOrder, importOrder } from '#services/commerce/orders/import-order.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import type { FileOrder, RejectedLine } from './group-order.ts';
import type { TargetPlan } from './offers.ts';
import type { FileLine } from './order-line.ts';

const suffixOf = (...parts: string[]): string => derivedHexId('imported-number', ...parts).slice(0, 10);

/** The order's number here: the file's own; for a number's further plans one derived from number and plan. */
const numberOf = ({ out_trade_no, keeps_number, plan }: FileOrder): OutTradeNo =>
  (keeps_number ? out_trade_no : `${out_trade_no}.${suffixOf(plan)}`) as OutTradeNo;

/** Why a line cannot be in an order of this plan. */
export function misfit(line: FileLine, plan: TargetPlan | undefined): string | undefined {
  if (plan === undefined) return 'sku is missing';
  if (plan.product_type === PRODUCT_TYPE.sponsorship)
    return line.sku === '' ? undefined : 'sku must be empty: the plan is a sponsorship';
  return line.sku === '' ? 'sku is missing' : undefined;
}

/** Lines of one SKU at one price count together. */
function orderLines(lines: readonly FileLine[], plan: TargetPlan): OrderLine[] {
  const merged = new Map<string, OrderLine>();
  for (const { sku, unit_price, count } of lines) {
    const sku_id = plan.skus.get(sku);
    if (sku_id === undefined) throw new Error(`the SKU ${sku} was not offered before its orders`);
    const key = `${sku_id} ${unit_price}`;
    const before = merged.get(key)?.count ?? 0;
    merged.set(key, {
      sku_id: sku_id as SkuId,
      name: sku,
      price: unit_price,
      count: before + count,
      of_plan: null,
    });
  }
  return [...merged.values()];
}

/** An order of the file as input of the decider. */
export function pastOrder(
  order: FileOrder,
  plan: TargetPlan,
  creator_id: UserId,
  user_id: UserId,
): ImportOrder {
  const { cancelled, refunded, paid_at, lines } = order;
  const sponsorship = plan.product_type === PRODUCT_TYPE.sponsorship;
  const months = lines.reduce((total, { count }) => total + count, 0);
  const total_amount = sum(lines.map(({ unit_price, count }) => times(unit_price, count)));
  return {
    out_trade_no: numberOf(order),
    creator_id,
    user_id,
    plan_id: plan.plan_id,
    plan_name: order.plan,
    product_type: sponsorship ? 0 : 1,
    lines: sponsorship ? [] : orderLines(lines, plan),
    month: sponsorship ? months : 0,
    total_amount,
    paid_at,
    outcome: cancelled ? 'cancelled' : refunded > 0 ? 'refunded' : 'paid',
    refunded: fenOf(refunded),
  };
}

export interface Brought {
  /** The order's number in the log. */
  out_trade_no: OutTradeNo;
  /** False: it was there from an earlier run. */
  imported: boolean;
  /** Log position through which this is true. */
  position: number;
}

/** Imports an order. A number that another order has already gets a suffix, the same one every time. */
export async function bringIn(committer: Committer, past: ImportOrder): Promise<Brought> {
  const { out_trade_no, creator_id } = past;
  const suffixed = `${out_trade_no}-${suffixOf(creator_id, out_trade_no)}` as OutTradeNo;
  for (const number of [out_trade_no, suffixed]) {
    const outcome = await committer.submit(importOrder({ ...past, out_trade_no: number }));
    if (outcome.accepted) {
      return { out_trade_no: number, imported: outcome.result.imported, position: outcome.position };
    }
    if (outcome.refusal.code !== 'state_does_not_allow') {
      throw new Error(`the order ${number} was refused: ${outcome.refusal.code}`);
    }
  }
  throw new Error(`the numbers ${out_trade_no} and ${suffixed} are both used by other orders`);
}

const NOT_THERE = 'its order was imported before without this line, and stays as it was';

/** Of orders that were there already: the file's lines that they do not have. */
export async function linesNotThere(
  committer: Committer,
  repeated: readonly { brought: Brought; past: ImportOrder; order: FileOrder }[],
): Promise<RejectedLine[]> {
  if (repeated.length === 0) return [];
  const streams = repeated.map(({ brought }) => orderStream(brought.out_trade_no));
  const orderStates = await committer.read(streams, (states) =>
    streams.map((stream) => states.get(orderKind, stream)),
  );
  return repeated.flatMap(({ past, order }, at) => {
    const state = orderStates[at];
    const lines = state === undefined || state.phase === 'none' ? [] : state.placed.lines;
    const missing = past.lines.filter((line) => !lines.some((there) => isDeepStrictEqual(there, line)));
    return order.lines
      .filter(({ sku, unit_price }) =>
        missing.some(({ name, price }) => name === sku && price === unit_price),
      )
      .map(({ line }) => ({ line, reason: NOT_THERE }));
  });
}

import fc from 'fast-check';
import type { NewEvent } from '#events/envelope.ts';
import {
  type ChargeId,
  newEventId,
  type OutTradeNo,
  type PlanId,
  type SkuId,
  type UserId,
} from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { type Fen, fenOf, proportion, ZERO } from '#events/money.ts';
import { type OrderPlacedData, plainOrder } from '#events/orders.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { ProductType } from '#events/status.ts';
import { affiliateStream, orderStream } from '#events/stream-names.ts';

const HOUR_MS = 3_600_000;
/** 2026-01-01 00:00 in Shanghai. */
const FIRST_INSTANT = Date.parse('2025-12-31T16:00:00Z');

/** Of the plans of a fate: an amount without a plan. */
const CUSTOM = 3;

/** One order's fate, in small numbers so that days, fans and plans meet often. */
export interface Fate {
  creator: number;
  user: number;
  plan: number;
  /** fen */
  total: number;
  count: number;
  /** Units of a second SKU of the plan; 0: none, and the first has no price. */
  second: number;
  /** Hours after FIRST_INSTANT. */
  placedHour: number;
  ending: 'pending' | 'paid' | 'cancelled' | 'revived' | 'refunded';
  /** Hours from placing to payment, and from payment to each refund. */
  hours: number;
  /** Parts of the total refunded one after the other, in tenths. */
  refundTenths: number[];
  /** The payer's bank took the refunds; otherwise the first can fail, and be paid by finance. */
  disputed: boolean;
  failing: 'no' | 'failed' | 'paid' | 'sent';
  imported: boolean;
  /** Percent of an affiliate code that names the other creator as partner; 0: none. */
  affiliate: number;
}

export const fates = (most: number): fc.Arbitrary<Fate[]> =>
  fc.array(
    fc.record({
      creator: fc.integer({ min: 0, max: 1 }),
      user: fc.integer({ min: 0, max: 4 }),
      plan: fc.integer({ min: 0, max: CUSTOM }),
      total: fc.integer({ min: 0, max: 50_000 }),
      count: fc.integer({ min: 1, max: 5 }),
      second: fc.integer({ min: 0, max: 3 }),
      placedHour: fc.integer({ min: 0, max: 24 * 130 }),
      ending: fc.constantFrom('pending', 'paid', 'paid', 'cancelled', 'revived', 'refunded'),
      hours: fc.integer({ min: 0, max: 24 * 40 }),
      refundTenths: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
      disputed: fc.boolean(),
      failing: fc.constantFrom('no', 'failed', 'paid', 'sent'),
      imported: fc.boolean(),
      affiliate: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50 })),
    }),
    { minLength: 1, maxLength: most },
  );

export interface Step {
  stream: string;
  event: NewEvent<DomainEvent>;
}

/** A step of a creator's, as a decider would write it. */
export const stepOf = (
  stream: string,
  creator_id: string,
  event: DomainEvent,
  at = 1_780_000_000_000,
): Step => ({
  stream,
  event: { ...event, id: newEventId(), metadata: { creator_id, actor: 'process:test', at } },
});

/** Free and imported orders have no code; other orders with a code have different ones. */
function affiliateOf({ affiliate, creator, total, imported }: Fate, prefix: string, number: number) {
  if (affiliate === 0 || total === 0 || imported) return null;
  const partner_id = `${prefix}c${1 - creator}` as UserId;
  const affiliate_id = `${prefix}a${number}`;
  return { affiliate_id, partner_id, code: `Code-${number}`, rate_percent: affiliate };
}

function linesOf({ plan, count, second }: Fate, creator_id: string): OrderPlacedData['lines'] {
  const line = (sku: string, price: number, units: number) => ({
    sku_id: `${creator_id}s${plan}${sku}` as SkuId,
    name: 'A\\B',
    price: fenOf(price),
    count: units,
    of_plan: null,
  });
  return second === 0 ? [line('', 0, count)] : [line('', 137, count), line('b', 59, second)];
}

/** The code was opened before all orders. */
function opened({ affiliate, creator_id }: OrderPlacedData, at: number): Step[] {
  if (affiliate === null) return [];
  const data = { ...affiliate, creator_id, plan_ids: [], active: true, note: '' };
  const stream = affiliateStream(affiliate.affiliate_id);
  return [stepOf(stream, creator_id, { type: 'AffiliateOpened', data }, at)];
}

/**
 * The events of one order in sequence, after the opening of its affiliate code, if any.
 * @param prefix distinguishes the ids of runs
 */
export function stepsOf(fate: Fate, prefix: string, number: number): Step[] {
  const creator_id = `${prefix}c${fate.creator}` as UserId;
  const out_trade_no = `${prefix}o${number}` as OutTradeNo;
  const total_amount = fenOf(fate.total);
  const data: OrderPlacedData = {
    out_trade_no,
    creator_id,
    user_id: `${prefix}u${fate.user}` as UserId,
    // The last one is no plan but an amount of the fan's choice.
    plan_id: (fate.plan === CUSTOM ? '' : `${creator_id}p${fate.plan}`) as PlanId,
    plan_name: `Plan\t${fate.plan} 计划 "\\n"`,
    plan_version: 0,
    product_type: (fate.plan === 0 || fate.plan === CUSTOM ? 0 : 1) as ProductType,
    lines: fate.plan === 0 || fate.plan === CUSTOM ? [] : linesOf(fate, creator_id),
    month: fate.plan === 0 || fate.plan === CUSTOM ? 1 : 0,
    show_amount: total_amount,
    discount: ZERO,
    shipping_fee: ZERO,
    total_amount,
    currency: 'CNY',
    py_type: 'apy',
    provider: 'sandbox',
    remark_ref: null,
    custom_order_id: '',
    request_hash: '',
    expires_at: 0,
    ...plainOrder,
    affiliate: affiliateOf(fate, prefix, number),
  };
  const placedAt = FIRST_INSTANT + fate.placedHour * HOUR_MS;
  const paidAt = placedAt + fate.hours * HOUR_MS;
  const step = (event: DomainEvent, at: number): Step => {
    const plain = stepOf(orderStream(out_trade_no), creator_id, event, at);
    if (fate.imported) plain.event.metadata.imported = true;
    return plain;
  };
  const paid = (revived: boolean): Step =>
    step(
      {
        type: 'OrderPaid',
        data: { out_trade_no, charge_id: 'ch' as ChargeId, amount: total_amount, revived },
      },
      paidAt,
    );
  const placed = [...opened(data, placedAt), step({ type: 'OrderPlaced', data }, placedAt)];
  const cancelled = step({ type: 'OrderCancelled', data: { out_trade_no, reason: 'expired' } }, paidAt);
  switch (fate.ending) {
    case 'pending':
      return placed;
    case 'paid':
      return [...placed, paid(false)];
    case 'cancelled':
      return [...placed, cancelled];
    case 'revived':
      return [...placed, cancelled, paid(true)];
    case 'refunded': {
      let before = 0;
      const refunds = fate.refundTenths.map((tenths, index) => {
        const amount = proportion(total_amount, tenths, 10);
        const refund = step(
          {
            type: 'OrderRefunded',
            data: {
              out_trade_no,
              refund_id: `r${index}`,
              amount,
              refunded_before: fenOf(before),
              reason: '',
              by: fate.disputed ? 'dispute' : 'creator',
              units: [],
              ticket_ids: [],
            },
          },
          paidAt + (index + 1) * fate.hours * HOUR_MS,
        );
        before += amount;
        return refund;
      });
      return [...placed, paid(false), ...refunds, ...failedSteps(fate, out_trade_no, total_amount, step)];
    }
    default:
      return fate.ending satisfies never;
  }
}

/** The first refund of an order fails after all of them; finance may pay it, or the provider sends it after all. */
function failedSteps(
  { disputed, failing, imported, refundTenths: [tenths], placedHour, hours }: Fate,
  out_trade_no: OutTradeNo,
  total: Fen,
  step: (event: DomainEvent, at: number) => Step,
): Step[] {
  if (disputed || imported || failing === 'no' || tenths === undefined) return [];
  const amount = proportion(total, tenths, 10);
  if (amount === 0) return [];
  const data = { out_trade_no, kind: 'refund' as const, refund_id: 'r0', amount, reason: 'r' };
  const at = FIRST_INSTANT + (placedHour + 4 * hours) * HOUR_MS;
  const failed: DomainEvent = { type: 'RefundFailed', data: { ...data, provider_refund_id: 're' } };
  const by =
    failing === 'sent'
      ? { paid_by: 'provider' as const, provider_refund_id: 're' }
      : { paid_by: 'finance' as const, provider_refund_id: '' };
  const paid: DomainEvent = { type: 'FailedRefundPaid', data: { ...data, ...by } };
  const events = failing === 'failed' ? [failed] : [failed, paid];
  return events.map((event) => step(event, at));
}

/**
 * Interleaves the orders' histories. Each keeps its order, but days can appear in any order, as in an import.
 * @param picks the order that continues, one number per step
 */
export function interleave(histories: readonly Step[][], picks: (index: number) => number): Step[] {
  const open = histories.map((steps) => [...steps]).filter((steps) => steps.length > 0);
  const result: Step[] = [];
  while (open.length > 0) {
    const at = picks(result.length) % open.length;
    const history = open[at];
    const next = history?.shift();
    if (next) result.push(next);
    if (history?.length === 0) open.splice(at, 1);
  }
  return result;
}

/** Steps of one append: far below the log's bound in bytes. */
const STEPS_AT_ONCE = 500;

/** Appends the steps in the given order. Concurrent appends would not keep it when two are of one stream. */
export async function write(log: EventLog, steps: readonly Step[]): Promise<void> {
  for (let from = 0; from < steps.length; from += STEPS_AT_ONCE) {
    const part = steps.slice(from, from + STEPS_AT_ONCE);
    const writes = [...Map.groupBy(part, ({ stream }) => stream)].map(([stream, of]) => {
      return { stream, expected: 'any' as const, events: of.map(({ event }) => event) };
    });
    const place = new Map(writes.map(({ stream }, at) => [stream, at]));
    const order = part.map(({ stream }) => place.get(stream) ?? 0);
    const appended = await log.append(writes, order);
    if (!appended.ok) throw new Error('a step was refused');
  }
}

/** A plain paid order of an amount, for tests that need something to count. */
export const plainFate = (over: Partial<Fate> = {}): Fate => ({
  creator: 0,
  user: 0,
  plan: 1,
  total: 1_000,
  count: 1,
  second: 0,
  placedHour: 12,
  ending: 'paid',
  hours: 0,
  refundTenths: [],
  disputed: false,
  failing: 'no',
  imported: false,
  affiliate: 0,
  ...over,
});

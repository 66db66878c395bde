import { createHash } from 'node:crypto';
import { chargeIdOf, houseOrderNumber, type OutTradeNo, type SkuId } from '#events/ids.ts';
import { type Fen, fenOf, proportion } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import { BY_CODE } from '#services/api/orders/take-order.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { cancelOrder } from '#services/commerce/orders/cancel-order.ts';
import { placeOrder } from '#services/commerce/orders/place-order.ts';
import { payOrder } from '#services/commerce/payments/pay-order.ts';
import { refundOrder } from '#services/commerce/refunds/refund-order.ts';
import { refundSent } from '#services/commerce/refunds/refund-sent.ts';
import { checkInTicket } from '#services/commerce/tickets/check-in-ticket.ts';
import type { Identities } from '#services/modules/tickets/identities.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { accepted, atTime } from './at-time.ts';
import type { DemoCode, DemoCodes } from './codes.ts';
import type { MoneyDays } from './money-days.ts';
import { planId, skuId } from './offers.ts';
import type { Parcels } from './parcels.ts';
import { creatorId, fanId } from './people.ts';
import { holdersFor } from './scenes.ts';
import type { Purchase } from './story.ts';

const AT_ONCE = 250;

interface Bought {
  purchase: Purchase;
  out_trade_no: OutTradeNo;
  total: Fen;
  sent: boolean;
  tickets: readonly { ticket_id: string; sku_id: SkuId }[];
}

/** The choice, as an order's input. */
export function choiceOf({ creator, want }: Pick<Purchase, 'creator' | 'want'>) {
  if ('tier' in want) return { plan_id: planId(creator, want.tier), month: want.months, lines: [] };
  if ('bundle' in want) {
    const { bundle } = want;
    const lines = want.lines.map(({ sku, count }) => {
      const goods = bundle.parts.find((part) => part.sku === sku)?.goods ?? '';
      return { sku_id: skuId(planId(creator, { name: goods }), sku), count };
    });
    return { plan_id: planId(creator, bundle), lines, bundle_count: 1 };
  }
  const plan_id = planId(creator, 'goods' in want ? want.goods : want.event);
  const lines = want.lines.map(({ sku, count }) => ({ sku_id: skuId(plan_id, sku), count }));
  return { plan_id, lines };
}

/** Whether the choice is shipped. */
const isSent = ({ want, homeless }: Purchase): boolean =>
  homeless !== true &&
  (('goods' in want && (want.goods.sent ?? want.goods.asks_address) === true) ||
    ('bundle' in want && want.bundle.sent === true));

/** Refusals by stock, limits or an existing membership: the fan gives up. */
const NOT_FOR_THIS_FAN: ReadonlySet<string> = new Set([
  'out_of_stock',
  'purchase_limit_reached',
  'downgrade_unsupported',
]);

interface BuyingOptions {
  committer: Committer;
  ttl_seconds: number;
  /** Later steps are still in the future. */
  now: Millis;
  parcels: Parcels;
  codes: DemoCodes;
  identities: Identities;
  /** The moves of money in between. */
  money: MoneyDays;
}

/** The holders of tickets, as in an order: by line, then by unit. */
async function holdersOf(
  { fan, want }: Purchase,
  lines: readonly { sku_id: SkuId; count: number }[],
  { identities }: BuyingOptions,
) {
  if (!('event' in want)) return [];
  const count = lines.reduce((all, line) => all + line.count, 0);
  const savedHolders = await identities.forTickets(fanId(fan), holdersFor(fan, count));
  if (isRefusal(savedHolders))
    throw new Error(`the demo's holders were refused: ${JSON.stringify(savedHolders)}`);
  const units = lines.flatMap(({ sku_id, count }) => Array.from({ length: count }, () => sku_id));
  return units.map((sku_id, at) => ({ sku_id, holder_ref: savedHolders.holder_refs[at] ?? '' }));
}

/** The code that pays for it; null: money does. */
function codeOf({ code }: Purchase, { codes }: BuyingOptions): DemoCode | null {
  if (code === undefined) return null;
  const found = codes.get(code.batch)?.[code.number];
  if (found === undefined) throw new Error(`the demo has no code ${code.number} of ${code.batch}`);
  return found;
}

/** Places it; undefined when stock or a limit did not allow it. */
async function place(purchase: Purchase, index: number, options: BuyingOptions): Promise<Bought | undefined> {
  const { committer, ttl_seconds, parcels } = options;
  const user_id = fanId(purchase.fan);
  const sent = isSent(purchase);
  const choice = choiceOf(purchase);
  const redeem = codeOf(purchase, options);
  const out_trade_no = houseOrderNumber('demo', user_id, String(index));
  const command = placeOrder({
    out_trade_no,
    user_id,
    ...choice,
    ...(sent && (await parcels.addressOf(purchase.fan))),
    py_type: redeem !== null ? BY_CODE : index % 3 === 0 ? 'wpy' : 'apy',
    provider: redeem === null ? 'sandbox' : 'redeem',
    redeem,
    affiliate_code: purchase.affiliate_code,
    agreement_amount:
      purchase.agrees && 'tier' in purchase.want ? fenOf(purchase.want.tier.price) : undefined,
    holders: await holdersOf(purchase, choice.lines, options),
    remark_ref: null,
    custom_order_id: '',
    request_hash: createHash('sha256').update(`demo-${index}`).digest('hex'),
    ttl_seconds,
  });
  const outcome = await committer.submit(atTime(command, purchase.at));
  if (outcome.accepted) {
    const { total_amount: total, tickets } = outcome.result.order.placed;
    return { purchase, out_trade_no, total, sent, tickets };
  }
  const { code } = outcome.refusal;
  if (NOT_FOR_THIS_FAN.has(code)) return undefined;
  throw new Error(`the demo's order was refused: ${JSON.stringify(outcome.refusal)}`);
}

async function end(bought: Bought, options: BuyingOptions): Promise<void> {
  const { purchase, out_trade_no, total, sent } = bought;
  const { committer, parcels, now } = options;
  const { ending, ends_at, fan, creator } = purchase;
  if (ending === 'paid' && total > 0) {
    const charge_id = chargeIdOf(out_trade_no, 1);
    const payment = { out_trade_no, charge_id, amount: total, provider: 'sandbox' };
    await accepted(committer.submit(atTime(payOrder(payment), ends_at)));
  }
  if (ending === 'paid') {
    // Creators ship within about two days; recent orders still wait.
    if (sent) await parcels.send(out_trade_no, creatorId(creator), ends_at, now);
    await letIn(bought, options);
    return;
  }
  const by =
    ending === 'expired' ? { kind: 'expiry' as const } : { kind: 'user' as const, user_id: fanId(fan) };
  await accepted(committer.submit(atTime(cancelOrder({ out_trade_no, by }), ends_at)));
}

/** At the door: each ticket of the order, one after the other. */
async function letIn(
  { purchase, out_trade_no, tickets }: Bought,
  { committer }: BuyingOptions,
): Promise<void> {
  const { admitted_at, creator } = purchase;
  if (admitted_at === undefined) return;
  const by = creatorId(creator);
  const scan = { out_trade_no, by, creators: new Set([by]), revision: 0, device: '东门', scan_id: '' };
  for (const { ticket_id } of tickets) {
    await accepted(committer.submit(atTime(checkInTicket({ ticket_id, ...scan }), admitted_at)));
  }
}

async function refund(
  { purchase, out_trade_no, total, tickets }: Bought,
  { committer }: BuyingOptions,
): Promise<void> {
  if (purchase.refund === undefined) return;
  const { at, percent, units = [], reason = '' } = purchase.refund;
  const back = units.map(({ sku, count }) => ({ sku_id: skuId(choiceOf(purchase).plan_id, sku), count }));
  const amount = back.length > 0 ? undefined : proportion(total, percent, 100);
  if (amount === 0) return;
  const by = { kind: 'creator' as const, user_id: creatorId(purchase.creator) };
  const ticket_ids = percent === 100 ? tickets.map(({ ticket_id }) => ticket_id) : [];
  const parts = { units: back, ticket_ids, ...(amount !== undefined && { amount }) };
  const command = refundOrder({ out_trade_no, by, refund_id: 'demo', ...parts, reason });
  const outcome = await committer.submit(atTime(command, at));
  // A membership that was upgraded, or money returned immediately: nothing is left to refund.
  if (!outcome.accepted && outcome.refusal.code === 'state_does_not_allow') return;
  if (!outcome.accepted) throw new Error(`the demo's refund was refused: ${JSON.stringify(outcome.refusal)}`);
  // The sandbox provider's books are filled later, from these records.
  const provider_refund_id = `demo_${out_trade_no}`;
  await accepted(
    committer.submit(atTime(refundSent({ out_trade_no, refund_id: 'demo', provider_refund_id }), at)),
  );
}

/** A fan pays one order before the next at the same creator, because purchases depend on each other. */
function turnsOf(portion: readonly Purchase[]): [number, Purchase][][] {
  const turns: [number, Purchase][][] = [];
  const taken = new Map<string, number>();
  for (const [index, purchase] of portion.entries()) {
    const pair = `${creatorId(purchase.creator)} ${fanId(purchase.fan)}`;
    const turn = taken.get(pair) ?? 0;
    taken.set(pair, turn + 1);
    turns[turn] ??= [];
    turns[turn].push([index, purchase]);
  }
  return turns;
}

/** The end of a portion: it contains no day on which money moves. */
function endOfPortion(purchases: readonly Purchase[], from: number, days: readonly Millis[]): number {
  const day = days.find((at) => at > (purchases[from]?.at ?? 0)) ?? Number.POSITIVE_INFINITY;
  const most = Math.min(from + AT_ONCE, purchases.length);
  const beyond = purchases.findIndex(({ at }, index) => index > from && index < most && at >= day);
  return beyond === -1 ? most : beyond;
}

/**
 * Runs the purchases in order, in portions: all are placed, then paid, cancelled or expired, then due refunds. Money
 * steps run between portions, on their days. Returns the number of orders.
 */
export async function livePurchases(purchases: readonly Purchase[], options: BuyingOptions): Promise<number> {
  let placed = 0;
  let refunds: Bought[] = [];
  for (let from = 0, to = 0; from < purchases.length; from = to) {
    to = endOfPortion(purchases, from, options.money.times);
    const portion = purchases.slice(from, to);
    const bought: Bought[] = [];
    for (const turn of turnsOf(portion)) {
      const tried = await Promise.all(
        turn.map(([index, purchase]) => place(purchase, from + index, options)),
      );
      const placedNow = tried.filter((one) => one !== undefined);
      await Promise.all(placedNow.map((one) => end(one, options)));
      bought.push(...placedNow);
    }
    placed += bought.length;
    refunds.push(...bought.filter(({ purchase }) => purchase.refund && purchase.refund.at < options.now));
    const reached = portion.at(-1)?.at ?? 0;
    const isDue = ({ purchase }: Bought): boolean => (purchase.refund?.at ?? 0) <= reached;
    await Promise.all(refunds.filter(isDue).map((one) => refund(one, options)));
    refunds = refunds.filter((one) => !isDue(one));
    await options.money.until(purchases[to]?.at ?? reached);
  }
  await Promise.all(refunds.map((one) => refund(one, options)));
  await options.money.until(options.now);
  return placed;
}

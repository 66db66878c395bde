import { asOutTradeNo } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { entriesAt } from '#read-models/books/ledger/queries.ts';
import { type AvailableMove, availableMovesOf, settledLinesAt } from '#read-models/books/ledger/trace.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import {
  evolveOrder,
  IMPORT_PROVIDER,
  noOrder,
  type OrderState,
  statusOf,
} from '#services/commerce/orders/order.ts';
import type { MonthOut, TracedOrder } from '#services/contract/books/trace.ts';
import { type Carried, carriedOf } from '#services/modules/books/trace/first-in-first-out.ts';
import { orderSteps } from '#services/modules/books/trace/steps.ts';
import { noticesOf } from '#services/modules/payments/charge-notices.ts';
import { secondsOf } from '#services/runtime/business-time.ts';
import { wire } from '../http/money.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { chargedLines } from '../payments/receipt-answer.ts';
import { covers, entryAnswer, lineAnswer, stepAnswers } from './trace-parts.ts';
import { paidOut } from './trace-payouts.ts';
import { statementLineAnswer, statementLines } from './trace-statement.ts';

/** The maximum of withdrawals listed for a month's money. */
const MAX_CARRIED = 50;

/** Charges paid for the order, used or returned. */
export function chargesOf(steps: readonly RecordedEvent[]): string[] {
  const named = steps.flatMap(({ data }) => ('charge_id' in data && data.charge_id ? [data.charge_id] : []));
  return [...new Set(named)];
}

async function chargeAnswers({ pool }: Dependencies, steps: readonly RecordedEvent[], until: number) {
  const charges = chargesOf(steps);
  const notices = charges.length === 0 ? [] : await noticesOf(pool, charges);
  return charges.map((charge_id) => ({
    charge_id,
    notices: notices
      .filter((one) => one.charge_id === charge_id && one.received_at <= until)
      .map(({ received_at, ...one }) => ({ ...one, time: secondsOf(received_at) })),
  }));
}

interface OfMonth {
  month: AvailableMove;
  carried: readonly Carried[];
}

/** How the money of the order's settled months was paid out. */
async function monthAnswers(
  deps: Dependencies,
  creator_id: string,
  months: readonly string[],
  until: number | undefined,
): Promise<MonthOut[]> {
  const { rows: moves } = await availableMovesOf(deps.pool, creator_id, until);
  const carried = carriedOf(moves);
  const wanted: OfMonth[] = moves
    .filter(({ kind, ref, amount }) => kind === 'month' && months.includes(ref) && amount > 0)
    .map((month) => ({ month, carried: carried.filter((one) => one.month === month.ref) }));
  const shown = wanted.flatMap((one) => one.carried.slice(0, MAX_CARRIED));
  const ids = shown.flatMap(({ by }) => (by.kind === 'withdrawal' ? [by.ref] : []));
  const paid = await paidOut(deps, creator_id, [...new Set(ids)], until);
  return wanted.map(({ month, carried: all }) => ({
    month: month.ref,
    net: wire(month.amount),
    carried: all.slice(0, MAX_CARRIED).map(({ by, amount }) => ({
      kind: by.kind,
      ref: by.ref,
      amount: wire(amount),
      paid: paid.get(by.ref) ?? null,
    })),
    more: Math.max(all.length - MAX_CARRIED, 0),
    left: wire(month.amount - all.reduce((sum, { amount }) => sum + amount, 0)),
  }));
}

/** What made the price. A rule without effect on the amount is not named: then it was the list price. */
function priceRules({ provider, redeem, pricing, discount }: OrderPlacedData): TracedOrder['rules'] {
  const { rule, vip, month_percent } = pricing;
  if (provider === IMPORT_PROVIDER) return [];
  if (redeem !== null) return ['redeem'];
  if (rule === 'custom') return ['custom'];
  const upgrade: TracedOrder['rules'] = rule === 'upgrade' ? ['upgrade'] : [];
  if (vip) return [...upgrade, 'member'];
  if (upgrade.length > 0) return upgrade;
  return [rule !== 'plain' && discount > 0 && month_percent === 0 ? rule : 'plain'];
}

const asPlaced = (placed: OrderPlacedData) => ({
  out_trade_no: placed.out_trade_no,
  cart_order_no: placed.cart_order_no ?? '',
  provider: placed.provider,
  py_type: placed.py_type,
  plan_name: placed.plan_name,
  priced: chargedLines(placed),
  rules: priceRules(placed),
  month_percent: placed.pricing.month_percent,
  show_amount: wire(placed.show_amount),
  discount: wire(placed.discount),
  shipping_fee: wire(placed.shipping_fee),
  total_amount: wire(placed.total_amount),
});

/**
 * One order from request to bank, as of a position: events, notices, postings, settlement, and the withdrawals that
 * can have carried its money. Undefined if it was not placed up to then.
 */
export async function tracedOrder(
  deps: Dependencies,
  out_trade_no: string,
  until: number | undefined,
): Promise<TracedOrder | undefined> {
  const steps = await orderSteps(deps.log, asOutTradeNo(out_trade_no), until);
  const state = steps.reduce<OrderState>(
    (order, event) => evolveOrder(order, event, event.metadata.at),
    noOrder,
  );
  if (state.phase === 'none') return undefined;
  const { placed } = state;
  const positions = steps.map(({ position }) => position);
  await waitForPosition(deps, positions.at(-1), 'ledger', 'reconciliation');
  const [entries, lines, statement] = await Promise.all([
    entriesAt(deps.pool, { positions }),
    settledLinesAt(deps.pool, { positions, until }),
    statementLines(deps, steps, until),
  ]);
  const settlements = lines.rows.flatMap(({ settlement }) => settlement?.position ?? []);
  const { creator_id, user_id, affiliate } = placed;
  // Payouts to a partner are shown for the partner's own part only.
  const sold = lines.rows.filter((line) => line.user_id === creator_id);
  const months = new Set(sold.flatMap(({ settlement, month }) => (settlement ? month : [])));
  const lastAt = until === undefined ? Number.POSITIVE_INFINITY : (steps.at(-1)?.metadata.at ?? 0);
  const [cover, charges, monthsOut, people] = await Promise.all([
    covers(deps, [...positions, ...settlements, ...statement.map(({ position }) => position)]),
    chargeAnswers(deps, steps, lastAt),
    monthAnswers(deps, creator_id, [...months], until),
    deps.directory.usersByIds([creator_id, user_id, affiliate?.partner_id ?? []].flat()),
  ]);
  const person = (id: string) => {
    const found = people.get(id);
    // An imported contact's name is for its creator's eyes.
    return { user_id: id, name: found === undefined || found.imported ? '' : found.name };
  };
  return {
    kind: 'order',
    ...asPlaced(placed),
    status: statusOf(state),
    imported: steps[0]?.metadata.imported === true,
    creator: person(creator_id),
    fan: person(user_id),
    affiliate: affiliate && {
      code: affiliate.code,
      rate: affiliate.rate_percent,
      partner: person(affiliate.partner_id),
    },
    steps: await stepAnswers(deps, steps, cover),
    charges,
    entries: entries.rows.map(entryAnswer),
    lines: lines.rows.map((line) => lineAnswer(line, cover)),
    months: monthsOut,
    statement: statement.map((line) => statementLineAnswer(line, cover)),
  };
}

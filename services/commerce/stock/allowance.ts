import type { PurchaseLimit } from '#events/catalog.ts';
import type { OutTradeNo, SkuId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** The units of one order in a fan's purchase limits. */
export interface TakenUnits {
  out_trade_no: OutTradeNo;
  at: Millis;
  lines: readonly { sku_id: SkuId; count: number }[];
  /** Units over all lines; a sponsorship order is one unit, for any months. */
  units: number;
}

/** All that one fan holds or has bought of one plan. */
interface AllowanceState {
  taken: readonly TakenUnits[];
}

const noAllowance: AllowanceState = { taken: [] };

export const hasTakenUnits = (state: AllowanceState, order: OutTradeNo): boolean =>
  state.taken.some(({ out_trade_no }) => out_trade_no === order);

const EVER = -1;

/** Takes within a limit's window: its days × 24 h ending now. A take exactly at the window's start is out. */
const within = (state: AllowanceState, days: number, now: Millis): readonly TakenUnits[] =>
  days === EVER ? state.taken : state.taken.filter(({ at }) => at > now - days * DAY_MS);

const unitsOf = (taken: TakenUnits, sku: SkuId): number =>
  taken.lines.reduce((units, line) => (line.sku_id === sku ? units + line.count : units), 0);

/** Units a limit still allows over the whole plan. */
export const leftOfPlan = (state: AllowanceState, limit: PurchaseLimit, now: Millis): number =>
  limit.count - within(state, limit.days, now).reduce((units, taken) => units + taken.units, 0);

/** Units a limit still allows of one SKU. */
export const leftOfSku = (state: AllowanceState, sku: SkuId, limit: PurchaseLimit, now: Millis): number =>
  limit.count - within(state, limit.days, now).reduce((units, taken) => units + unitsOf(taken, sku), 0);

function evolveAllowance(state: AllowanceState, event: DomainEvent, at: Millis): AllowanceState {
  switch (event.type) {
    case 'AllowanceTaken': {
      const { out_trade_no, lines, units } = event.data;
      return { taken: [...state.taken, { out_trade_no, at, lines, units }] };
    }
    case 'AllowanceReturned': {
      const back = event.data.out_trade_no;
      return { taken: state.taken.filter(({ out_trade_no }) => out_trade_no !== back) };
    }
    default:
      return state;
  }
}

export const allowanceKind = streamKind<AllowanceState>('allowance', noAllowance, evolveAllowance, {
  shape: 1,
});

import { expect } from 'vitest';
import type { PlanId, SkuId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { countedBy, type Limit } from './mixed-shop.ts';

/** The sums of a stock's or a bundle's events. */
class Units {
  stock: number | null = null;
  held = 0;
  sold = 0;

  add({ type, data }: DomainEvent): void {
    // The fields that these events have between them.
    const { count = 0, stock } = data as { count?: number; stock?: number | null };
    if (type === 'StockSet' || type === 'BundleStockSet') this.stock = stock ?? null;
    if (type === 'StockHeld' || type === 'BundleHeld') this.held += count;
    if (/^(Stock|Bundle)(Sold|Released)$/.test(type)) this.held -= count;
    if (type === 'StockSold' || type === 'BundleSold') this.sold += count;
    if (type === 'StockReturned' || type === 'BundleReturned') this.sold -= count;
    expect(this.held).toBeGreaterThanOrEqual(0);
    expect(this.sold).toBeGreaterThanOrEqual(0);
    if (this.stock !== null) expect(this.held + this.sold).toBeLessThanOrEqual(this.stock);
  }
}

interface Take {
  out_trade_no: string;
  at: Millis;
  lines: readonly { sku_id: SkuId; count: number }[];
}

const within =
  ({ days }: Limit, now: Millis) =>
  (take: Take): boolean =>
    days === -1 || take.at > now - days * DAY_MS;

type LimitsOf = (plan_id: PlanId) => readonly Limit[];

/** A fan's units of a plan, checked against the limits at each purchase. */
class Takes {
  #takes: Take[] = [];
  readonly #limitsOf: LimitsOf;

  constructor(limitsOf: LimitsOf) {
    this.#limitsOf = limitsOf;
  }

  add({ type, data }: DomainEvent, at: Millis): void {
    if (type === 'AllowanceReturned') {
      this.#takes = this.#takes.filter(({ out_trade_no }) => out_trade_no !== data.out_trade_no);
    }
    if (type !== 'AllowanceTaken') return;
    this.#takes.push({ out_trade_no: data.out_trade_no, at, lines: data.lines });
    for (const limit of this.#limitsOf(data.plan_id)) {
      const units = this.#takes.filter(within(limit, at)).map(({ lines }) => countedBy(limit, lines));
      expect(units.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(limit.count);
    }
  }
}

interface Logged {
  stream: string;
  event: DomainEvent;
  metadata: { at: Millis };
}

/**
 * Invariants after every event, computed from the log: held and sold units are never negative nor above the stock, and
 * no fan exceeds a limit within its window.
 * @returns units of each stock and bundle, by stream
 */
export function checkEveryMoment(
  log: readonly Logged[],
  limitsOf: LimitsOf = () => [],
): ReadonlyMap<string, Units> {
  const units = new Map<string, Units>();
  const takes = new Map<string, Takes>();
  const of = <Value>(map: Map<string, Value>, key: string, blank: () => Value): Value => {
    const known = map.get(key) ?? blank();
    map.set(key, known);
    return known;
  };
  for (const { stream, event, metadata } of log) {
    if (/^(Stock|Bundle)/.test(event.type)) of(units, stream, () => new Units()).add(event);
    if (/^Allowance/.test(event.type)) of(takes, stream, () => new Takes(limitsOf)).add(event, metadata.at);
  }
  return units;
}

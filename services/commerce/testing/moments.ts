import { ok } from 'node:assert/strict';
import type { PurchaseLimit } from '#events/catalog.ts';
import type { PlanId, SkuId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import type { MemoryCommitter } from './memory-committer.ts';

/** The sums of a stock's or a bundle's events: held and sold units are never negative nor above the stock. */
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
    ok(this.held >= 0 && this.sold >= 0, `held ${this.held}, sold ${this.sold}`);
    if (this.stock !== null) ok(this.held + this.sold <= this.stock, `more than ${this.stock}`);
  }
}

/** An active limit: of one SKU, or of the whole plan. */
export interface Limit extends PurchaseLimit {
  sku_id: SkuId | null;
}

interface Take {
  out_trade_no: string;
  at: Millis;
  lines: readonly { sku_id: SkuId; count: number }[];
}

type LimitsOf = (plan_id: PlanId) => readonly Limit[];

/** A fan's units of a plan: no purchase exceeds a limit within its window. */
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
    for (const { sku_id, days, count } of this.#limitsOf(data.plan_id)) {
      let units = 0;
      for (const take of this.#takes) {
        if (days !== -1 && take.at <= at - days * DAY_MS) continue;
        for (const line of take.lines) if (sku_id === null || line.sku_id === sku_id) units += line.count;
      }
      ok(units <= count, `${units} units within a limit of ${count}`);
    }
  }
}

/** Invariants after every event of a log. */
export class Moments {
  /** Units of each stock and bundle, by stream. */
  readonly units = new Map<string, Units>();
  readonly #takes = new Map<string, Takes>();
  readonly #limitsOf: LimitsOf;
  #read = 0;

  constructor(limitsOf: LimitsOf = () => []) {
    this.#limitsOf = limitsOf;
  }

  /** Applies new events of the log. */
  readOn({ log }: MemoryCommitter): void {
    for (const { stream, event, metadata } of log.slice(this.#read)) {
      if (/^(Stock|Bundle)/.test(event.type)) this.#of(this.units, stream, () => new Units()).add(event);
      if (/^Allowance/.test(event.type))
        this.#of(this.#takes, stream, () => new Takes(this.#limitsOf)).add(event, metadata.at);
    }
    this.#read = log.length;
  }

  #of<Value>(map: Map<string, Value>, key: string, blank: () => Value): Value {
    const known = map.get(key) ?? blank();
    map.set(key, known);
    return known;
  }
}

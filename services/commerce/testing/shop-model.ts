/**
 * A shop with stock and limits in the plainest form: a list of orders and sums over it. Shares nothing with the
 * deciders; histories.test.ts compares both.
 */
export interface ModelSku {
  sku: string;
  plan: string;
  /** null: unlimited */
  stock: number | null;
  limit: { count: number; days: number } | null;
}

export interface ModelOrder {
  order: string;
  fan: string;
  plan: string;
  units: ReadonlyMap<string, number>;
  state: 'pending' | 'paid' | 'cancelled' | 'refunded';
  /** When stock and allowance were last taken. */
  taken: number;
  due: number;
  /** Charges with recorded money, used or returned. */
  charges: Set<string>;
  /** Of these, charges with only a wrong amount. */
  wrong: Set<string>;
  late: number;
}

const DAY = 24 * 60 * 60 * 1000;

export class ShopModel {
  readonly skus: Map<string, ModelSku>;
  readonly orders: ModelOrder[] = [];

  constructor(skus: readonly ModelSku[]) {
    this.skus = new Map(skus.map((sku) => [sku.sku, { ...sku }]));
  }

  find(order: string): ModelOrder | undefined {
    return this.orders.find((one) => one.order === order);
  }

  /** Units of a SKU that orders hold or have bought. */
  promised(sku: string): number {
    let units = 0;
    for (const one of this.orders) {
      if (one.state === 'pending' || one.state === 'paid') units += one.units.get(sku) ?? 0;
    }
    return units;
  }

  paid(sku: string): number {
    return this.orders
      .filter((one) => one.state === 'paid')
      .reduce((units, one) => units + (one.units.get(sku) ?? 0), 0);
  }

  private usedBy(fan: string, sku: string, days: number, now: number): number {
    let units = 0;
    for (const one of this.orders) {
      const holds = one.state === 'pending' || one.state === 'paid';
      const inWindow = days === -1 || now - one.taken < days * DAY;
      if (one.fan === fan && holds && inWindow) units += one.units.get(sku) ?? 0;
    }
    return units;
  }

  /** Whether the fan has 20 unpaid orders, or would have more unpaid units than 10 and a tenth of the stock. */
  unpaid(fan: string, units: ReadonlyMap<string, number>): 'orders' | 'units' | null {
    const open = this.orders.filter((one) => one.fan === fan && one.state === 'pending');
    if (open.length >= 20) return 'orders';
    for (const [name, count] of units) {
      const stock = this.skus.get(name)?.stock ?? null;
      const waiting = open.reduce((sum, one) => sum + (one.units.get(name) ?? 0), 0);
      if (stock !== null && waiting + count > Math.max(10, Math.floor(stock / 10))) return 'units';
    }
    return null;
  }

  /** The reason why these units are unavailable, if any. */
  obstacle(fan: string, units: ReadonlyMap<string, number>, now: number): 'stock' | 'limit' | null {
    for (const [name, count] of units) {
      const stock = this.skus.get(name)?.stock ?? null;
      if (stock !== null && this.promised(name) + count > stock) return 'stock';
    }
    for (const [name, count] of units) {
      const limit = this.skus.get(name)?.limit ?? null;
      if (limit !== null && this.usedBy(fan, name, limit.days, now) + count > limit.count) return 'limit';
    }
    return null;
  }
}

/** The job of the process that simulates buyers. A buyer's number is modulo the number of tokens. */
export type Job = { base: string; inFlight: number; tokens: readonly string[] } & (
  | { kind: 'healthz'; seconds: number }
  /** Whole orders: placed, paid in the sandbox, polled until they are paid. */
  | { kind: 'orders'; goods: readonly Goods[]; seconds: number; perSecond?: number }
  /** Buyer after buyer places one order each; who gets one pays it. */
  | { kind: 'rush'; goods: readonly Goods[]; buyers: number }
);

/** The SKU that a buyer buys. */
export interface Goods {
  plan_id: string;
  sku_id: string;
}

export interface JobResult {
  done: number;
  perSecond: number;
  /** Milliseconds: of a healthz, of a whole order, or of a rush's answer to create-order. */
  p50: number;
  p99: number;
  /** Number of answers of create-order by `ec`, and of HTTP statuses other than 200. */
  codes: Readonly<Record<string, number>>;
  statuses: Readonly<Record<string, number>>;
  /** Numbers of the orders that were paid. */
  paid: readonly string[];
}

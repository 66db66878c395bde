/**
 * The facts of a log, from raw events. Shares no code with the deciders and states: it uses only names of events and
 * fields.
 */
export interface RawEvent {
  position: number;
  stream: string;
  version: number;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: raw JSON of many types, read here without their definitions
  data: any;
}

export interface OrderFacts {
  out_trade_no: string;
  user_id: string;
  /** fen */
  total: number;
  redeemed: boolean;
  lines: { sku_id: string; count: number }[];
  bundles: number;
  /** Charges of its payments; null for an order that cost nothing. */
  paid: (string | null)[];
  cancelled: string[];
  /** If the last of payment and cancellation was the payment. */
  isPaid: boolean;
  refunds: { refund_id: string; amount: number; by: string }[];
  late: string[];
  returned: string[];
}

export interface CartFacts {
  user_id: string;
  total: number;
  orders: string[];
  /** By the entry that was bought: its revision. A fan who changes it meanwhile keeps it, and can buy it again. */
  revisions: ReadonlyMap<string, number>;
}

export interface WithdrawalFacts {
  user_id: string;
  amount: number;
  approved: string[];
  rejected: number;
  retried: number;
}

export interface AgreementFacts {
  /** Orders that were agreed with; orders of renewals; those that are paid. */
  made: string[];
  placed: string[];
  paid: string[];
  /** Reasons */
  ended: string[];
  /** The agreed amount (fen); null: it has ended. */
  amount: number | null;
}

export interface LogFacts {
  events: number;
  orders: ReadonlyMap<string, OrderFacts>;
  carts: ReadonlyMap<string, CartFacts>;
  withdrawals: ReadonlyMap<string, WithdrawalFacts>;
  /** By fan and plan. */
  agreements: ReadonlyMap<string, AgreementFacts>;
  /** By SKU: every number of units that it had left. */
  stocks: ReadonlyMap<string, ReadonlySet<number | null>>;
  /** Contradictions, by the name of the check. */
  faults: Record<LogCheck, string[]>;
}

export const LOG_CHECKS = [
  'positions',
  'stock',
  'limits',
  'codes',
  'refunds',
  'money out',
  'agreements',
] as const;
export type LogCheck = (typeof LOG_CHECKS)[number];

export type Fault = (check: LogCheck, event: RawEvent, text: string) => void;

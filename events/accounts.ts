import type { OutTradeNo, UserId } from './ids.ts';

/** Whether an account can buy and sell. */
export type AccountEvent =
  /** The first order was placed that pays this account, as seller or as partner of a code. Written once. */
  | { type: 'EarningsBegun'; data: { user_id: UserId; out_trade_no: OutTradeNo } }
  /** The person deleted the account: it takes part in no further order. Its rows are deleted after this. */
  | { type: 'AccountClosed'; data: { user_id: UserId } };

import { z } from 'zod';
import { outTradeNo, userId } from './ids.ts';

/** Whether an account can buy and sell. */
export const accountEvents = {
  /** The first order was placed that pays this account, as seller or as partner of a code. Written once. */
  EarningsBegun: z.object({ user_id: userId, out_trade_no: outTradeNo }),
  /** The person deleted the account: it takes part in no further order. Its rows are deleted after this. */
  AccountClosed: z.object({ user_id: userId }),
};

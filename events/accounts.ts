import { z } from 'zod';
import { outTradeNo, userId } from './ids.ts';
import { millis } from './time.ts';

/** `YYYY-MM-DD`: the day of the texts that a person was shown. */
const textsVersion = z.string();

/** Whether an account can buy and sell, and what its person agreed to. */
export const accountEvents = {
  /** The first order was placed that pays this account, as seller or as partner of a code. Written once. */
  EarningsBegun: z.object({ user_id: userId, out_trade_no: outTradeNo }),
  /** The person asked to close the account at `due_at`. From now on no order pays it. */
  AccountClosingRequested: z.object({
    user_id: userId,
    due_at: millis,
    /** Vault entry of the reason; null without one. */
    reason_ref: z.string().nullable(),
  }),
  /** The account stays: the person took the request back, or something was open when it was due. */
  AccountClosingEnded: z.object({ user_id: userId, outcome: z.enum(['taken_back', 'rejected']) }),
  /** The person deleted the account: it takes part in no further order. Its rows are deleted after this. */
  AccountClosed: z.object({ user_id: userId }),
  /** The person agreed to terms of use and privacy policy, when registering or to a newer version. */
  TermsAccepted: z.object({
    user_id: userId,
    version: textsVersion,
    occasion: z.enum(['registration', 'new_version']),
  }),
};

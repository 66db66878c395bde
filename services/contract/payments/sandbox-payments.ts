import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { outTradeNo, whole } from '../fields/fields.ts';
export const sandboxPay = endpoint('POST', '/api/sandbox/pay', {
  access: 'sandbox',
  /** Sandbox only: simulates the payer at the provider. */
  body: z.object({
    charge_id: z.string().min(1).max(120),
    outcome: z.enum(['success', 'fail', 'timeout']),
    /** How the signed notice is delivered; default: once, immediately. */
    notice: z
      .object({
        delay_ms: whole(0, 3_600_000).default(0),
        /** Number of deliveries. */
        copies: whole(1, 20).default(1),
        /** Never delivered: only a query to the provider finds the payment. */
        lost: z.boolean().default(false),
      })
      .optional(),
  }),
  /** The resulting state of the charge at the sandbox provider. */
  answer: z.object({ status: z.enum(['open', 'failed', 'closed', 'paid']) }),
  summary: 'Pay, fail or ignore a charge; a signed notice follows',
});
export const sandboxRenewals = endpoint('POST', '/api/sandbox/renewals', {
  access: 'sandbox',
  /** Sandbox only: what later charges by the agreement made with this order do. `timeout`: no charge and no
   * answer; `late`: charged, and answered an hour later. */
  body: z.object({ out_trade_no: outTradeNo, outcome: z.enum(['success', 'fail', 'timeout', 'late']) }),
  answer: z.object({ outcome: z.enum(['success', 'fail', 'timeout', 'late']) }),
  summary: 'Choose how charges by an agreement end',
});

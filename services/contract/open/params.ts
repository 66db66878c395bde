import { z } from 'zod';
import { id, longText } from '#services/contract/fields/fields.ts';

/** Values in `params` arrive as text, numbers too. Unknown fields are ignored. */

const MAX_NAMED = 1_000;

/** A number that is clamped into its range; anything else is the default. */
const clamped = (min: number, max: number, otherwise: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => {
      const number = value === undefined || value === '' ? Number.NaN : Math.trunc(Number(value));
      return Number.isNaN(number) ? otherwise : Math.min(Math.max(number, min), max);
    })
    .meta({ type: 'integer', minimum: min, maximum: max, default: otherwise });

/** Ids separated by commas; undefined for none. */
const commaList = z
  .string()
  .optional()
  .transform((text) => {
    const named = (text ?? '').split(',').map((one) => one.trim());
    const ids = named.filter((one) => one !== '' && !one.includes('\0')).slice(0, MAX_NAMED);
    return ids.length > 0 ? ids : undefined;
  })
  .meta({ description: `At most ${MAX_NAMED} ids, separated by commas` });

const page = clamped(1, 100_000, 1);

export const openParams = {
  ping: z.object({ page }),
  'query-order': z.object({
    page,
    per_page: clamped(1, 100, 50),
    out_trade_no: commaList,
    /** Position: orders paid after it, in the order of payment */
    after: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .optional(),
  }),
  'query-sponsor': z.object({ page, per_page: clamped(1, 100, 20), user_id: commaList }),
  'query-plan': z.object({ plan_id: id }),
  'query-plans': z.object({ page, per_page: clamped(1, 100, 20) }),
  'query-posts': z.object({ page, per_page: clamped(1, 100, 20) }),
  'query-random-reply': z.object({ out_trade_no: commaList.pipe(z.array(z.string())) }),
  'update-plan-reply': z.object({
    plan_id: id.optional(),
    sku_id: id.optional(),
    auto_reply: longText(2_000).optional(),
    auto_random_reply: longText(5_010_000).optional(),
    update_random_reply_type: z.enum(['append', 'overwrite']).optional(),
    idempotency_key: z.string().min(1).max(100).optional(),
  }),
  'send-msg': z.object({ recipient: id, content: longText(2_000, 1) }),
};
export type OpenParams<Name extends keyof typeof openParams> = z.output<(typeof openParams)[Name]>;

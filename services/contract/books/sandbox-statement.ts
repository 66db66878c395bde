import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { businessDay, text } from '#services/contract/fields/fields.ts';

/** Our id in the line, or its number in the statement, from 1, without transfers to the bank. */
const whichLine = text(160, 1).optional();

export const getSandboxStatement = endpoint('GET', '/api/sandbox/statement', {
  access: 'sandbox',
  /** The sandbox provider's statement, with planted errors on request. */
  query: z.object({
    /** Default: today */
    from: businessDay.optional(),
    /** Default: `from` */
    to: businessDay.optional(),
    /** Left out */
    missing: whichLine,
    /** Stated twice, under two ids */
    doubled: whichLine,
    /** Stated 1.00 too high */
    other_amount: whichLine,
  }),
});

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { Page } from '#read-models/engine/query.ts';
import { languageOf } from './language.ts';
import { type Refused, refusalText } from './refusal-text.ts';
import type { ApiRefusal } from './refusals.ts';

/** The envelope of an answer that went well. */
export interface Answered<Data> {
  ec: 200;
  em: string;
  data: Data;
}

export const ok = <Data>(data: Data): Answered<Data> => ({ ec: 200, em: '', data });

declare module 'fastify' {
  interface FastifyInstance {
    /** Refusals by this process since its start, by `ec`; undefined where they are not measured. */
    refusals?: Map<number, number>;
  }
}

/** The envelope of a refusal, in the caller's language. */
export function refused(request: FastifyRequest, refusal: ApiRefusal): Refused {
  const answer = refusalText(refusal, languageOf(request));
  const { refusals } = request.server;
  refusals?.set(answer.ec, (refusals.get(answer.ec) ?? 0) + 1);
  return answer;
}

export const refusal = z
  .object({
    ec: z.number().int(),
    em: z.string(),
    data: z.object({
      errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
      total_amount: z.string().optional(),
      out_trade_no: z.string().optional(),
      cart_order_no: z.string().optional(),
      retry_after: z.number().int().optional(),
      request_id: z.string().optional(),
    }),
  })
  .meta({
    id: 'Refusal',
    description: 'The request was refused: `ec` is the code, `em` the message in the reader’s language.',
  });

/** The `response` schema of a route that answers with `data`, or is refused; 413 for a body that is too large. */
export const answers = <Data extends z.ZodType>(
  data: Data,
  own?: z.ZodType,
  failures: readonly number[] = [],
) => ({
  200: z.union([z.object({ ec: z.literal(200), em: z.string(), data }), refusal, ...(own ? [own] : [])]),
  413: refusal,
  ...Object.fromEntries(failures.map((status) => [status, own ?? refusal])),
});

interface PageNumber {
  page: number;
  per_page: number;
}

/** The rows of a page, as queries take them. */
export const rangeOf = ({ page, per_page }: PageNumber) => ({
  limit: per_page,
  offset: (page - 1) * per_page,
});

/** A page of an ordinary table as an answer, with `list` in place of the rows found. */
export const tablePage = <Item>(
  query: PageNumber,
  { total_count, list: found }: { total_count: number; list: readonly unknown[] },
  list: Item[],
) => ({ list, has_more: rangeOf(query).offset + found.length < total_count, total_count });

/** The same of a read model. */
export const pageAnswer = <Item>(
  query: PageNumber,
  found: Page<unknown> & { as_of: AsOf },
  list: Item[],
) => ({
  ...tablePage(query, found, list),
  as_of: found.as_of,
});

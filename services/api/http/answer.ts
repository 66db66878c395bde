import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { Page } from '#read-models/engine/query.ts';
import { languageOf } from './language.ts';
import { type Refused, refusalText } from './refusal-text.ts';
import type { ApiRefusal } from './refusals.ts';

/** The envelope of an answer that went well; 202: data of what is shown, but not listed. */
export interface Answered<Data> {
  ec: 200 | 202;
  em: string;
  data: Data;
}

/** @param em the sentence that a page shows; empty: none */
export const ok = <Data>(data: Data, em = ''): Answered<Data> => ({ ec: 200, em, data });

/** Data of an endpoint with `unlisted`, about what only those see who have its address. */
export class Unlisted<Data> {
  readonly data: Data;
  constructor(data: Data) {
    this.data = data;
  }
}

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
      paid_order: z.string().optional(),
      cart_order_no: z.string().optional(),
      retry_after: z.number().int().optional(),
      half_token: z.string().optional(),
      request_id: z.string().optional(),
    }),
  })
  .meta({
    id: 'Refusal',
    description: 'The request was refused: `ec` is the code, `em` the message in the reader’s language.',
  });

interface AnswerForms {
  /** A further form of a refusal, and further statuses of it. */
  own?: z.ZodType | undefined;
  failures?: readonly number[] | undefined;
  /** Whether `ec` can be 202. */
  unlisted?: boolean | undefined;
}

/** The `response` schema of a route that answers with `data`, or is refused; 413 for a body that is too large. */
export const answers = <Data extends z.ZodType>(
  data: Data,
  { own, failures = [], unlisted = false }: AnswerForms = {},
) => ({
  200: z.union([
    z.object({ ec: unlisted ? z.literal([200, 202]) : z.literal(200), em: z.string(), data }),
    refusal,
    ...(own ? [own] : []),
  ]),
  413: refusal,
  ...Object.fromEntries(failures.map((status) => [status, own ?? refusal])),
});

/** What the handler of a list finds beside the fields of its query (`rangeOf`). */
export interface Arrived {
  /** Rows that arrived at the front since the first page was read; negative if some left. */
  arrived?: number;
}

interface PageNumber extends Arrived {
  page: number;
  per_page: number;
}

/** The rows of a page, as queries take them. */
export const rangeOf = ({ page, per_page, arrived = 0 }: PageNumber) => ({
  limit: per_page,
  offset: Math.max(0, (page - 1) * per_page + arrived),
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

/** A list that grows faster than this is answered as it is. */
const MOST_READS = 4;

/** Of the query of a list (contract/fields/fields.ts, `knownCount`). */
interface KnownPages {
  page?: number;
  known_count?: number | undefined;
}

interface Listed {
  list?: readonly unknown[];
  total_count?: number;
}

/**
 * Reads a page of a list that grows at its front, so that no row of the pages before comes again and none is missing:
 * once more from as many rows behind as have arrived since the first page was read. A list that is closed at
 * `known_count` by itself is read once.
 */
export async function samePages<Answer>(
  query: KnownPages,
  read: (query: KnownPages & Arrived) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { page = 1, known_count } = query;
  if (known_count === undefined) return read(query);
  if (page === 1) return read({ ...query, known_count: undefined });
  let arrived = 0;
  for (let nth = 1; ; nth += 1) {
    const answer = await read({ ...query, arrived });
    // A refusal has neither; some lists count nothing behind their end.
    const { list, total_count } = answer as Listed;
    if (total_count === undefined || list === undefined || nth === MOST_READS) return answer;
    if (list.length === 0 || total_count - known_count === arrived) {
      return { ...answer, total_count: known_count };
    }
    arrived = total_count - known_count;
  }
}

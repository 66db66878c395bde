import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { ReadModels } from '#read-models/engine/wait.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Answered, answers } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import { guessLimit, printLimit, uploadLimit } from './rate-limits.ts';
import type { Refused } from './refusals.ts';
import { waitForPosition } from './wait-for-position.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readModels: ReadModels;
  }
}

/** An area of the API: its routes. */
export type Area = (deps: Dependencies) => FastifyPluginAsyncZod;

type Output<E, Part extends string> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : unknown;
type RequestOf<E> = FastifyRequest<{
  Querystring: Output<E, 'query'>;
  Body: Output<E, 'body'>;
  Params: Output<E, 'params'>;
  Headers: Output<E, 'headers'>;
}>;
type ReplyOf<E> = E extends { answer: infer S extends z.ZodType }
  ? Answered<z.input<S>> | Refused | FastifyReply
  : unknown;

const LIMITS = { guess: guessLimit, print: printLimit, upload: uploadLimit };

/** Registers handlers of endpoints, tagged with the name of their capability. */
export const routesOf =
  (app: Parameters<FastifyPluginAsyncZod>[0], tag: string) =>
  <E extends Endpoint>(
    endpoint: E,
    handler: (request: RequestOf<E>, reply: FastifyReply) => ReplyOf<E> | Promise<ReplyOf<E>>,
    options: Pick<RouteShorthandOptions, 'bodyLimit'> = {},
  ): void => {
    const { method, path, access, limit, changes, query, answer, reads } = endpoint;
    const { body, params, headers, consumes, summary, description } = endpoint;
    app.route({
      ...options,
      method,
      url: path,
      config: { access, ...(limit && { rateLimit: LIMITS[limit] }), ...(changes && { changes }) },
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        ...(headers && { headers }),
        ...(answer && { response: answers(answer) }),
        tags: [tag],
        ...(consumes && { consumes: [...consumes] }),
        ...(summary && { summary }),
        ...(description && { description }),
      },
      handler: async (request, reply) => {
        const asked = request as RequestOf<E>;
        const { min_position } = asked.query as { min_position?: number };
        if (reads.length > 0) await waitForPosition(app, min_position, ...reads);
        return handler(asked, reply);
      },
    });
  };

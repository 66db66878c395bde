import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { ReadModels } from '#read-models/engine/wait.ts';
import type { Endpoint } from '#services/contract/endpoint.ts';
import { type Arrived, answers, ok, refused, samePages, Unlisted } from './answer.ts';
import { type Caller, callerOf } from './caller.ts';
import type { Dependencies } from './dependencies.ts';
import { type Language, languageOf } from './language.ts';
import { guessLimit, linkLimit, printLimit, uploadLimit } from './rate-limits.ts';
import { type ApiRefusal, isApiRefusal } from './refusals.ts';
import { successText, unlistedText } from './texts/success-text.ts';
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
type RuleOf<E extends Endpoint> = E['access'] extends readonly (infer Rule)[] ? Rule : E['access'];
/** Undefined in areas for guests; a creator in areas for creators. */
type CallerOf<E extends Endpoint> =
  Extract<RuleOf<E>, 'guest' | 'sandbox' | 'provider'> extends never
    ? Caller & ([RuleOf<E>] extends ['creator'] ? { is_creator: true } : unknown)
    : Caller | undefined;

/** Arguments of a handler. */
interface Context<E extends Endpoint> {
  query: Output<E, 'query'> & Arrived;
  body: Output<E, 'body'>;
  params: Output<E, 'params'>;
  headers: FastifyRequest['headers'] & Output<E, 'headers'>;
  caller: CallerOf<E>;
  language: Language;
  /** Of the events that the request causes; the committer of the routes adds it automatically. */
  correlation_id: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

function contextOf<E extends Endpoint>(request: FastifyRequest, reply: FastifyReply): Context<E> {
  const { query, body, params, headers, id: correlation_id } = request;
  const known = { caller: callerOf(request), language: languageOf(request), correlation_id };
  return { query, body, params, headers, ...known, request, reply } as Context<E>;
}

/** Data with a `code` looks like a refusal: such a handler sends its own envelope. */
type DataSent<Data> = Data extends { code: unknown } ? never : Data;
/** The result of a handler: data, a refusal, or the reply that it sent. */
type ReplyOf<E> =
  | (E extends { answer: infer S extends z.ZodType } ? DataSent<z.input<S>> : never)
  | (E extends { unlisted: true; answer: infer S extends z.ZodType } ? Unlisted<z.input<S>> : never)
  | ApiRefusal
  | FastifyReply;

/** `ec` of data about what is not listed (commerce specification 7). */
const UNLISTED = 202;
/** Bytes of a form beside its file. */
const FORM_BYTES = 65_536;

/** An endpoint with a file takes it in a form. */
const uploadTypes = (body: unknown): string[] => [
  'multipart/form-data',
  ...(body === undefined ? [] : ['application/json']),
];

const LIMITS = { guess: guessLimit, print: printLimit, upload: uploadLimit, link: linkLimit };

/** Registers handlers of endpoints, tagged with the name of their capability. */
export const routesOf =
  (app: Parameters<FastifyPluginAsyncZod>[0], tag: string) =>
  <E extends Endpoint>(
    endpoint: E,
    handler: (context: Context<E>) => ReplyOf<E> | Promise<ReplyOf<E>>,
    options: Pick<RouteShorthandOptions, 'bodyLimit'> = {},
  ): void => {
    const { method, path, access, right, confirm, limit, changes, query, answer, reads } = endpoint;
    const { body, params, headers, largest_file, most_values } = endpoint;
    const { refusal, failures, unlisted, summary, description } = endpoint;
    const consumes = largest_file === undefined ? endpoint.consumes : uploadTypes(body);
    app.route({
      ...options,
      ...(largest_file && { bodyLimit: largest_file + FORM_BYTES }),
      method,
      url: path,
      config: {
        access,
        ...(right && { right, reads }),
        ...(confirm && { confirm }),
        ...(limit && { rateLimit: LIMITS[limit] }),
        ...(changes && { changes }),
        ...(largest_file && { largest_file }),
        ...(most_values && { most_values }),
      },
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        ...(headers && { headers }),
        ...(answer && { response: answers(answer, { own: refusal, failures, unlisted }) }),
        tags: [tag],
        ...(consumes && { consumes: [...consumes] }),
        ...(summary && { summary }),
        ...(description && { description }),
      },
      handler: async (request, reply) => {
        const { min_position } = request.query as { min_position?: number };
        if (reads.length > 0) await waitForPosition(app, min_position, ...reads);
        const context = contextOf<E>(request, reply);
        const answered = await samePages(request.query as object, (shown) =>
          handler({ ...context, query: shown as Context<E>['query'] }),
        );
        // A reply that the handler sent itself, awaited.
        if (answered === undefined) return undefined;
        if (isApiRefusal(answered)) return refused(request, answered);
        if (answered instanceof Unlisted) {
          return { ...ok(answered.data, unlistedText[context.language]), ec: UNLISTED };
        }
        return ok(answered, successText(endpoint, context.language));
      },
    });
  };

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refused } from './answer.ts';
import { InvalidInput } from './input.ts';
import type { ApiRefusal } from './refusals.ts';

/** Too much is waiting already: the same call may succeed a moment later. */
export const isOverload = (error: unknown): boolean => error instanceof Error && error.name === 'Overloaded';

interface Failure {
  status: 200 | 413 | 429 | 500 | 503;
  refusal: ApiRefusal;
}

const badInput = (): Failure => ({
  status: 200,
  refusal: { code: 'bad_input', errors: [{ field: '', message: { key: 'malformed' } }] },
});

function failureOf(error: FastifyError, request: FastifyRequest): Failure {
  if (error instanceof InvalidInput) {
    return { status: 200, refusal: { code: 'bad_input', errors: error.errors } };
  }
  if (isOverload(error)) return { status: 503, refusal: { code: 'overloaded' } };
  switch (error.statusCode) {
    case 413:
      return { status: 413, refusal: { code: 'body_too_large' } };
    case 429:
      return { status: 429, refusal: { code: 'too_many_requests' } };
    case 503:
      return { status: 503, refusal: { code: 'overloaded' } };
    case 404:
      return { status: 200, refusal: { code: 'not_found' } };
    default:
  }
  // Wrong content type, malformed JSON or URL: the caller's doing, told by Fastify as a 4xx.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return badInput();
  return { status: 500, refusal: { code: 'internal', request_id: request.id } };
}

function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, refusal } = failureOf(error, request);
  if (status === 500) request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refused(request, refusal)));
}

/** Every failure leaves in the envelope, in the caller's language; a stack trace never leaves. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(answerFailure);
}

/** What Fastify refuses before any route is found (a URL that does not decode). */
export const answerFrameworkError = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  void answerFailure(error, request, reply);
};

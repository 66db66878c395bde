import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { AppendOutcomeUnknown, LogUnreachable } from '#events/log/log.ts';
import { isExhaustion } from '#events/log/postgres/connection-loss.ts';
import { AnswerTooLarge } from '#read-models/engine/as-of.ts';
import { SessionEnded } from '#services/modules/accounts/end-access.ts';
import { NoAnswerInTime } from '#services/runtime/deadline.ts';
import { isFullDisk } from '#services/runtime/full-disk.ts';
import { StorageAway } from '#services/runtime/storage-away.ts';
import { refused } from './answer.ts';
import { drainBody } from './drain-body.ts';
import { InvalidInput } from './input.ts';
import { type ApiRefusal, invalid } from './refusals.ts';
import { FileTooLarge } from './uploads/multipart.ts';

/** Too much is waiting already: the same call may succeed a moment later. */
export const isOverload = (error: unknown): boolean => error instanceof Error && error.name === 'Overloaded';

const SOCKET_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

const LOST_CLIENT =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Query read timeout|timeout exceeded when trying to connect)/;

/** The database is unavailable, e.g. during a restart, or a disk is full: the call can be repeated with its key. */
function isAway(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  if (error instanceof LogUnreachable || error instanceof AppendOutcomeUnknown) return true;
  // A provider that does not answer; the call can be repeated with its key, too.
  if (error instanceof NoAnswerInTime) return true;
  if (isFullDisk(error) || isExhaustion(error)) return true;
  // Shutting down, starting up, or a connection that broke.
  if (error instanceof DatabaseError) return /^(57P|08)/.test(error.code ?? '');
  // A file that is missing has ENOENT too; only a socket fails to connect.
  if (error.code === 'ENOENT') return error.syscall === 'connect';
  if (typeof error.code === 'string') return SOCKET_LOST.has(error.code);
  // The driver's own errors have no code.
  return LOST_CLIENT.test(error.message);
}

interface Failure {
  status: 200 | 413 | 429 | 500 | 503;
  refusal: ApiRefusal;
}

const badInput = (): Failure => ({
  status: 200,
  refusal: { code: 'bad_input', errors: [{ field: '', message: { key: 'malformed' } }] },
});

export function failureOf(error: FastifyError, request: FastifyRequest): Failure {
  if (error instanceof InvalidInput) {
    return { status: 200, refusal: { code: 'bad_input', errors: error.errors } };
  }
  if (error instanceof FileTooLarge) {
    return { status: 413, refusal: invalid('file', { key: 'file_too_big', max: error.most }) };
  }
  if (error instanceof AnswerTooLarge) {
    const message = { key: 'answer_too_large' as const, max: '1 MiB' };
    return { status: 200, refusal: { code: 'bad_input', errors: [{ field: 'per_page', message }] } };
  }
  if (error instanceof SessionEnded) return { status: 200, refusal: { code: 'session_expired' } };
  if (error instanceof StorageAway) return { status: 503, refusal: { code: 'storage_away' } };
  if (isOverload(error) || isAway(error)) return { status: 503, refusal: { code: 'overloaded' } };
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
  // Wrong content type, malformed JSON or URL: Fastify reports the caller's error as a 4xx.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return badInput();
  return { status: 500, refusal: { code: 'internal', request_id: request.id } };
}

async function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, refusal } = failureOf(error, request);
  if (status === 413 || error instanceof StorageAway) await drainBody(request.raw);
  if (status === 500 || isAway(error) || error instanceof StorageAway || error instanceof AnswerTooLarge)
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refused(request, refusal)));
}

/** Every failure leaves in the envelope, in the caller's language; a stack trace never leaves. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(answerFailure);
}

/** Errors of Fastify before routing (a URL that does not decode). */
export const answerFrameworkError = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  void answerFailure(error, request, reply);
};

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { OPEN_DOCUMENT, openEndpoints } from '#services/contract/open/calls.ts';
import type { OpenCallName } from '#services/contract/open/scopes.ts';
import { type Area, routesOf } from '../http/area.ts';
import { drainBody } from '../http/drain-body.ts';
import { failureOf } from '../http/errors.ts';
import { BODY_LIMIT } from '../http/json-body.ts';
import { answerCall } from './answer-call.ts';
import { openDocument } from './document.ts';
import { callRefused, unknownCall } from './refused-call.ts';
import { runs } from './runs.ts';
import { signedCallOf } from './signed-call.ts';

/** Lines of replies need more. */
const CALL_LIMIT = 65_536;

const callOf = ({ body, query }: FastifyRequest) => signedCallOf(body, query);

/** `POST /api/open/…` for creators' programs. Every answer has HTTP status 200 and the interface's own form. */
export const openRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'open');

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: CALL_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  // The schemas describe; answerCall checks in the order of the error codes.
  app.setValidatorCompiler(() => (value: unknown) => ({ value }));
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const { refusal, status } = failureOf(error, request);
    if (status === 413) await drainBody(request.raw);
    if (status === 500) request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
    return reply.code(200).send(callRefused(callOf(request), refusal, {}));
  });
  let document: string | undefined;
  app.get(
    OPEN_DOCUMENT,
    { config: { access: 'guest' }, schema: { hide: true } },
    async (_request, reply): Promise<FastifyReply> => {
      document ??= openDocument(app.swagger(), deps.config);
      return reply.type('application/json; charset=utf-8').send(document);
    },
  );
  // Of addresses that are no call.
  app.register(
    async (others) => {
      const answerUnknown = async (request: FastifyRequest, reply: FastifyReply) =>
        reply.send(unknownCall(callOf(request), request.method, request.url.split('?', 1)[0] ?? ''));
      others.setNotFoundHandler(answerUnknown);
      // Otherwise the files of the web application would answer.
      others.get('/*', { config: { access: 'guest' }, schema: { hide: true } }, answerUnknown);
    },
    { prefix: '/api/open' },
  );

  for (const name of Object.keys(openEndpoints) as OpenCallName[]) {
    const bodyLimit = name === 'update-plan-reply' ? BODY_LIMIT : CALL_LIMIT;
    on(
      openEndpoints[name],
      async ({ request, reply, headers }) => {
        const header = headers['idempotency-key'];
        const key = typeof header === 'string' ? header.slice(0, 100) : undefined;
        const call = callOf(request);
        const [, token] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
        const bearer = call.sign === '' && token ? (app.accessTokens.read(token) ?? '') : undefined;
        return reply.send(await answerCall(runs, name, call, { deps, key }, bearer));
      },
      { bodyLimit },
    );
  }
};

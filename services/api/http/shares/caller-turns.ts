import type { FastifyInstance, FastifyRequest } from 'fastify';
import { turnsByKey } from '#services/runtime/connections/turns.ts';
import { worksFor } from '#services/runtime/transaction.ts';

declare module 'fastify' {
  interface FastifyRequest {
    endTurn: (() => void) | null;
  }
}

/** Calls of one person, or of the guests at one address, that are handled at one time. A page of ours has fewer. */
const AT_ONCE = 8;
/** A call that takes longer leaves its place: it waits for something, as a file that arrives. */
const PLACE_MS = 1_000;

const callerOf = ({ session, address }: FastifyRequest): string =>
  session ? `user ${session.member_id ?? session.user_id}` : `address ${address}`;

/**
 * One caller's calls wait for each other, in the order in which they came: hundreds at once delay another caller's by a
 * few. A call that its client gave up meanwhile is not handled. Pages are left out: they wait for calls of their own.
 */
export function takeTurns(app: FastifyInstance): void {
  const turns = turnsByKey(AT_ONCE);
  app.decorateRequest('endTurn', null);
  app.addHook('preValidation', (request, reply, done) => {
    if (!request.routeOptions.url?.startsWith('/api/')) return done();
    const caller = callerOf(request);
    void turns.take(caller).then((end) => {
      if (request.raw.socket.destroyed) {
        end();
        return void reply.hijack();
      }
      const late = setTimeout(end, PLACE_MS);
      request.endTurn = () => {
        clearTimeout(late);
        end();
      };
      // A live stream has no answer that ends.
      const hijack = reply.hijack.bind(reply);
      reply.hijack = () => {
        request.endTurn?.();
        return hijack();
      };
      return worksFor.run(caller, done);
    });
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.endTurn?.();
    done();
  });
}

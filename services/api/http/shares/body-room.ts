import type { FastifyInstance, FastifyRequest } from 'fastify';
import { turnsByKey } from '#services/runtime/connections/turns.ts';
import { BODY_LIMIT } from '../json-body.ts';

/** Bytes of bodies in memory at one time, of one address: those that arrive, wait and are handled. */
const ROOM = 16 * BODY_LIMIT;
/** Smaller bodies need no room: there are as many as an address can send. */
const SMALL_BYTES = 16_384;

/** Bytes that a body may have; files are not kept in memory by their arrival. */
function sizeOf({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  if (bodyLimit > BODY_LIMIT) return 0;
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
}

/**
 * A body is read when its address has room for it; until then it stays in the connection. So a thousand large ones that
 * never end are not a gigabyte.
 */
export function limitBodies(app: FastifyInstance): void {
  const room = turnsByKey(ROOM);
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = sizeOf(request);
    if (bytes <= SMALL_BYTES) return done(null, payload);
    void room.take(request.address, bytes).then((free) => {
      if (request.raw.socket.destroyed) {
        free();
        return void reply.hijack();
      }
      reply.raw.once('close', free);
      done(null, payload);
    });
  });
}

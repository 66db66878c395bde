import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ALLOWANCE_MS, arrivalMs } from '#services/runtime/arrival.ts';

/** Without a byte for this share of the time for a small body, a request is cut off. */
const IDLE_SHARE = 2 / 3;
const MAX_TICK_MS = 1_000;
const STILL_TICKS = 4;
const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** Ends a connection whose request does not arrive; with an answer, unless one is being sent. */
function cutOff({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) socket.destroy();
  else socket.end(TIMEOUT, () => socket.destroy());
}

/**
 * How long the body of a request may take. A small one has a fixed time. A file has more with each byte that arrived, up to
 * the largest body of its route: so a slow line can send it, and a client that sends a byte now and then cannot hold a
 * connection.
 * @param small milliseconds for a small body
 */
export function limitArrivals(app: FastifyInstance, small = ALLOWANCE_MS): void {
  const largest = new WeakMap<IncomingMessage, number>();
  app.addHook('onRequest', (request, _, done) => {
    largest.set(request.raw, request.routeOptions.bodyLimit);
    done();
  });
  const tick = Math.min(MAX_TICK_MS, small / 10);
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const started = performance.now();
    const before = socket.bytesRead;
    let last = { bytes: before, at: started };
    let checkedAt = started;
    const look = setInterval(() => {
      if (request.complete || request.destroyed) return clearInterval(look);
      const now = performance.now();
      const { bytesRead } = socket;
      // This process stood still: what arrived meanwhile is not read yet.
      const stoodStill = now - checkedAt > STILL_TICKS * tick;
      checkedAt = now;
      if (stoodStill || bytesRead > last.bytes) last = { bytes: bytesRead, at: now };
      const arrived = Math.min(bytesRead - before, largest.get(request) ?? 0);
      if (stoodStill) return;
      if (now - last.at < small * IDLE_SHARE && now - started < arrivalMs(arrived, small)) return;
      clearInterval(look);
      cutOff(request, response);
    }, tick).unref();
    request.once('close', () => clearInterval(look));
  });
}

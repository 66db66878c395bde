import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Smaller answers fit into one packet. */
const MIN_BYTES = 1_024;
const TEXT = /^(?:text\/|application\/(?:json|[\w.-]+\+xml|xml)\b)/;

const brotli = promisify(brotliCompress);
const packed = promisify(gzip);
const encoders = {
  // Higher qualities take several times as long for a few percent.
  br: (bytes: Buffer) =>
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => packed(bytes, { level: 6 }),
};
const ENCODINGS = ['br', 'gzip'] as const satisfies readonly (keyof typeof encoders)[];

/**
 * Whether the size of the answer can tell nothing to others (BREACH). A guest's answer has no secrets, and no page can
 * send the header of a program. An answer for a person may have secrets beside input: it is packed only where the
 * browser says that our own page asked.
 */
const isSafe = ({ method, session, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (session === null || headers['sec-fetch-site'] === 'same-origin');

const isText = (reply: FastifyReply): boolean => TEXT.test(String(reply.getHeader('content-type') ?? ''));

function varyByEncoding(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '');
  if (!/\baccept-encoding\b/i.test(vary))
    reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`);
}

/** Packs whole texts of at least 1 KiB by brotli or gzip; never streams, files, and what a foreign page asked for. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook<unknown>('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const { statusCode } = reply;
    if (Buffer.byteLength(payload) < MIN_BYTES || !isText(reply) || !isSafe(request)) return payload;
    if (statusCode === 206 || reply.hasHeader('content-encoding')) return payload;
    varyByEncoding(reply);
    const encoding = negotiate(String(request.headers['accept-encoding'] ?? ''), [...ENCODINGS]);
    if (encoding === null) return payload;
    const bytes = await encoders[encoding](typeof payload === 'string' ? Buffer.from(payload) : payload);
    reply.header('content-encoding', encoding).header('content-length', bytes.length);
    const etag = reply.getHeader('etag');
    if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
    return bytes;
  });
}

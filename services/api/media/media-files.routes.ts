import { text } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  AddressBinding,
  AddressFinding,
  AddressProblem,
  AddressQuery,
} from '#services/modules/media/addresses.ts';
import { MediaGone, type SentHeaders } from '#services/modules/media/media-store.ts';
import { type ServedFile, servedFile } from '#services/modules/media/served-file.ts';
import { MAX_PLAYLIST_BYTES, PLAYLIST } from '#services/modules/media/variants/film-sizes.ts';
import { PERSONAL } from '#services/modules/media/variants/personal-copies.ts';
import { refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import type { Dependencies } from '../http/dependencies.ts';
import type { ApiRefusal } from '../http/refusals.ts';
import { FILE_POLICY } from '../http/uploads/file-policy.ts';
import { attachmentHeader } from './attachment-name.ts';
import { rangeOf } from './byte-range.ts';
import { sendPieces } from './send-pieces.ts';

/** Types that a page shows. Everything else is only downloaded. */
const SHOWN = /^(image\/(png|jpeg|gif|webp)|(audio|video)\/(mp4|webm|mpeg|ogg|flac))$/;

const REFUSALS = {
  changed: 'file_address_changed',
  expired: 'file_address_expired',
  other_reader: 'file_address_of_other',
} as const satisfies Record<AddressProblem['problem'], ApiRefusal['code']>;

interface FileRequest {
  Params: { file_id: string; variant: string };
  /** A repeated parameter is a list. */
  Querystring: Readonly<Record<'e' | 'u' | 'p' | 's', string | string[] | undefined>>;
}

function textsOf(query: FileRequest['Querystring']): AddressQuery {
  const single = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');
  return { e: single(query.e), u: single(query.u), p: single(query.p), s: single(query.s) };
}

function refuse(request: FastifyRequest, reply: FastifyReply, status: number, refusal: ApiRefusal) {
  return reply.code(status).header('cache-control', 'no-store').send(refused(request, refusal));
}

/** Type and, for what no page shows, the name of a download. */
function shownHeaders({ type, name, attachment }: ServedFile): SentHeaders {
  if (SHOWN.test(type) && !attachment) return { type };
  return { type: 'application/octet-stream', disposition: attachmentHeader(name) };
}

type Pages = 'same-origin' | 'cross-origin';

function describe(reply: FastifyReply, file: ServedFile, seconds: number, pages: Pages): void {
  const { type, disposition } = shownHeaders(file);
  reply.headers({
    'cache-control': `private, max-age=${seconds}`,
    'content-security-policy': FILE_POLICY,
    'cross-origin-resource-policy': pages,
    'accept-ranges': 'bytes',
    'content-type': type,
    etag: `"${file.etag}"`,
    ...(disposition && { 'content-disposition': disposition }),
  });
}

type Parts = Pick<Dependencies, 'clock' | 'pool' | 'media'>;
type Found = Extract<AddressFinding, { valid: true }>;

/**
 * Sends the file of a checked address: whole or in parts, streamed from the store.
 * @param pages that may show it
 */
export function fileSender({ clock, pool, media }: Parts, pages: Pages) {
  /** The list of a film's parts, with addresses for the same reader in the place of their names. */
  async function sendPlaylist(reply: FastifyReply, binding: AddressBinding, { object }: ServedFile) {
    const list = await text(await media.store.read(object, { start: 0, end: MAX_PLAYLIST_BYTES - 1 }));
    const addresses = list.replaceAll(/\b((?:film|hls)\d+)\.(?:mp4|m3u8)\b/g, (_, variant: string) =>
      media.addresses.of({ ...binding, variant }, clock.now()),
    );
    return reply.header('cache-control', 'no-store').type(PLAYLIST).send(addresses);
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { binding, expires }: Found,
  ): Promise<FastifyReply> {
    const { file_id, variant, reader } = binding;
    const base = PERSONAL[variant];
    const found = await servedFile(pool, { file_id, variant: base ?? variant });
    if (found === undefined) return refuse(request, reply, 404, { code: 'not_found' });
    if (found.type === PLAYLIST) return sendPlaylist(reply, binding, found);
    const copy = base === undefined ? undefined : await media.copies.of(found.object, reader);
    if (copy === 'busy') {
      reply.header('retry-after', 1);
      return refuse(request, reply, 503, { code: 'overloaded' });
    }
    const file = copy ? { ...found, bytes: copy.length, etag: `${found.etag}-${reader}` } : found;
    const etag = `"${file.etag}"`;
    const seconds = Math.max(0, expires - Math.floor(clock.now() / 1000));
    if (request.headers['if-none-match'] === etag) {
      describe(reply, file, seconds, pages);
      return reply.code(304).send();
    }
    const outside =
      copy || request.method === 'HEAD' ? null : await media.store.signGet(file.object, shownHeaders(file));
    if (outside !== null) return reply.header('cache-control', 'no-store').redirect(outside);
    const range = rangeOf(request.headers, file.bytes, etag);
    if (range === 'none') {
      reply.header('content-range', `bytes */${file.bytes}`);
      return refuse(request, reply, 416, { code: 'file_range' });
    }
    const part = range === 'whole' ? { start: 0, end: file.bytes - 1 } : range;
    const pieces = copy ? undefined : media.store.pieces(file.object, part)[Symbol.asyncIterator]();
    const first = request.method === 'HEAD' ? undefined : await pieces?.next();
    describe(reply, file, seconds, pages);
    reply.header('content-length', part.end - part.start + 1);
    if (range !== 'whole') {
      reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.bytes}`);
    }
    if (request.method === 'HEAD') return reply.send(null);
    if (pieces === undefined) return reply.send(copy?.subarray(part.start, part.end + 1));
    return sendPieces(reply, first, pieces);
  }

  return async (request: FastifyRequest, reply: FastifyReply, found: Found): Promise<FastifyReply> => {
    try {
      return await send(request, reply, found);
    } catch (error) {
      if (!(error instanceof MediaGone)) throw error;
      return refuse(request, reply, 404, { code: 'not_found' });
    }
  };
}

/** Private files by signed addresses. */
export const mediaFileRoutes: Area = (deps) => async (app) => {
  const { clock, media } = deps;
  const sendFile = fileSender(deps, 'same-origin');

  app.route<FileRequest>({
    method: ['GET', 'HEAD'],
    url: '/media/:file_id/:variant',
    config: { access: 'guest' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const reader = request.session?.user_id ?? '';
      const found = media.addresses.check(request.params, textsOf(request.query), reader, clock.now());
      if (!found.valid) return refuse(request, reply, 403, { code: REFUSALS[found.problem] });
      return sendFile(request, reply, found);
    },
  });
};

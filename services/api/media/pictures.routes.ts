import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '#events/ids.ts';
import { WATERMARK } from '#events/status.ts';
import { uploadAvatar, uploadPicture } from '#services/contract/media/upload-forms.ts';
import type { DrawOver } from '#services/modules/media/clean-picture.ts';
import { MediaGone } from '#services/modules/media/media-store.ts';
import { openPngs } from '#services/modules/media/public/as-png.ts';
import { sizeError } from '#services/modules/media/public/pictures.ts';
import { publicType } from '#services/modules/media/public/public-files.ts';
import { watermark } from '#services/modules/media/watermark.ts';
import { openToGuests } from '../http/access.ts';
import { type Area, routesOf } from '../http/area.ts';
import { isApiRefusal } from '../http/refusals.ts';
import { FILE_POLICY } from '../http/uploads/file-policy.ts';
import { acceptFiles, uploadedFile } from '../http/uploads/multipart.ts';
import { DEFAULT_PICTURES, nameAsPng } from '../http/uploads/public-picture.ts';
import { uploadedPicture } from '../http/uploads/uploaded-picture.ts';
import { quotaOf } from './allowance.ts';
import { rangeOf } from './byte-range.ts';

const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;

const PUBLIC = {
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'content-security-policy': FILE_POLICY,
  // Creators' programs show them on sites of their own.
  'cross-origin-resource-policy': 'cross-origin',
};

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

/** Pictures: decoded, marked as their creator set, served under a name derived from their content. */
export const pictureRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'media');
  await acceptFiles(app);

  const { accounts, media, pictureCleaner } = deps;
  const pngOf = openPngs(media.store);

  /** The creator's watermark; undefined without one. */
  async function watermarkOf(user: UserId): Promise<DrawOver | undefined> {
    const { creator = null, url_slug = '' } = (await accounts.profiles.byId(user)) ?? {};
    if (creator === null || creator.watermark === WATERMARK.none) return undefined;
    return watermark(`@${url_slug}`, creator.watermark);
  }

  for (const call of [uploadPicture, uploadAvatar]) {
    on(call, async ({ caller, request }) => {
      const { user_id } = caller;
      const file = await uploadedFile(request, call);
      const draw = call === uploadAvatar ? undefined : await watermarkOf(user_id);
      const picture = await uploadedPicture(pictureCleaner, file, call, draw);
      if (isApiRefusal(picture)) return picture;
      const error = call === uploadAvatar ? sizeError('file', 'avatar', picture) : undefined;
      if (error) return { code: 'bad_input', errors: [error] };
      const { width, height } = picture;
      const stored = await media.pictures.add(user_id, picture, quotaOf(caller));
      return isApiRefusal(stored) ? stored : { ...stored, width, height };
    });
  }

  async function sendPng(reply: FastifyReply, name: string): Promise<FastifyReply> {
    const isThere = publicType(name) !== undefined && (await media.store.size(name)) !== null;
    if (!isThere) return notFound(reply);
    return reply.headers({ ...PUBLIC, 'content-type': 'image/png' }).send(await pngOf(name));
  }

  async function send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    const original = nameAsPng(name);
    if (original !== undefined) return sendPng(reply, original);
    const type = publicType(name);
    const bytes = type === undefined ? null : await media.store.size(name);
    if (type === undefined || bytes === null) return notFound(reply);
    const etag = `"${name}-${bytes}"`;
    const range = rangeOf(request.headers, bytes, etag);
    const part = typeof range === 'string' ? undefined : range;
    const isKnown = request.headers['if-none-match'] === etag;
    const hasBody = request.method === 'GET' && range !== 'none' && !isKnown;
    const body = hasBody ? await media.store.read(name, part) : null;
    reply.headers({ ...PUBLIC, 'accept-ranges': 'bytes', 'content-type': type, etag });
    if (isKnown) return reply.code(304).send();
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
    if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${bytes}`);
    return reply.header('content-length', part ? part.end - part.start + 1 : bytes).send(body);
  }

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    config: { access: 'guest' },
    schema: { hide: true },
    handler: async (request, reply) => {
      try {
        return await send(request, reply, request.params['*']);
      } catch (error) {
        if (!(error instanceof MediaGone)) throw error;
        return notFound(reply);
      }
    },
  });

  await app.register(async (pictures) => {
    openToGuests(pictures);
    await pictures.register(fastifyStatic, {
      root: fileURLToPath(new URL('default-pictures/', import.meta.url)),
      prefix: DEFAULT_PICTURES,
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders(reply) {
        reply.header('cache-control', `public, max-age=${DAY_SECONDS}`);
        reply.header('content-security-policy', FILE_POLICY);
        reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
  });
};

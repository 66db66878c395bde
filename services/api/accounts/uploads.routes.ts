import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { UserId } from '#events/ids.ts';
import { WATERMARK } from '#events/status.ts';
import { sizeError } from '#services/accounts/pictures.ts';
import { MOST_PIXELS, openWatermarks } from '#services/pictures/watermark.ts';
import { openFileStore } from '#services/runtime/file-store.ts';
import { openToGuests } from '../http/access.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { InputMessage } from '../http/field-messages.ts';
import { acceptFiles, uploadedFile } from '../http/multipart.ts';
import { invalid, isApiRefusal } from '../http/refusals.ts';
import { uploadAvatar, uploadPicture } from './contract/accounts.ts';
import { type Picture, pictureOf } from './picture.ts';

const MOST_SHOWN = `${MOST_PIXELS / 1_000_000} MP`;
const YEAR_SECONDS = 31_536_000;
/** A file that a visitor opens by its address runs nothing and loads nothing. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Pictures: accepted by their bytes, marked as their creator set, served under a name derived from their content. */
export const uploadRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const files = openFileStore(deps.config.dataDir);
  mkdirSync(files.folder, { recursive: true });
  await acceptFiles(app);

  const bad = (message: InputMessage) => invalid('file', message);
  const { accounts } = deps;
  const watermarks = openWatermarks(deps.config.dataDir);

  /** The picture with its creator's watermark, so that the original is never stored. */
  async function marked(user: UserId, sent: Buffer, { width, height }: Picture) {
    const { creator = null, url_slug = '' } = (await accounts.profiles.byId(user)) ?? {};
    if (creator === null || creator.watermark === WATERMARK.none) return { bytes: sent, width, height };
    if (width * height > MOST_PIXELS) return bad({ key: 'too_big', max: MOST_SHOWN });
    const result = await watermarks.mark(sent, `@${url_slug}`, creator.watermark);
    if (result === 'busy') return { code: 'overloaded' as const };
    if (result === 'damaged') return bad({ key: 'not_an_image' });
    return result === 'too_large' ? bad({ key: 'too_big', max: MOST_SHOWN }) : result;
  }

  for (const call of [uploadPicture, uploadAvatar]) {
    on(call, async ({ caller, request }) => {
      const file = await uploadedFile(request, call);
      if (file === null) return bad({ key: 'required' });
      const sent = await file.bytes();
      const found = pictureOf(sent);
      if (found === undefined) return bad({ key: 'not_an_image' });
      const { extension } = found;
      const { user_id } = caller;
      if (call === uploadAvatar) {
        const error = sizeError('file', 'avatar', found);
        if (error) return { code: 'bad_input', errors: [error] };
      }
      const picture = call === uploadAvatar ? { ...found, bytes: sent } : await marked(user_id, sent, found);
      if (isApiRefusal(picture)) return picture;
      const { bytes, width, height } = picture;
      const name = files.nameOf(bytes, extension);
      const full = await accounts.pictures.take(user_id, name, { width, height });
      if (full) return full;
      return { url: await files.put(bytes, extension), width, height };
    });
  }

  await app.register(async (pictures) => {
    openToGuests(pictures);
    await pictures.register(fastifyStatic, {
      root: resolve(files.folder),
      prefix: '/files/',
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders(reply) {
        reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`);
        reply.header('content-security-policy', FILE_POLICY);
        reply.header('cross-origin-resource-policy', 'same-origin');
      },
    });
  });
};

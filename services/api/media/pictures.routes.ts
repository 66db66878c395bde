import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { UserId } from '#events/ids.ts';
import { WATERMARK } from '#events/status.ts';
import { uploadAvatar, uploadPicture } from '#services/contract/media/upload-forms.ts';
import { sizeError } from '#services/modules/accounts/pictures.ts';
import type { DrawOver } from '#services/modules/media/clean-picture.ts';
import { watermark } from '#services/modules/media/watermark.ts';
import { openFileStore } from '#services/runtime/file-store.ts';
import { openToGuests } from '../http/access.ts';
import { type Area, routesOf } from '../http/area.ts';
import { isApiRefusal } from '../http/refusals.ts';
import { FILE_POLICY } from '../http/uploads/file-policy.ts';
import { acceptFiles, uploadedFile } from '../http/uploads/multipart.ts';
import { uploadedPicture } from '../http/uploads/uploaded-picture.ts';

const YEAR_SECONDS = 31_536_000;

/** Pictures: decoded, marked as their creator set, served under a name derived from their content. */
export const pictureRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'media');
  const files = openFileStore(deps.config.dataDir);
  mkdirSync(files.folder, { recursive: true });
  await acceptFiles(app);

  const { accounts, pictureCleaner } = deps;

  /** The creator's watermark; undefined without one. */
  async function watermarkOf(user: UserId): Promise<DrawOver | undefined> {
    const { creator = null, url_slug = '' } = (await accounts.profiles.byId(user)) ?? {};
    if (creator === null || creator.watermark === WATERMARK.none) return undefined;
    return watermark(`@${url_slug}`, creator.watermark);
  }

  for (const call of [uploadPicture, uploadAvatar]) {
    on(call, async ({ caller: { user_id }, request }) => {
      const file = await uploadedFile(request, call);
      const draw = call === uploadAvatar ? undefined : await watermarkOf(user_id);
      const picture = await uploadedPicture(pictureCleaner, file, call, draw);
      if (isApiRefusal(picture)) return picture;
      const { bytes, extension, width, height } = picture;
      const error = call === uploadAvatar ? sizeError('file', 'avatar', picture) : undefined;
      if (error) return { code: 'bad_input', errors: [error] };
      const name = files.nameOf(bytes, extension);
      let url = '';
      const full = await accounts.pictures.take(user_id, name, { width, height }, async () => {
        url = await files.put(bytes, extension);
      });
      return full ?? { url, width, height };
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

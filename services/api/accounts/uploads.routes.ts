import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { openFileStore } from '#services/runtime/file-store.ts';
import { openToGuests } from '../http/access.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { InputMessage } from '../http/field-messages.ts';
import { acceptFiles, isFileTooLarge, uploadedFile } from '../http/multipart.ts';
import { invalid } from '../http/refusals.ts';
import { uploadAvatar, uploadPicture } from './contract/accounts.ts';
import { pictureOf } from './picture.ts';

const LARGEST_MB = 10;
const LARGEST_PICTURE = LARGEST_MB * 1_048_576;
const YEAR_SECONDS = 31_536_000;
/** A file that a visitor opens by its address runs nothing and loads nothing. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Pictures: accepted by their bytes, served under a name derived from their content. */
export const uploadRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const files = openFileStore(deps.config.dataDir);
  mkdirSync(files.folder, { recursive: true });
  await acceptFiles(app, LARGEST_PICTURE);

  const bad = (message: InputMessage) => invalid('file', message);

  for (const picture of [uploadPicture, uploadAvatar]) {
    on(
      picture,
      async ({ caller, request, reply }) => {
        const part = await uploadedFile(request);
        if (part === null) return bad({ key: 'required' });
        try {
          const bytes = await part.toBuffer();
          const picture = pictureOf(bytes);
          if (picture === undefined) return bad({ key: 'not_an_image' });
          const { extension, width, height } = picture;
          const { user_id } = caller;
          const full = await deps.accounts.pictures.take(user_id, files.nameOf(bytes, extension));
          if (full) return full;
          return { url: await files.put(bytes, extension), width, height };
        } catch (error) {
          if (!isFileTooLarge(error)) throw error;
          reply.code(413);
          return bad({ key: 'file_too_big', max: `${LARGEST_MB} MB` });
        }
      },
      { bodyLimit: LARGEST_PICTURE + 65_536 },
    );
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

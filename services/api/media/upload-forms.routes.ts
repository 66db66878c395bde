import { randomInt } from 'node:crypto';
import { getMessageSign, uploadAudio, uploadVideo } from '#services/contract/media/upload-forms.ts';
import { MESSAGE_PICTURE_BYTES } from '#services/modules/media/uploads/limits.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid, isApiRefusal } from '../http/refusals.ts';
import { acceptFiles, uploadedFile } from '../http/uploads/multipart.ts';
import { allowanceOf, quotaOf } from './allowance.ts';
import { ownFileAnswer } from './own-file-answer.ts';

const PICTURE_TYPES: ReadonlySet<string> = new Set(['gif', 'jpeg', 'jpg', 'png', 'webp']);
const KB = 1_024;

/** Audio and video in one form, and the signature of a picture in a message. */
export const uploadFormRoutes: Area =
  ({ accounts, media: { uploads } }) =>
  async (app) => {
    const on = routesOf(app, 'media');
    await acceptFiles(app);

    for (const [call, kind] of [
      [uploadAudio, 'audio'],
      [uploadVideo, 'video'],
    ] as const) {
      on(call, async ({ caller, request }) => {
        const allowance = await allowanceOf({ accounts }, caller, kind);
        if (allowance === undefined) return { code: 'not_allowed' };
        const { largest } = allowance;
        const file = await uploadedFile(request, { ...call, largest_file: largest });
        if (file === null) return invalid('file', { key: 'required' });
        // The form is a little longer than its file.
        const bytes = Math.min(largest, Number(request.headers['content-length'] ?? largest));
        const { name, pieces } = file;
        const stored = await uploads.receive(caller.user_id, { kind, name, bytes }, allowance, pieces);
        file.discard();
        return isApiRefusal(stored) ? stored : ownFileAnswer(stored);
      });
    }

    on(getMessageSign, async ({ caller, query: { type, bytes, width, height } }) => {
      if (!PICTURE_TYPES.has(type.toLowerCase())) return invalid('type', { key: 'not_an_image' });
      const path = `${randomInt(2 ** 47)}_w${width}_h${height}_s${Math.ceil(bytes / KB)}.${type.toLowerCase()}`;
      const allowance = { largest: MESSAGE_PICTURE_BYTES, all: quotaOf(caller) };
      // One part, so that one PUT sends it.
      const upload = await uploads.sign(caller.user_id, { kind: 'picture', name: path, bytes }, allowance, 1);
      if (isApiRefusal(upload)) return upload;
      const { file_id, puts, expires_at } = upload;
      return {
        full_path: puts[0]?.url ?? '',
        path,
        keys: { ...puts[0]?.headers },
        requestId: file_id,
        file_id,
        expires_at: Math.floor(expires_at / 1000),
      };
    });
  };

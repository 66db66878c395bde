import {
  completeUpload,
  deleteFile,
  getUploadParts,
  listOwnFiles,
  showOwnFiles,
  signUpload,
} from '#services/contract/media/media.ts';
import { problemMessage } from '#services/modules/media/uploads/complete-upload.ts';
import type { OpenUpload } from '#services/modules/media/uploads/uploads.ts';
import { rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { messageText } from '../http/field-messages.ts';
import { isApiRefusal } from '../http/refusals.ts';
import { allowanceOf, quotaOf } from './allowance.ts';
import { ownFileAnswer } from './own-file-answer.ts';
import { shownFileOf } from './shown-file.ts';

const openUploadAnswer = ({ expires_at, puts, ...upload }: OpenUpload) => ({
  ...upload,
  puts: puts.map(({ headers, ...put }) => ({ ...put, headers: { ...headers } })),
  expires_at: Math.floor(expires_at / 1000),
});

/** Uploads in three steps, and a person's own files. */
export const mediaRoutes: Area =
  ({ accounts, clock, media: { addresses, files, uploads, own } }) =>
  async (app) => {
    const on = routesOf(app, 'media');

    on(signUpload, async ({ caller, body }) => {
      const allowance = await allowanceOf({ accounts }, caller, body.kind);
      if (allowance === undefined) return { code: 'not_allowed' };
      const upload = await uploads.sign(caller.user_id, body, allowance);
      return isApiRefusal(upload) ? upload : openUploadAnswer(upload);
    });

    on(getUploadParts, async ({ caller, query }) => {
      const upload = await uploads.parts(caller.user_id, query.file_id);
      return isApiRefusal(upload) ? upload : openUploadAnswer(upload);
    });

    on(completeUpload, async ({ caller, body }) => {
      const file = await uploads.complete(caller.user_id, body.file_id);
      return isApiRefusal(file) ? file : ownFileAnswer(file);
    });

    on(listOwnFiles, async ({ caller, query, language }) => {
      const range = rangeOf(query);
      const [{ list, count }, used_bytes] = await Promise.all([
        own.list(caller.user_id, { ...range, kind: query.kind }),
        uploads.usage(caller.user_id),
      ]);
      return {
        list: list.map(({ is_used, created_at, ...file }) => ({
          ...ownFileAnswer(file),
          is_used,
          problem: file.state === 'refused' ? messageText(problemMessage(file), language) : '',
          created_at: Math.floor(created_at / 1000),
        })),
        has_more: range.offset + list.length < count,
        total_count: count,
        used_bytes,
        max_bytes: quotaOf(caller),
      };
    });

    on(showOwnFiles, async ({ caller: { user_id, member_id }, query: { file_ids } }) => {
      const found = await files.byIds(file_ids);
      const reader = member_id ?? user_id;
      const addressOf = (file_id: string, variant: string) =>
        addresses.of({ reader, used_by: 'own', file_id, variant }, clock.now());
      const own_files = [...found.values()].filter(({ owner_id }) => owner_id === user_id);
      return {
        list: own_files.flatMap((file) => shownFileOf(file, { addressOf, pictures: 'original' }) ?? []),
      };
    });

    on(deleteFile, async ({ caller, body }) => (await own.remove(caller.user_id, body.file_id)) ?? {});
  };

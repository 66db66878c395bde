import type { FastifyRequest } from 'fastify';
import { type CardSide, tidyNumber } from '#services/accounts/withdrawals/identity-documents.ts';
import { pictureOf } from '../accounts/picture.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { acceptFiles, isFileTooLarge, uploadedFile } from '../http/multipart.ts';
import type { InputMessage } from '../http/refusals.ts';
import { residentId } from '../tickets/contract/resident-id.ts';
import { uploadIdentityDocument } from './contract/withdraw-methods.ts';

/** Creator specification 9. */
const LARGEST_MB = 1;
const LARGEST_PICTURE = LARGEST_MB * 1_048_576;
/** A day begins in China before it does in UTC. */
const CHINA_MS = 8 * 3_600_000;

const isSide = (text: string): text is CardSide => text === 'FRONT' || text === 'BACK';

/** Pictures of the own identity card, for a bank card's review. They are shown to finance alone. */
export const identityDocumentRoutes: Area =
  ({ identityDocuments, clock }) =>
  async (app) => {
    const on = routesOf(app, 'withdrawals');
    await acceptFiles(app, LARGEST_PICTURE);

    const bad = (request: FastifyRequest, field: string, message: InputMessage) =>
      refused(request, { code: 'bad_input', errors: [{ field, message }] });

    on(
      uploadIdentityDocument,
      async (request, reply) => {
        const part = await uploadedFile(request);
        if (part === null) return bad(request, 'file', { key: 'required' });
        const fieldOf = (name: string): string => {
          const field = part.fields[name];
          return field && 'value' in field && typeof field.value === 'string' ? field.value : '';
        };
        const identity_no = tidyNumber(fieldOf('identity_no'));
        const side = fieldOf('card_side');
        try {
          const bytes = await part.toBuffer();
          if (residentId(identity_no, clock.now() + CHINA_MS) === undefined) {
            return bad(request, 'identity_no', { key: 'resident_id' });
          }
          if (!isSide(side)) return bad(request, 'card_side', { key: 'not_one_of', choices: 'FRONT, BACK' });
          const extension = pictureOf(bytes)?.extension;
          if (extension === undefined) return bad(request, 'file', { key: 'not_an_image' });
          const data = bytes.toString('base64');
          const document = { identity_no, side, extension, data };
          return ok({ fileId: await identityDocuments.keep(callerOf(request).user_id, document) });
        } catch (error) {
          if (!isFileTooLarge(error)) throw error;
          reply.code(413);
          return bad(request, 'file', { key: 'file_too_big', max: `${LARGEST_MB} MB` });
        }
      },
      { bodyLimit: LARGEST_PICTURE + 65_536 },
    );
  };

import { residentId } from '#services/contract/tickets/resident-id.ts';
import {
  uploadIdentityDocument,
  uploadPayeeDocument,
  uploadPayeeDocumentJn,
  uploadPayeeDocumentSs,
} from '#services/contract/withdrawals/withdraw-methods.ts';
import { type CardSide, tidyNumber } from '#services/modules/withdrawals/identity-documents.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { InputMessage } from '../http/field-messages.ts';
import { invalid, isApiRefusal } from '../http/refusals.ts';
import { acceptFiles, uploadedFile } from '../http/uploads/multipart.ts';
import { uploadedPicture } from '../http/uploads/uploaded-picture.ts';

/** A day begins in China before it does in UTC. */
const CHINA_MS = 8 * 3_600_000;

const isSide = (text: string): text is CardSide => text === 'FRONT' || text === 'BACK';

/** Pictures of the creator's identity card, for a bank card's review. Only finance sees them. */
export const identityDocumentRoutes: Area =
  ({ identityDocuments, pictureCleaner, clock }) =>
  async (app) => {
    const on = routesOf(app, 'withdrawals');
    await acceptFiles(app);

    const calls = [uploadIdentityDocument, uploadPayeeDocument, uploadPayeeDocumentSs, uploadPayeeDocumentJn];
    for (const call of calls) {
      on(call, async ({ caller, request }) => {
        const file = await uploadedFile(request, call);
        if (file === null) return invalid('file', { key: 'required' });
        const identity_no = tidyNumber(file.field('identity_no'));
        const side = file.field('card_side');
        const wrong = (field: string, message: InputMessage) => {
          file.discard();
          return invalid(field, message);
        };
        if (residentId(identity_no, clock.now() + CHINA_MS) === undefined) {
          return wrong('identity_no', { key: 'resident_id' });
        }
        if (!isSide(side)) return wrong('card_side', { key: 'not_one_of', choices: 'FRONT, BACK' });
        const picture = await uploadedPicture(pictureCleaner, file, call);
        if (isApiRefusal(picture)) return picture;
        const { bytes, extension } = picture;
        const document = { identity_no, side, extension, data: bytes.toString('base64') };
        return { fileId: await identityDocuments.keep(caller.user_id, document) };
      });
    }
  };

import { type CardSide, tidyNumber } from '#services/accounts/withdrawals/identity-documents.ts';
import { pictureOf } from '../accounts/picture.ts';
import { type Area, routesOf } from '../http/area.ts';
import { acceptFiles, isFileTooLarge, uploadedFile } from '../http/multipart.ts';
import { invalid } from '../http/refusals.ts';
import { residentId } from '../tickets/contract/resident-id.ts';
import { uploadIdentityDocument } from './contract/withdraw-methods.ts';

/** Creator specification 9. */
const LARGEST_MB = 1;
const LARGEST_PICTURE = LARGEST_MB * 1_048_576;
/** A day begins in China before it does in UTC. */
const CHINA_MS = 8 * 3_600_000;

const isSide = (text: string): text is CardSide => text === 'FRONT' || text === 'BACK';

/** Pictures of the creator's identity card, for a bank card's review. Only finance sees them. */
export const identityDocumentRoutes: Area =
  ({ identityDocuments, clock }) =>
  async (app) => {
    const on = routesOf(app, 'withdrawals');
    await acceptFiles(app, LARGEST_PICTURE);

    on(
      uploadIdentityDocument,
      async ({ caller, request, reply }) => {
        const part = await uploadedFile(request);
        if (part === null) return invalid('file', { key: 'required' });
        const fieldOf = (name: string): string => {
          const field = part.fields[name];
          return field && 'value' in field && typeof field.value === 'string' ? field.value : '';
        };
        const identity_no = tidyNumber(fieldOf('identity_no'));
        const side = fieldOf('card_side');
        try {
          const bytes = await part.toBuffer();
          if (residentId(identity_no, clock.now() + CHINA_MS) === undefined) {
            return invalid('identity_no', { key: 'resident_id' });
          }
          if (!isSide(side)) return invalid('card_side', { key: 'not_one_of', choices: 'FRONT, BACK' });
          const extension = pictureOf(bytes)?.extension;
          if (extension === undefined) return invalid('file', { key: 'not_an_image' });
          const data = bytes.toString('base64');
          const document = { identity_no, side, extension, data };
          return { fileId: await identityDocuments.keep(caller.user_id, document) };
        } catch (error) {
          if (!isFileTooLarge(error)) throw error;
          reply.code(413);
          return invalid('file', { key: 'file_too_big', max: `${LARGEST_MB} MB` });
        }
      },
      { bodyLimit: LARGEST_PICTURE + 65_536 },
    );
  };

import { type CardSide, tidyNumber } from '#services/accounts/withdrawals/identity-documents.ts';
import { pictureOf } from '../accounts/picture.ts';
import { type Area, routesOf } from '../http/area.ts';
import { acceptFiles, uploadedFile } from '../http/multipart.ts';
import { invalid } from '../http/refusals.ts';
import { residentId } from '../tickets/contract/resident-id.ts';
import { uploadIdentityDocument } from './contract/withdraw-methods.ts';

/** A day begins in China before it does in UTC. */
const CHINA_MS = 8 * 3_600_000;

const isSide = (text: string): text is CardSide => text === 'FRONT' || text === 'BACK';

/** Pictures of the creator's identity card, for a bank card's review. Only finance sees them. */
export const identityDocumentRoutes: Area =
  ({ identityDocuments, clock }) =>
  async (app) => {
    const on = routesOf(app, 'withdrawals');
    await acceptFiles(app);

    on(uploadIdentityDocument, async ({ caller, request }) => {
      const file = await uploadedFile(request, uploadIdentityDocument);
      if (file === null) return invalid('file', { key: 'required' });
      const identity_no = tidyNumber(file.field('identity_no'));
      const side = file.field('card_side');
      const bytes = await file.bytes();
      if (residentId(identity_no, clock.now() + CHINA_MS) === undefined) {
        return invalid('identity_no', { key: 'resident_id' });
      }
      if (!isSide(side)) return invalid('card_side', { key: 'not_one_of', choices: 'FRONT, BACK' });
      const extension = pictureOf(bytes)?.extension;
      if (extension === undefined) return invalid('file', { key: 'not_an_image' });
      const data = bytes.toString('base64');
      const document = { identity_no, side, extension, data };
      return { fileId: await identityDocuments.keep(caller.user_id, document) };
    });
  };

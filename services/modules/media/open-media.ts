import type { Pool } from 'pg';
import type { Clock } from '#services/runtime/clock.ts';
import { derivedRing } from '#services/runtime/seal.ts';
import type { Secrets } from '#services/runtime/secrets.ts';
import { openMediaAddresses } from './addresses.ts';
import { openMediaFiles } from './files.ts';
import { forgetFilesOf } from './forget-files.ts';
import { openMediaStore, type StoreSettings } from './open-store.ts';
import { openOwnFiles } from './own-files.ts';
import type { PictureCleaner } from './picture-cleaner.ts';
import { openPictures } from './public/pictures.ts';
import { openUploadTokens } from './uploads/upload-token.ts';
import { openUploads } from './uploads/uploads.ts';
import { openPersonalCopies } from './variants/personal-copies.ts';

interface MediaOptions {
  pool: Pool;
  clock: Clock;
  config: StoreSettings;
  secrets: Secrets;
  /** The one of this process. */
  cleaner: PictureCleaner;
}

/** Uploaded files of all people. */
export function openMedia({ pool, clock, config, secrets, cleaner }: MediaOptions) {
  const store = openMediaStore(config);
  const files = openMediaFiles({ pool, clock });
  const tokens = openUploadTokens(derivedRing(secrets.ring('lookup'), 'media-uploads'));
  const own = openOwnFiles({ pool, store });
  return {
    store,
    files,
    own,
    /** Pictures that everybody sees. */
    pictures: openPictures({ pool, clock, store }),
    uploads: openUploads({ pool, clock, store, cleaner, files, tokens }),
    /** What `removeDue` needs. */
    removal: { pool, store },
    forgetFilesOf,
    /** Signed addresses of private files. */
    addresses: openMediaAddresses(secrets),
    /** Pictures with a reader's mark. */
    copies: openPersonalCopies(store),
  };
}

export type Media = ReturnType<typeof openMedia>;

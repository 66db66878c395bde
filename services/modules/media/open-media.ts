import type { Pool } from 'pg';
import type { Clock } from '#services/runtime/clock.ts';
import { derivedKey } from '#services/runtime/seal.ts';
import type { Secrets } from '#services/runtime/secrets.ts';
import { openDiskStore } from './disk-store.ts';
import { openMediaFiles } from './files.ts';
import { openOwnFiles } from './own-files.ts';
import type { PictureCleaner } from './picture-cleaner.ts';
import { openUploadTokens } from './uploads/upload-token.ts';
import { openUploads } from './uploads/uploads.ts';

interface MediaOptions {
  pool: Pool;
  clock: Clock;
  dataDir: string;
  secrets: Secrets;
  /** The one of this process. */
  cleaner: PictureCleaner;
}

/** Uploaded files of all people. */
export function openMedia({ pool, clock, dataDir, secrets, cleaner }: MediaOptions) {
  const store = openDiskStore(dataDir);
  const files = openMediaFiles({ pool, clock });
  const tokens = openUploadTokens(derivedKey(secrets.secret('lookup'), 'media-uploads'));
  const own = openOwnFiles({ pool, store });
  return { store, files, own, uploads: openUploads({ pool, clock, store, cleaner, files, tokens }) };
}

export type Media = ReturnType<typeof openMedia>;

import type { Config } from '#services/runtime/config.ts';
import { openDiskStore } from './disk-store.ts';
import type { MediaStore } from './media-store.ts';
import { withOlderFiles } from './public/older-files.ts';
import { openS3Store } from './s3/s3-store.ts';

export type StoreSettings = Pick<Config, 'dataDir' | 's3'>;

/** Where the bytes of uploaded files are, for all processes. */
export const openMediaStore = ({ dataDir, s3 }: StoreSettings): MediaStore =>
  withOlderFiles(s3 ? openS3Store(s3) : openDiskStore(dataDir), dataDir);

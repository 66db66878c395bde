import type { Config } from '#services/runtime/config.ts';
import { openDiskStore } from './disk-store.ts';
import type { MediaStore } from './media-store.ts';

export type StoreSettings = Pick<Config, 'dataDir'>;

/** Where the bytes of uploaded files are, for all processes. */
export const openMediaStore = ({ dataDir }: StoreSettings): MediaStore => openDiskStore(dataDir);

import type { OwnFile } from '#services/contract/media/media.ts';
import type { MediaFile } from '#services/modules/media/media-files.ts';

/** A file as its owner gets it. */
export const ownFileAnswer = ({ owner_id, problem, variants, ...file }: MediaFile): OwnFile => file;

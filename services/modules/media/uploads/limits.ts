import type { MediaKind } from '../media-files.ts';

const MB = 1_048_576;

/** A larger file is sent in parts of this size. */
export const PART_BYTES = 16 * MB;
/** Of one part, and of an upload that has no more parts. */
export const UPLOAD_SECONDS = 900;
/** An upload in parts can be continued after a pause. */
export const PARTS_SECONDS = 86_400;
/** Uploads of a person that are not completed. */
export const MAX_OPEN = 20;
/** Parts of a person that arrive at the same time. */
export const MAX_PUTS = 4;
/** Characters of a name. */
export const MAX_NAME = 120;

/** Bytes of a file (creator specification 9). */
export const MAX_BYTES: Readonly<Record<MediaKind, number>> = {
  picture: 10 * MB,
  audio: 300 * MB,
  video: 4_096 * MB,
  attachment: 100 * MB,
};
const RIGHT = /^(audio|video)_(\d+)$/;

/** Bytes of a file of a creator with these special rights: `audio_400` allows 400 MB, `video_8` allows 8 GB. */
export function largestOf(kind: MediaKind, special: readonly string[]): number {
  const sizes = special.flatMap((right) => {
    const [, of, size] = RIGHT.exec(right) ?? [];
    return of === kind ? [Number(size) * (kind === 'audio' ? MB : 1_024 * MB)] : [];
  });
  return Math.max(MAX_BYTES[kind], ...sizes);
}

/** Of a picture in a message. */
export const MESSAGE_PICTURE_BYTES = 20 * MB;

import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { counted, id, ids, newestPages, seconds, text, whole } from '#services/contract/fields/fields.ts';

export const MEDIA_KINDS = ['picture', 'audio', 'video', 'attachment'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];
const kind = z.enum(MEDIA_KINDS);
const count = z.number().int();

/** A person, or a member of a creator's team with the right `content`. */
const OWNER = { access: ['fan', 'creator'], right: 'content' } as const;
/** Bytes of the largest file that any kind has. */
const MOST_BYTES = 16_106_127_360;

/** An upload, signed or continued. */
const openUpload = z.object({
  file_id: id,
  /** Bytes of every part but the last one */
  part_bytes: count,
  parts: count,
  /** Parts that have arrived, from 1 */
  arrived: z.array(count),
  /** Requests for the next parts, at most 20, each valid for 900 s: PUT these bytes with these headers */
  puts: z.array(
    z.object({
      part: count,
      bytes: count,
      /** An own address without a host, or one of the store */
      url: z.string(),
      headers: z.record(z.string(), z.string()),
    }),
  ),
  /** Until then the upload can be continued */
  expires_at: seconds,
});

/** An uploaded file, as its owner gets it. */
export const ownFile = z.object({
  file_id: id,
  kind,
  name: z.string(),
  /** MIME type by its bytes */
  type: z.string(),
  bytes: count,
  /** Pixels; 0 when unknown */
  width: count,
  height: count,
  /** Of audio and video; 0 when unknown */
  seconds: z.number(),
  /** Base64; empty until made */
  thumbhash: z.string(),
  /** `checked`: it can be used, and is being prepared. `refused`: `problem` says why */
  state: z.enum(['signed', 'arrived', 'checked', 'ready', 'refused']),
});
export type OwnFile = z.infer<typeof ownFile>;

export const signUpload = endpoint('POST', '/api/media/sign', {
  ...OWNER,
  body: z.object({
    kind,
    /** Shown and offered for download, without hidden characters and folders */
    name: z.string().max(1_000).default(''),
    bytes: whole(1, MOST_BYTES),
  }),
  answer: openUpload,
  summary: 'Opens an upload. Next: PUT each part, then complete',
});

export const getUploadParts = endpoint('GET', '/api/media/parts', {
  ...OWNER,
  // It signs the next parts.
  changes: true,
  query: z.object({ file_id: id }),
  answer: openUpload,
  summary: 'Which parts of an open upload arrived, to continue it',
});

export const putPart = endpoint('PUT', '/api/media/put/:file_id', {
  ...OWNER,
  params: z.object({ file_id: id }),
  query: z.object({ part: whole(1, 10_000).default(1) }),
  headers: z.looseObject({ 'x-upload-token': text(100).optional() }),
  consumes: ['application/octet-stream'],
  answer: z.object({ part: count, bytes: count }),
  summary: 'Stores one part of an upload: as many bytes as were signed',
});

export const completeUpload = endpoint('POST', '/api/media/complete', {
  ...OWNER,
  body: z.object({ file_id: id }),
  answer: ownFile,
  summary: 'Checks an upload whose parts have arrived; again it gives the same answer',
});

export const listOwnFiles = endpoint('GET', '/api/media/own', {
  ...OWNER,
  query: z.object({ ...newestPages, kind: kind.optional() }),
  answer: z.object({
    list: z.array(
      ownFile.extend({
        /** Whether something shows it; an unused file is removed after 7 days */
        is_used: z.boolean(),
        /** Why it was refused */
        problem: z.string(),
        created_at: seconds,
      }),
    ),
    has_more: counted.has_more,
    total_count: counted.total_count,
    /** Bytes of all files, and how many there may be */
    used_bytes: count,
    max_bytes: count,
  }),
  summary: 'Own files, newest first, with the used storage',
});

export const deleteFile = endpoint('POST', '/api/media/delete', {
  ...OWNER,
  body: z.object({ file_id: id }),
  answer: z.object({}),
  summary: 'Deletes a file, or ends its upload. Refused while something shows it',
});

/** A file as a page shows it. */
export const shownFile = ownFile.extend({
  state: z.enum(['arrived', 'checked', 'ready']),
  /** Addresses are valid for 60 to 120 s, and only for the reader; empty until the file is `ready` */
  url: z.string(),
  /** Of a picture: 720 and 320 pixels wide */
  preview: z.string(),
  small: z.string(),
  /** Of a picture that readers may open as it was uploaded */
  original: z.string(),
  /** Of a video that is also there in several sizes: their list (HLS) */
  hls: z.string(),
});
export type ShownFile = z.infer<typeof shownFile>;

/** Files that one call shows. */
export const MAX_SHOWN_FILES = 100;

export const showOwnFiles = endpoint('GET', '/api/media/show', {
  ...OWNER,
  query: z.object({
    /** Joined by commas */
    file_ids: ids(MAX_SHOWN_FILES),
  }),
  answer: z.object({ list: z.array(shownFile) }),
  summary: 'Own files by their ids, with addresses; others are left out',
});

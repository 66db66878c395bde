import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, seconds, whole } from '#services/contract/fields/fields.ts';
import { ownFile } from './media.ts';

/** Where a public picture is served from. */
export const uploaded = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() });
const upload = {
  access: 'fan',
  limit: 'upload',
  answer: uploaded,
  largest_file: 10_485_760,
} as const;
/** Pictures that everybody sees: covers, goods. */
export const uploadPicture = endpoint('POST', '/api/upload/common-pic', upload);
export const uploadAvatar = endpoint('POST', '/api/upload/avatar', upload);

const uploadFile = {
  access: 'creator',
  right: 'content',
  limit: 'upload',
  answer: ownFile,
  description:
    'The form must bring 1 Mbit each second, and pauses of less than 30 seconds. A form that breaks off is sent again from its ' +
    'beginning; a file in parts (`POST /api/media/sign`) goes on.',
} as const;
/** 300 MB; 400 or 500 MB by right. */
export const uploadAudio = endpoint('POST', '/api/upload/audio', {
  ...uploadFile,
  largest_file: 524_288_000,
});
/** 4 GB; 8, 10 or 15 GB by right. */
export const uploadVideo = endpoint('POST', '/api/upload/video', {
  ...uploadFile,
  largest_file: 16_106_127_360,
});

export const getMessageSign = endpoint('GET', '/api/upload/get-message-sign', {
  access: 'fan',
  changes: true,
  query: z.object({
    type: z.string().max(10),
    bytes: whole(1, 1_000_000_000_000),
    /** Pixels */
    width: whole(0, 100_000).default(0),
    height: whole(0, 100_000).default(0),
  }),
  answer: z.object({
    /** Where the picture is sent to by PUT, with the headers in `keys` */
    full_path: z.string(),
    /** Its name: random digits, width, height and KB */
    path: z.string(),
    keys: z.record(z.string(), z.string()),
    requestId: id,
    /** For `POST /api/media/complete` after the PUT */
    file_id: id,
    expires_at: seconds,
  }),
  summary: 'Opens the upload of a picture for a message, valid for 900 s',
});

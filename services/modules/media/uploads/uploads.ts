import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { notFound } from '#services/modules/accounts/person-lock.ts';
import { arrivalMs } from '#services/runtime/arrival.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { noteGarbage, removeNow } from '../garbage.ts';
import type { MediaFile, MediaFiles } from '../media-files.ts';
import { type MediaStore, MediaTooLong } from '../media-store.ts';
import type { PictureCleaner } from '../picture-cleaner.ts';
import { completeUpload, problemMessage } from './complete-upload.ts';
import { PART_BYTES, UPLOAD_SECONDS } from './limits.ts';
import { inPutSlot } from './put-slots.ts';
import {
  type Allowance,
  bytesOfPart,
  expiryOf,
  isExpired,
  openUpload,
  partsOf,
  type UploadRequest,
  type UploadRow,
  uploadOf,
  usageOf,
} from './upload-rows.ts';
import type { UploadTokens } from './upload-token.ts';

/** Where a part is sent to, signed in one answer at most. */
const MAX_SIGNED = 20;
const PUT_PATH = '/api/media/put/';
export const TOKEN_HEADER = 'x-upload-token';

/** A request that sends a part, valid for 900 s. */
export interface PartRequest {
  part: number;
  bytes: number;
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** An upload to be continued. */
export interface OpenUpload {
  file_id: string;
  /** Of every part but the last one. */
  part_bytes: number;
  parts: number;
  /** Numbers of the parts that arrived, from 1. */
  arrived: number[];
  /** The next parts. */
  puts: PartRequest[];
  /** Until then the upload can be continued. */
  expires_at: Millis;
}

export interface SentPart {
  file_id: string;
  part: number;
  token: string;
  /** As its request states it; undefined without one. */
  bytes: number | undefined;
}

interface Parts {
  pool: Pool;
  clock: Clock;
  store: MediaStore;
  cleaner: PictureCleaner;
  files: Pick<MediaFiles, 'byIds'>;
  tokens: UploadTokens;
}

/** Uploads: signed, sent in parts, completed. Files of others are not found. */
export function openUploads(all: Parts) {
  const { pool, clock, store, files, tokens } = all;

  async function requestOf(file: UploadRow, part: number): Promise<PartRequest> {
    const bytes = bytesOfPart(file, part);
    const outside = await store.signPut(`${file.upload}.${part}`, bytes);
    if (outside !== null) return { part, bytes, ...outside };
    const expires = Math.floor(clock.now() / 1000) + UPLOAD_SECONDS;
    const token = tokens.of({ ...file, part, bytes }, expires);
    const headers = { 'content-type': 'application/octet-stream', [TOKEN_HEADER]: token };
    return { part, bytes, url: `${PUT_PATH}${file.file_id}?part=${part}`, headers };
  }

  async function openUploadOf(file: UploadRow, arrived: number[]): Promise<OpenUpload> {
    const { file_id, parts, expires_at } = file;
    const there = new Set(arrived);
    const numbers = Array.from({ length: parts }, (_, at) => at + 1);
    const missing = numbers.filter((part) => !there.has(part)).slice(0, MAX_SIGNED);
    const puts = await Promise.all(missing.map((part) => requestOf(file, part)));
    return { file_id, part_bytes: PART_BYTES, parts, arrived, puts, expires_at: expires_at ?? 0 };
  }

  /** The file in its present state; a refused one as its refusal. */
  async function answerOf(file_id: string, field: string): Promise<MediaFile | Refusal> {
    const file = (await files.byIds([file_id])).get(file_id);
    if (file === undefined) return notFound;
    return file.state === 'refused' ? badInput(field, problemMessage(file)) : file;
  }

  async function complete(owner: UserId, file_id: string, field = 'file_id'): Promise<MediaFile | Refusal> {
    return (await completeUpload(all, owner, file_id)) ?? answerOf(file_id, field);
  }

  /** Writes a part in one of the person's slots. A part that comes after the completion is removed. */
  async function writePart(
    file: UploadRow,
    part: number,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Refusal | null> {
    const object = `${file.upload}.${part}`;
    const bytes = bytesOfPart(file, part);
    const written = await inPutSlot(pool, file.owner_id, () => store.write(object, body, bytes));
    if (written === 'full') return { code: 'too_many_puts' };
    const now = await uploadOf(pool, file.owner_id, file.file_id);
    if (now?.state === 'signed' && written.bytes === bytes) return null;
    await noteGarbage(pool, [object]);
    await removeNow(pool, store, [object]);
    return now?.state === 'signed'
      ? badInput('content-length', { key: 'wrong_length', bytes: String(bytes) })
      : { code: 'state_does_not_allow' };
  }

  return {
    /**
     * Opens an upload. Refuses one that is too large, the 21st open one, and one that exceeds the quota.
     * @param parts in how many it is sent; by default as its size needs
     */
    async sign(
      owner: UserId,
      request: UploadRequest,
      allowance: Allowance,
      parts?: number,
    ): Promise<OpenUpload | Refusal> {
      const file = await openUpload({ pool, now: clock.now() }, owner, request, allowance, parts);
      return isRefusal(file) ? file : openUploadOf(file, []);
    },

    /** Which parts of an open upload have arrived, with addresses for the next ones; it expires later from now on. */
    async parts(owner: UserId, file_id: string): Promise<OpenUpload | Refusal> {
      const file = await uploadOf(pool, owner, file_id);
      if (file === undefined) return notFound;
      if (file.state !== 'signed') return { code: 'state_does_not_allow' };
      const now = clock.now();
      if (isExpired(file, now)) return { code: 'upload_expired' };
      const expires_at = expiryOf(file.parts, now);
      const row = queriesOn(pool).updateTable('media.files').where('file_id', '=', file_id);
      await row.where('state', '=', 'signed').set({ expires_at }).execute();
      const arrived: number[] = [];
      for (const [at, part] of partsOf(file).entries()) {
        if ((await store.size(part)) === bytesOfPart(file, at + 1)) arrived.push(at + 1);
      }
      return openUploadOf({ ...file, expires_at }, arrived);
    },

    /** Stores a part, with exactly the signed bytes. A refused one leaves what was there. */
    async put(owner: UserId, sent: SentPart, body: AsyncIterable<Uint8Array>): Promise<Refusal | null> {
      const { file_id, part, token } = sent;
      const file = await uploadOf(pool, owner, file_id);
      if (file === undefined) return notFound;
      const bytes = bytesOfPart(file, part);
      const verdict = tokens.check(token, { ...file, part, bytes }, clock.now());
      if (verdict === 'forged') return { code: 'upload_forged' };
      if (verdict === 'expired' || isExpired(file, clock.now())) return { code: 'upload_expired' };
      if (file.state !== 'signed') return { code: 'state_does_not_allow' };
      const wrong = badInput('content-length', { key: 'wrong_length', bytes: String(bytes) });
      if (sent.bytes !== bytes) return wrong;
      try {
        return await writePart(file, part, body);
      } catch (error) {
        if (error instanceof MediaTooLong) return wrong;
        throw error;
      }
    },

    /** Checks what arrived. Again it gives the same answer, also on another server at the same time. */
    complete,

    /**
     * A file that comes in one request, of at most `request.bytes`.
     * @param body throws when it is too large
     */
    async receive(
      owner: UserId,
      request: UploadRequest,
      allowance: Allowance,
      body: AsyncIterable<Uint8Array>,
    ): Promise<MediaFile | Refusal> {
      const now = clock.now();
      // Its request may take longer than an upload waits for a part.
      const expires_at = expiryOf(1, now) + arrivalMs(request.bytes);
      const file = await openUpload({ pool, now }, owner, request, allowance, 1, expires_at);
      if (isRefusal(file)) return file;
      const { file_id, upload } = file;
      const own = queriesOn(pool);
      const forget = async (): Promise<void> => {
        await noteGarbage(pool, [`${upload}.1`]);
        await own.deleteFrom('media.files').where('file_id', '=', file_id).execute();
      };
      try {
        const written = await inPutSlot(pool, owner, () => store.write(`${upload}.1`, body, request.bytes));
        if (written === 'full') {
          await forget();
          return { code: 'too_many_puts' };
        }
        const { bytes } = written;
        if (bytes === 0) {
          await forget();
          return badInput('file', { key: 'required' });
        }
        await own.updateTable('media.files').where('file_id', '=', file_id).set({ bytes }).execute();
      } catch (error) {
        await forget();
        throw error;
      }
      return complete(owner, file_id, 'file');
    },

    /** Bytes of a person's files, with those of open uploads. */
    usage: async (owner: UserId): Promise<number> => (await usageOf(pool, owner, clock.now())).bytes,
  };
}

export type MediaUploads = ReturnType<typeof openUploads>;

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { newFileId, type UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { sizeText } from '#services/runtime/quotas.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { MediaKind, MediaState } from '../media-files.ts';
import { cleanName } from './file-name.ts';
import { MAX_OPEN, PART_BYTES, PARTS_SECONDS, UPLOAD_SECONDS } from './limits.ts';

export interface UploadRequest {
  kind: MediaKind;
  /** As the browser names it. */
  name: string;
  bytes: number;
}

/** What a person may store, in bytes. */
export interface Allowance {
  /** One file of the kind. */
  largest: number;
  /** All files. */
  all: number;
}

/** A file as the upload needs it. */
export interface UploadRow {
  file_id: string;
  owner_id: UserId;
  kind: MediaKind;
  state: MediaState;
  bytes: number;
  upload: string;
  parts: number;
  object: string;
  expires_at: number | null;
  problem: string;
}

export const newObject = (): string => randomBytes(20).toString('hex');

export const partsOf = ({ upload, parts }: Pick<UploadRow, 'upload' | 'parts'>): string[] =>
  Array.from({ length: parts }, (_, at) => `${upload}.${at + 1}`);

/** Bytes of a part, counted from 1; 0 for one that the upload does not have. */
export function bytesOfPart({ bytes, parts }: Pick<UploadRow, 'bytes' | 'parts'>, part: number): number {
  if (part < 1 || part > parts) return 0;
  return part < parts ? PART_BYTES : bytes - (parts - 1) * PART_BYTES;
}

export const isExpired = ({ expires_at }: Pick<UploadRow, 'expires_at'>, now: Millis): boolean =>
  expires_at !== null && expires_at <= now;

/** When an upload that is continued now expires. */
export const expiryOf = (parts: number, now: Millis): Millis =>
  now + 1_000 * (parts > 1 ? PARTS_SECONDS : UPLOAD_SECONDS);

/** An own file; undefined for those of others. */
export async function uploadOf(
  on: Pool | PoolClient,
  owner: UserId,
  file_id: string,
): Promise<UploadRow | undefined> {
  return queriesOn(on)
    .selectFrom('media.files')
    .where('file_id', '=', file_id)
    .where('owner_id', '=', owner)
    .where('public', '=', false)
    .select(['file_id', 'owner_id', 'bytes', 'upload', 'parts', 'object', 'expires_at', 'problem'])
    .select([sql<MediaKind>`kind`.as('kind'), sql<MediaState>`state`.as('state')])
    .executeTakeFirst();
}

/** Bytes of a person's files, with those that open uploads will have; and how many uploads are open. */
export async function usageOf(
  on: Pool | PoolClient,
  owner: UserId,
  now: Millis,
): Promise<{ bytes: number; open: number }> {
  const open = sql`state = 'signed' AND expires_at > ${now}`;
  const { rows } = await sql<{ bytes: number; open: number }>`
    SELECT coalesce(sum(bytes) FILTER (WHERE ${open} OR state NOT IN ('signed', 'refused')), 0)::bigint AS bytes,
           count(*) FILTER (WHERE ${open}) AS open
      FROM media.files WHERE owner_id = ${owner}`.execute(queriesOn(on));
  return rows[0] ?? { bytes: 0, open: 0 };
}

/** Opens an upload, or refuses it: too large, too many open ones, or no room left. */
export async function openUpload(
  { pool, now }: { pool: Pool; now: Millis },
  owner_id: UserId,
  { kind, name, bytes }: UploadRequest,
  allowance: Allowance,
  parts = Math.ceil(bytes / PART_BYTES),
  expires_at = expiryOf(parts, now),
): Promise<UploadRow | Refusal> {
  if (bytes > allowance.largest) {
    return badInput('bytes', { key: 'file_too_big', max: sizeText(allowance.largest) });
  }
  return inTransaction(pool, async (client) => {
    await lockPerson(client, owner_id);
    const usage = await usageOf(client, owner_id, now);
    if (usage.open >= MAX_OPEN) {
      const message = { key: 'too_many_uploads', max: String(MAX_OPEN) } as const;
      return { code: 'quota_reached', errors: [{ field: '', message }] };
    }
    if (usage.bytes + bytes > allowance.all) {
      const message = { key: 'storage_full', max: sizeText(allowance.all) } as const;
      return { code: 'quota_reached', errors: [{ field: 'bytes', message }] };
    }
    const row = {
      file_id: newFileId(),
      owner_id,
      kind,
      state: 'signed' as const,
      bytes,
      upload: newObject(),
      parts,
      object: '',
      expires_at,
      problem: '',
    };
    await queriesOn(client)
      .insertInto('media.files')
      .values({ ...row, name: cleanName(name), created_at: now })
      .execute();
    return row;
  });
}

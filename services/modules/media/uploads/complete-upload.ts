import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { notFound } from '#services/modules/accounts/person-lock.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { badInput, type FieldMessage, type Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { MAX_PIXELS } from '../clean-picture.ts';
import { noteGarbage, removeNow } from '../garbage.ts';
import type { MediaStore } from '../media-store.ts';
import type { PictureCleaner } from '../picture-cleaner.ts';
import type { VariantProblem } from '../variants/media-work.ts';
import { type CheckedFile, checkUpload, type UploadProblem } from './check-upload.ts';
import { bytesOfPart, isExpired, newObject, partsOf, type UploadRow, uploadOf } from './upload-rows.ts';

/** One process checks a file; the check of a killed one is over after this. */
const CHECK_SECONDS = 10;
const RENEW_MS = 3_000;
/** Others wait for the result of the check. */
const WAIT_MS = 40_000;
const LOOK_MS = 100;

export interface CompleteParts {
  pool: Pool;
  clock: Clock;
  store: MediaStore;
  cleaner: PictureCleaner;
}

const ENDS_AT = sql<Date>`clock_timestamp() + make_interval(secs => ${CHECK_SECONDS})`;

/** Why a file is not what it was uploaded as. */
export function problemMessage({ kind, problem }: Pick<UploadRow, 'kind' | 'problem'>): FieldMessage {
  switch (problem as UploadProblem | VariantProblem) {
    case 'too_many_pixels':
      return { key: 'too_big', max: `${MAX_PIXELS / 1_000_000} MP` };
    case 'too_many_bytes':
      return { key: 'not_smaller' };
    case 'moov_last':
      return { key: 'index_last' };
    case 'codec':
      return { key: kind === 'video' ? 'video_codec' : 'audio_codec' };
    case 'no_length':
      return { key: 'no_length' };
    case 'not_made':
      return { key: 'not_prepared' };
    default:
      return { key: kind === 'picture' ? 'not_an_image' : `not_${kind}` };
  }
}

type Claim = UploadRow | Refusal | 'checked' | 'busy';

/** Makes this process the one that checks the file: its object has the name that this claim made. */
const claimCheck = ({ pool, clock }: CompleteParts, owner: UserId, file_id: string): Promise<Claim> =>
  inTransaction(pool, async (client): Promise<Claim> => {
    const db = queriesOn(client);
    const locked = db.selectFrom('media.files').where('file_id', '=', file_id).forUpdate();
    const { busy } = (await locked
      .select(sql<boolean>`coalesce(check_ends_at > clock_timestamp(), false)`.as('busy'))
      .executeTakeFirst()) ?? { busy: false };
    const file = await uploadOf(client, owner, file_id);
    if (file === undefined) return notFound;
    if (file.state !== 'signed') return 'checked';
    if (busy) return 'busy';
    if (isExpired(file, clock.now())) return { code: 'upload_expired' };
    // What a killed process may have written.
    if (file.object !== '') await noteGarbage(client, [file.object], true);
    const object = newObject();
    await db
      .updateTable('media.files')
      .where('file_id', '=', file_id)
      .set({ object, check_ends_at: ENDS_AT })
      .execute();
    return { ...file, object };
  });

/** Whether every part has arrived. */
async function isComplete(store: MediaStore, file: UploadRow): Promise<boolean> {
  for (const [at, part] of partsOf(file).entries()) {
    if ((await store.size(part)) !== bytesOfPart(file, at + 1)) return false;
  }
  return true;
}

/** Writes the result, unless another process has claimed the file. @returns whether it was written */
async function finish(
  { pool, clock, store }: CompleteParts,
  file: UploadRow,
  result: CheckedFile | UploadProblem,
): Promise<boolean> {
  const { file_id, object, kind } = file;
  const now = clock.now();
  const uploaded = partsOf(file);
  const isRefused = typeof result === 'string';
  const values = isRefused
    ? { state: 'refused', problem: result, object: '' }
    : {
        ...result,
        ...(kind === 'attachment' ? { state: 'ready', ready_at: now } : { state: 'checked' }),
        arrived_at: now,
        unused_since: now,
      };
  const written = await inTransaction(pool, async (client) => {
    const db = queriesOn(client);
    const changed = await db
      .updateTable('media.files')
      .where('file_id', '=', file_id)
      .where('object', '=', object)
      .where('state', '=', 'signed')
      .set({ ...values, expires_at: null, check_ends_at: null })
      .returning('file_id')
      .executeTakeFirst();
    if (changed === undefined) return false;
    await noteGarbage(client, isRefused ? [...uploaded, object] : uploaded, true);
    if (!isRefused && kind !== 'attachment') {
      await db.insertInto('media.jobs').values({ file_id }).execute();
    }
    return true;
  });
  await removeNow(pool, store, written ? uploaded : [object]);
  return written;
}

/** Gives the file back unchecked. */
async function giveBack({ pool, store }: CompleteParts, { file_id, object }: UploadRow): Promise<void> {
  const claimed = queriesOn(pool).updateTable('media.files').where('file_id', '=', file_id);
  await claimed
    .where('object', '=', object)
    .where('state', '=', 'signed')
    .set({ check_ends_at: null })
    .execute();
  await store.remove(object).catch(() => undefined);
}

/** Checks a claimed file. While it runs, no other process does. */
async function checkClaimed(parts: CompleteParts, file: UploadRow): Promise<Refusal | null> {
  const { pool, store } = parts;
  const renewing = setInterval(() => {
    const claimed = queriesOn(pool).updateTable('media.files').where('file_id', '=', file.file_id);
    const renewed = claimed.where('object', '=', file.object).where('state', '=', 'signed');
    // The check goes on; without a renewal another process may check the same again.
    renewed
      .set({ check_ends_at: ENDS_AT })
      .execute()
      .catch(() => undefined);
  }, RENEW_MS);
  try {
    if (!(await isComplete(store, file))) {
      await giveBack(parts, file);
      return badInput('file_id', { key: 'not_arrived' });
    }
    const { kind, bytes, object } = file;
    const result = await checkUpload(parts, { kind, bytes, object, parts: partsOf(file) });
    if (result === 'busy') {
      await giveBack(parts, file);
      return { code: 'overloaded' };
    }
    await finish(parts, file, result);
    return null;
  } catch (error) {
    await giveBack(parts, file).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/**
 * Checks an upload whose bytes have arrived; again, and at the same time elsewhere, it is checked once.
 * @returns null when it is checked, with any result
 */
export async function completeUpload(
  parts: CompleteParts,
  owner: UserId,
  file_id: string,
): Promise<Refusal | null> {
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await setTimeout(LOOK_MS)) {
    const claim = await claimCheck(parts, owner, file_id);
    if (claim === 'checked') return null;
    if (claim === 'busy') continue;
    return 'code' in claim ? claim : checkClaimed(parts, claim);
  }
  return { code: 'overloaded' };
}

import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** The file as it was uploaded, without metadata. */
export const ORIGINAL = 'original';

/** What a route sends for an address. */
export interface ServedFile {
  owner_id: UserId;
  /** Its name in the store. */
  object: string;
  /** MIME type by the bytes. */
  type: string;
  bytes: number;
  /** As people see it. */
  name: string;
  /** Of exactly these bytes; without quotes. */
  etag: string;
  /** Only downloaded, never shown in a page. */
  attachment: boolean;
}

const digest = (object: string): string => createHash('sha256').update(object).digest('hex').slice(0, 32);

/** A variant of a private file that is checked; undefined when there is none. */
export async function servedFile(
  pool: Pool,
  { file_id, variant }: { file_id: string; variant: string },
): Promise<ServedFile | undefined> {
  const row = await queriesOn(pool)
    .selectFrom('media.files as file')
    .leftJoin('media.variants as made', (join) =>
      join.onRef('made.file_id', '=', 'file.file_id').on('made.variant', '=', variant),
    )
    .where('file.file_id', '=', file_id)
    .where('file.public', '=', false)
    .where('file.state', 'in', ['checked', 'ready'])
    .select([
      'file.owner_id',
      'file.kind',
      'file.name',
      'file.object',
      'file.type',
      'file.bytes',
      'file.sha256',
    ])
    .select(['made.object as made_object', 'made.type as made_type', 'made.bytes as made_bytes'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { owner_id, kind, name, made_object, made_type, made_bytes } = row;
  const shared = { owner_id, name, attachment: kind === 'attachment' };
  if (variant === ORIGINAL) {
    const { object, type, bytes, sha256 } = row;
    return { ...shared, object, type, bytes, etag: sha256 ?? digest(object) };
  }
  if (made_object === null || made_type === null || made_bytes === null) return undefined;
  return { ...shared, object: made_object, type: made_type, bytes: made_bytes, etag: digest(made_object) };
}

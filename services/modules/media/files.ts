import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import type { FieldError } from '#services/runtime/refusal.ts';
import type { FileField, MediaFile, MediaFiles, MediaKind, MediaState } from './media-files.ts';
import { CAPTIONS_TYPE } from './uploads/file-type.ts';
import { replaceUses } from './uses.ts';

/** Files as people get them; public ones aside. */
export const fileRows = (pool: Pool) =>
  queriesOn(pool)
    .selectFrom('media.files as file')
    .where('public', '=', false)
    .select(['file_id', 'owner_id', 'name', 'type', 'bytes', 'problem'])
    .select((row) => [
      // Written by this module only, as these types.
      sql<MediaKind>`file.kind`.as('kind'),
      sql<MediaState>`file.state`.as('state'),
      row.fn.coalesce('width', sql<number>`0`).as('width'),
      row.fn.coalesce('height', sql<number>`0`).as('height'),
      row.fn.coalesce('seconds', sql<number>`0`).as('seconds'),
      row.fn.coalesce('thumbhash', sql<string>`''`).as('thumbhash'),
      sql<string[]>`ARRAY(SELECT variant FROM media.variants v WHERE v.file_id = file.file_id ORDER BY 1)`.as(
        'variants',
      ),
    ]);

const MAX_CAPTIONS = 524_288;

/** Why a file of the owner is not what a field needs. */
function unfit({ kind, type, bytes }: MediaFile, as: FileField['kind']): FieldError['message'] | undefined {
  if (as !== 'captions') return kind === as ? undefined : { key: 'unknown' };
  return type === CAPTIONS_TYPE && bytes <= MAX_CAPTIONS ? undefined : { key: 'not_captions' };
}

const isUploaded = ({ state }: MediaFile): boolean => state !== 'signed' && state !== 'refused';

export function openMediaFiles({ pool, clock }: { pool: Pool; clock: Clock }): MediaFiles {
  async function byIds(file_ids: readonly string[]): Promise<Map<string, MediaFile>> {
    if (file_ids.length === 0) return new Map();
    const rows = await fileRows(pool).where('file_id', '=', anyOf(file_ids)).execute();
    return new Map(rows.map((row) => [row.file_id, row]));
  }
  return {
    byIds,
    async refusalOf(owner: UserId, fields) {
      const files = await byIds(fields.map(({ file_id }) => file_id));
      const errors = fields.flatMap(({ field, file_id, kind }): FieldError[] => {
        const file = files.get(file_id);
        const isOwn = file && file.owner_id === owner && isUploaded(file);
        const message = isOwn ? unfit(file, kind) : ({ key: 'unknown' } as const);
        return message ? [{ field, message }] : [];
      });
      return errors.length === 0 ? null : { code: 'bad_input', errors };
    },
    setUses: (used_by, file_ids) => replaceUses(pool, used_by, file_ids, clock.now()),
  };
}

import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { notFound } from '#services/modules/accounts/person-lock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { fileRows } from './files.ts';
import { forgetFiles } from './forget-files.ts';
import { removeNow } from './garbage.ts';
import type { MediaFile, MediaKind } from './media-files.ts';
import type { MediaStore } from './media-store.ts';

export interface OwnFile extends MediaFile {
  is_used: boolean;
  created_at: number;
}

interface OwnList {
  limit: number;
  offset: number;
  kind?: MediaKind | undefined;
}

/** A person's own files. */
export function openOwnFiles({ pool, store }: { pool: Pool; store: MediaStore }) {
  return {
    /** Newest first. */
    async list(owner: UserId, { limit, offset, kind }: OwnList): Promise<{ list: OwnFile[]; count: number }> {
      const own = fileRows(pool)
        .where('owner_id', '=', owner)
        .$if(kind !== undefined, (files) => files.where('kind', '=', kind ?? ''));
      const list = await own
        .select('created_at')
        .select(
          sql<boolean>`EXISTS (SELECT FROM media.uses used WHERE used.file_id = file.file_id)`.as('is_used'),
        )
        .orderBy('created_at', 'desc')
        .orderBy('file_id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const { count } = await own
        .clearSelect()
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirstOrThrow();
      return { list, count };
    },

    /** Deletes an own file, or ends its upload. Refuses one that something shows. */
    async remove(owner: UserId, file_id: string): Promise<Refusal | null> {
      const removed = await inTransaction(pool, async (client): Promise<string[] | Refusal> => {
        const db = queriesOn(client);
        const own = db.selectFrom('media.files').where('file_id', '=', file_id).where('owner_id', '=', owner);
        const file = await own.where('public', '=', false).select('file_id').forUpdate().executeTakeFirst();
        if (file === undefined) return notFound;
        const uses = db.selectFrom('media.uses').where('file_id', '=', file_id).select('used_by').limit(1);
        if ((await uses.executeTakeFirst()) !== undefined) return badInput('file_id', { key: 'in_use' });
        return forgetFiles(client, sql`file_id = ${file_id}`);
      });
      if (!Array.isArray(removed)) return removed;
      await removeNow(pool, store, removed);
      return null;
    },
  };
}

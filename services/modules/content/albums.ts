import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';

/** What the log does not have of an album. */
export interface AlbumText {
  title: string;
  content: string;
  /** Address of a picture; empty without one. */
  cover: string;
}

interface AlbumRow extends AlbumText {
  album_id: string;
  /** Unix milliseconds */
  changed_at: number;
}

const NO_TEXT: Omit<AlbumRow, 'album_id'> = { title: '', content: '', cover: '', changed_at: 0 };

/** Titles, texts and covers of albums, one row each. */
export function openAlbumTexts(pool: Pool) {
  const db = queriesOn(pool);
  return {
    /** Writes the row of a new album before its command, or changes it after the command. */
    async save(
      album: { album_id: string; creator_id: UserId; changed_at: number },
      text: AlbumText,
    ): Promise<void> {
      const { changed_at } = album;
      await db
        .insertInto('content.albums')
        .values({ ...album, ...text })
        .onConflict((same) => same.column('album_id').doUpdateSet({ ...text, changed_at }))
        .execute();
    },
    async forget(album_id: string): Promise<void> {
      await db.deleteFrom('content.albums').where('album_id', '=', album_id).execute();
    },
    /** @returns the text of each album by its id; empty fields where it is gone */
    async of(album_ids: readonly string[]): Promise<(album_id: string) => Omit<AlbumRow, 'album_id'>> {
      const rows = await db
        .selectFrom('content.albums')
        .where('album_id', '=', anyOf([...album_ids]))
        .select(['album_id', 'title', 'content', 'cover', 'changed_at'])
        .execute();
      const texts = new Map(rows.map(({ album_id, ...text }) => [album_id, text]));
      return (album_id) => texts.get(album_id) ?? NO_TEXT;
    },
  };
}

export type AlbumTexts = ReturnType<typeof openAlbumTexts>;

/** Removes rows of albums that never began, or were deleted, where a process ended before it removed them. */
export const forgetUnusedAlbums = (pool: Pool): Promise<unknown> =>
  pool.query(
    `DELETE FROM content.albums a
      WHERE created_at < now() - interval '1 day' AND (
        NOT EXISTS (SELECT FROM log.events WHERE stream = 'album-' || a.album_id)
        OR EXISTS (SELECT FROM log.events WHERE stream = 'album-' || a.album_id AND type = 'AlbumDeleted'))`,
  );

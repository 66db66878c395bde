import { sql } from 'kysely';
import { ALBUM_STATUS, USER_STATUS } from '#events/status.ts';
import { type PageRange, type Params, query } from '#read-models/engine/query.ts';

interface AlbumSearch extends PageRange {
  /** As they are compared (searchable); a hit has each of them */
  words: readonly string[];
}

interface FoundAlbum {
  album_id: string;
  creator_id: string;
  title: string;
  content: string;
  cover: string;
  post_count: number;
  total_count: number;
}

/** Shown albums by title and description, the last changed first, with their number. Walks through these texts. */
export const findAlbums = query(
  ['posts'],
  ({ words, limit, offset }: Params<AlbumSearch>) => sql<FoundAlbum>`
    SELECT a.album_id, r.creator_id, a.title, a.content, a.cover, r.post_count, count(*) OVER () AS total_count
      FROM content.albums a JOIN rm.albums r USING (album_id) JOIN accounts.users u ON u.id = r.creator_id
     WHERE r.status = ${ALBUM_STATUS.normal} AND u.status = ${USER_STATUS.shown}
       AND (SELECT bool_and(strpos(a.searched, word) > 0) FROM unnest(${words}::text[]) word)
     ORDER BY r.changed_at DESC, a.album_id LIMIT ${limit} OFFSET ${offset}`,
);

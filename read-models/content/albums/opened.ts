import { sql } from 'kysely';
import { ALBUM_STATUS, type AlbumStatus } from '#events/status.ts';
import { type Params, query } from '../../engine/query.ts';
import { runs } from '../readable.ts';

interface Wanted {
  /** Any number of keys share the answer to one question. */
  questions: readonly string[];
  creator_ids: readonly string[];
  /** A plan or a SKU of this creator */
  keys: readonly string[];
  /** Albums for each question. */
  most: number;
}

interface OpenedAlbum {
  question: string;
  album_id: string;
  post_count: number;
  /** Of all albums of the question, the same in each of its rows. */
  count: number;
}

/** The shown albums that the keys of each question open, the last changed first: some of them, and how many there are. */
export const openedAlbums = query(
  ['posts'],
  ({ questions, creator_ids, keys, most }: Params<Wanted>) => sql<OpenedAlbum>`
    WITH given AS MATERIALIZED (
      SELECT * FROM unnest(${questions}::text[], ${creator_ids}::text[], ${keys}::text[])
        AS one (question, creator_id, key)),
    found AS (
      SELECT DISTINCT given.question, a.album_id, a.post_count, a.changed_at
        FROM given JOIN rm.album_keys k USING (key)
        JOIN rm.albums a ON a.album_id = k.album_id AND a.creator_id = given.creator_id),
    ranked AS (
      SELECT question, album_id, post_count, count(*) OVER (PARTITION BY question) AS count,
             row_number() OVER (PARTITION BY question ORDER BY changed_at DESC, album_id) AS place
        FROM found)
    SELECT question, album_id, post_count, count FROM ranked WHERE place <= ${most} ORDER BY question, place`,
);

/** Albums of a creator that name one of these SKUs, hidden ones too, the last changed first. */
export const albumsNaming = query(
  ['posts'],
  ({
    creator_id,
    sku_ids,
    most,
  }: Params<{ creator_id: string; sku_ids: readonly string[]; most: number }>) => sql<{
    sku_id: string;
    album_id: string;
    status: AlbumStatus;
    post_count: number;
  }>`
    SELECT one.sku_id, a.album_id, a.status, a.post_count
      FROM rm.albums a CROSS JOIN LATERAL jsonb_to_recordset(a.skus::jsonb) AS one (sku_id text)
     WHERE a.creator_id = ${creator_id} AND one.sku_id = ANY (${sku_ids}::text[])
     ORDER BY a.changed_at DESC, a.album_id LIMIT ${most}`,
);

/** Of a creator's shown album: the plans, and the plans of the SKUs, that open it. No row for any other album. */
export const plansOfAlbum = query(
  ['posts'],
  ({ creator_id, album_id }: Params<{ creator_id: string; album_id: string }>) => sql<{ plan_id: string }>`
    SELECT jsonb_array_elements_text(a.plan_ids::jsonb) AS plan_id FROM rm.albums a
     WHERE a.album_id = ${album_id} AND a.creator_id = ${creator_id} AND a.status = ${ALBUM_STATUS.normal}
     UNION
    SELECT one.plan_id FROM rm.albums a CROSS JOIN LATERAL jsonb_to_recordset(a.skus::jsonb) AS one (plan_id text)
     WHERE a.album_id = ${album_id} AND a.creator_id = ${creator_id} AND a.status = ${ALBUM_STATUS.normal}`,
);

/** Of these albums, those that a purchase of the fan opens now. */
export const boughtAlbums = query(
  ['posts', 'grants'],
  ({ user_id, album_ids, at }: Params<{ user_id: string; album_ids: readonly string[]; at: number }>) => sql<{
    album_id: string;
  }>`
    SELECT DISTINCT k.album_id FROM rm.album_keys k
      JOIN rm.grants g ON g.key = k.key AND g.user_id = ${user_id} AND NOT g.membership
     WHERE k.album_id = ANY (${album_ids}::text[]) AND ${runs(at)}`,
);

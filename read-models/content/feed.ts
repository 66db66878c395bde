import { sql } from 'kysely';
import type { PostKind } from '#events/content.ts';
import { type Params, perShape, query, single, unplanned } from '../engine/query.ts';
import { found, type PostFound } from './queries.ts';
import { ACCESS_MODELS, type Viewer } from './readable.ts';
import { FOR_ALL, SHOWN } from './tables.ts';

/** Of all creators: posts that are looked at before the creators one by one. */
const MAX_LOOKED = 1_000;
/** Counts end here. */
const MAX_NEW = 99;

interface Page {
  /** The `sn` of the last post of the page before; 0 for the first page. */
  before: number;
  most: number;
}

interface FeedPage extends Viewer, Page {
  creator_ids: readonly string[];
}

const earlier = ({ before }: Params<Pick<Page, 'before'>>) =>
  sql`p.sn < coalesce(nullif(${before}::bigint, 0), 9223372036854775807)`;
const ofKind = (kind: PostKind | null) => (kind === null ? sql`true` : sql`p.kind = ${sql.lit(kind)}`);
const shown = sql.raw(SHOWN);
const forAll = sql.raw(FOR_ALL);

/**
 * Posts of any of these creators that are not only for their creator, newest first. Mostly the newest posts of all
 * creators have enough of them. Otherwise one look in an index for each creator finds the newest one; the creators with
 * the newest of these have all posts of the page.
 */
export const feedPosts = perShape((kind: PostKind | null) =>
  query(ACCESS_MODELS, ({ creator_ids, before, most, viewer, at }: Params<FeedPage>) => {
    const page = sql`ORDER BY sn DESC LIMIT ${unplanned(most)}`;
    const fits = sql`${shown} AND ${ofKind(kind)} AND ${earlier({ before })}`;
    return sql<PostFound>`
      WITH wanted AS MATERIALIZED (SELECT creator_id FROM unnest(${creator_ids}::text[]) AS c (creator_id)),
      recent AS MATERIALIZED (
        SELECT post_id, sn FROM (
          SELECT p.post_id, p.sn, p.creator_id, p.kind FROM rm.posts p WHERE ${shown} AND ${earlier({ before })}
           ORDER BY p.sn DESC LIMIT ${MAX_LOOKED}) p JOIN wanted USING (creator_id)
         WHERE ${ofKind(kind)} ${page}),
      is_full AS MATERIALIZED (SELECT count(*) >= ${unplanned(most)} AS yes FROM recent),
      heads AS MATERIALIZED (
        SELECT c.creator_id, head.sn FROM wanted c
         CROSS JOIN LATERAL (
           SELECT p.sn FROM rm.posts p WHERE p.creator_id = c.creator_id AND ${fits} ORDER BY p.sn DESC LIMIT 1) head
         WHERE NOT (SELECT yes FROM is_full)
         ORDER BY head.sn DESC LIMIT ${unplanned(most)}),
      newest AS MATERIALIZED (
        SELECT post_id, sn FROM recent WHERE (SELECT yes FROM is_full)
         UNION ALL
        SELECT p.post_id, p.sn FROM heads CROSS JOIN LATERAL (
          SELECT p.post_id, p.sn FROM rm.posts p WHERE p.creator_id = heads.creator_id AND ${fits}
           ORDER BY p.sn DESC LIMIT ${unplanned(most)}) p
         ${page})
      SELECT ${found({ viewer, at })} FROM newest JOIN rm.posts p USING (post_id) ORDER BY p.sn DESC`;
  }),
);

interface PublicPage extends Viewer, Page {
  /** Creators who are not shown. */
  hidden_ids: readonly string[];
}

/** Posts of all creators that are for everybody, newest first. */
export const publicPosts = perShape((kind: PostKind | null) =>
  query(
    ACCESS_MODELS,
    ({ hidden_ids, before, most, viewer, at }: Params<PublicPage>) => sql<PostFound>`
      SELECT ${found({ viewer, at })} FROM rm.posts p
       WHERE ${forAll} AND ${ofKind(kind)} AND ${earlier({ before })}
         AND p.creator_id <> ALL (${hidden_ids}::text[])
       ORDER BY p.sn DESC LIMIT ${unplanned(most)}`,
  ),
);

/** Of each of these creators the newest posts for everybody. */
export const newestOpen = query(
  ['posts'],
  ({ creator_ids, most }: Params<{ creator_ids: readonly string[]; most: number }>) => sql<{
    creator_id: string;
    post_id: string;
    text_hash: string;
  }>`
    SELECT c.creator_id, one.post_id, one.text_hash
      FROM unnest(${creator_ids}::text[]) AS c (creator_id) CROSS JOIN LATERAL (
        SELECT p.post_id, p.text_hash, p.sn FROM rm.posts p WHERE p.creator_id = c.creator_id AND ${forAll}
         ORDER BY p.sn DESC LIMIT ${unplanned(most)}) one
     ORDER BY one.sn DESC`,
);

interface NewPosts {
  creator_ids: readonly string[];
  after: number;
}

/** How many posts the same creators have after this one, at most 99. */
export const countNewPosts = single(
  ['posts'],
  ({ creator_ids, after }: Params<NewPosts>) => sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM unnest(${creator_ids}::text[]) AS c (creator_id) CROSS JOIN LATERAL (
        SELECT FROM rm.posts p WHERE p.creator_id = c.creator_id AND ${shown} AND p.sn > ${after}
         LIMIT ${MAX_NEW}) p
       LIMIT ${MAX_NEW}) found`,
);

/** How many posts for everybody there are after this one, at most 99. */
export const countNewPublic = single(
  ['posts'],
  ({ hidden_ids, after }: Params<{ hidden_ids: readonly string[]; after: number }>) => sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM rm.posts p WHERE ${forAll} AND p.sn > ${after} AND p.creator_id <> ALL (${hidden_ids}::text[])
       LIMIT ${MAX_NEW}) found`,
);

interface SeenOf {
  creator_ids: readonly string[];
  /** Of each: the last post that was seen, and from when on posts count, in Unix milliseconds. */
  seen: readonly number[];
  since: readonly number[];
}

/** How many posts of each creator are new, at most 99; creators without new ones are left out. */
export const newPostsOf = query(
  ['posts'],
  ({ creator_ids, seen, since }: Params<SeenOf>) => sql<{ creator_id: string; count: number }>`
    SELECT c.creator_id, n.count
      FROM unnest(${creator_ids}::text[], ${seen}::bigint[], ${since}::bigint[]) AS c (creator_id, seen, since)
     CROSS JOIN LATERAL (
       SELECT count(*) AS count FROM (
         SELECT FROM rm.posts p
          WHERE p.creator_id = c.creator_id AND ${shown} AND p.sn > c.seen AND p.published_at >= c.since
          LIMIT ${MAX_NEW}) one) n
     WHERE n.count > 0`,
);

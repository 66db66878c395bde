import { type Expression, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { POST_STATUS } from '#events/status.ts';
import { found, type PostFound } from '#read-models/content/queries.ts';
import { ACCESS_MODELS, openToAll, readable, type Viewer } from '#read-models/content/readable.ts';
import { SHOWN } from '#read-models/content/tables.ts';
import { type AsOf, earliest } from '#read-models/engine/as-of.ts';
import { type Params, perShape, query, single, unplanned } from '#read-models/engine/query.ts';
import { isLongEnough } from '#services/contract/content/search-words.ts';
import { saltOf, termsOfWords } from './terms.ts';

/** The newest texts, which are looked through before the index is asked: frequent words are found there. */
const LOOKED = { posts: 3_000, bytes: 4_500_000 };

interface Page extends Viewer {
  /** The `sn` of the last hit of the page before; 0 for the first page. */
  before: number;
  most: number;
  /** Published since then, in Unix milliseconds. */
  since: number;
  /** Creators who are not shown. */
  hidden_ids: readonly string[];
  /** Whose posts; empty: those of all creators. */
  creator_id: string;
}

export interface PostSearch extends Page {
  /** Of wordsOf; a hit has each of them. One has two characters. */
  words: readonly string[];
}

/** A form of the queries. */
interface Shape {
  /** Of words */
  count: number;
  /** Of one creator */
  isOwn: boolean;
}

/** Names of the words in queries; `wordsOf` gives no more. */
const WORDS = ['w0', 'w1', 'w2', 'w3', 'w4'] as const;
type WordValues = Page & Record<(typeof WORDS)[number], string>;

const isBefore = (before: Expression<number>) =>
  sql<SqlBool>`t.sn < coalesce(nullif(${before}::bigint, 0), 9223372036854775807)`;
const has = (text: string, word: Expression<string>) => sql<SqlBool>`strpos(t.${sql.raw(text)}, ${word}) > 0`;
const all = (conditions: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;

/** Whether a row `t` has the words in what everybody may find. @param isOpen whether that is also the body */
const openWords = (params: Params<WordValues>, count: number, isOpen: Expression<SqlBool>) =>
  all(
    WORDS.slice(0, count).map(
      (name) => sql<SqlBool>`(${has('names', params[name])} OR (${isOpen} AND ${has('body', params[name])}))`,
    ),
  );
const anyWords = (params: Params<WordValues>, count: number) =>
  all(
    WORDS.slice(0, count).map(
      (name) => sql<SqlBool>`(${has('names', params[name])} OR ${has('body', params[name])})`,
    ),
  );

/** The post `p` of a row `t`, if the row is of its present text. One look for each row, in the order of the rows. */
const PRESENT = sql`JOIN LATERAL (
  SELECT * FROM rm.posts WHERE post_id = t.post_id AND text_hash = t.text_hash OFFSET 0) p ON true`;
const wanted = ({ since, hidden_ids, viewer }: Params<Page>) => sql<SqlBool>`
  (p.published_at >= ${since} AND (p.creator_id = ${viewer} OR p.creator_id <> ALL (${hidden_ids}::text[])))`;

/** Posts that strangers find, by the words of this row. */
const openHit = (params: Params<WordValues>, count: number) =>
  sql<SqlBool>`${sql.raw(SHOWN)} AND ${wanted(params)} AND ${openWords(params, count, openToAll(params.at))}`;

interface Looked extends Pick<Page, 'before' | 'creator_id'> {
  posts: number;
  bytes: number;
}

/** Whether a row `t` is one of the wanted creator. */
const isOf = ({ creator_id }: Params<Pick<Page, 'creator_id'>>, isOwn: boolean) =>
  isOwn ? sql<SqlBool>`t.creator_id = ${creator_id}` : sql<SqlBool>`true`;

/** Down to where the newest texts are looked through. */
const lookedDownTo = perShape((isOwn: boolean) =>
  single(
    [],
    (params: Params<Looked>) => sql<{ sn: number }>`
      SELECT coalesce(min(sn) FILTER (WHERE total <= ${params.bytes}), max(sn), 0) AS sn FROM (
        SELECT sn, sum(bytes) OVER (ORDER BY sn DESC ROWS UNBOUNDED PRECEDING) AS total FROM (
          SELECT t.sn, t.bytes FROM content.search_posts t WHERE ${isBefore(params.before)} AND ${isOf(params, isOwn)}
           ORDER BY t.sn DESC LIMIT ${params.posts}) newest) summed`,
  ),
);

const newestHits = perShape(({ count, isOwn }: Shape) =>
  query(
    ACCESS_MODELS,
    (params: Params<WordValues & { down_to: number }>) => sql<PostFound>`
      SELECT ${found(params)} FROM (
        SELECT * FROM content.search_posts t
         WHERE ${isBefore(params.before)} AND ${isOf(params, isOwn)} AND t.sn >= ${params.down_to}
           AND ${openWords(params, count, sql`t.open_part = 2`)}
         ORDER BY t.sn DESC OFFSET 0) t ${PRESENT}
       WHERE ${openHit(params, count)} ORDER BY t.sn DESC LIMIT ${unplanned(params.most)}`,
  ),
);

/** The row `t` again: what it has is read only for as many as the page needs. */
const ROW = sql`JOIN LATERAL (SELECT * FROM content.search_posts WHERE sn = c.sn OFFSET 0) t ON true`;

/** The rows `t` of the index that have a creator's posts; all of them without one. */
const indexed = ({ creator_id }: Params<Pick<Page, 'creator_id'>>, isOwn: boolean) =>
  isOwn
    ? sql`content.search_terms t JOIN (
        SELECT sn FROM content.search_posts WHERE creator_id = ${creator_id}) own ON own.sn = t.sn`
    : sql`content.search_terms t`;

const olderHits = perShape(({ count, isOwn }: Shape) =>
  query(
    ACCESS_MODELS,
    (params: Params<WordValues & { down_to: number; terms: readonly number[] }>) => sql<PostFound>`
      SELECT ${found(params)} FROM (
        SELECT t.sn FROM ${indexed(params, isOwn)}
         WHERE t.open_terms @> ${params.terms}::integer[] AND t.sn < ${params.down_to}
         ORDER BY t.sn DESC OFFSET 0) c ${ROW} ${PRESENT}
       WHERE ${openHit(params, count)} ORDER BY c.sn DESC LIMIT ${unplanned(params.most)}`,
  ),
);

/** Creators of whom the viewer has, or had, a membership or a purchase. */
const grantingCreators = query(
  ['grants'],
  ({ viewer }: Params<Pick<Viewer, 'viewer'>>) => sql<{ creator_id: string }>`
    SELECT DISTINCT creator_id FROM rm.grants WHERE user_id = ${viewer}`,
);

interface Locked {
  terms: readonly number[];
  creator_ids: readonly string[];
  salts: readonly number[];
}

/** Posts that are not for everybody. The right to read comes first: without it the text is not looked at. */
const lockedHits = perShape((count: number) =>
  query(
    ACCESS_MODELS,
    (params: Params<WordValues & Locked>) => sql<PostFound>`
      WITH asked AS MATERIALIZED (
        SELECT creator_id, ARRAY (SELECT term # salt FROM unnest(${params.terms}::integer[]) term) AS terms
          FROM unnest(${params.creator_ids}::text[], ${params.salts}::integer[]) AS c (creator_id, salt))
      SELECT ${found(params)} FROM (
        SELECT t.sn, asked.creator_id FROM asked JOIN content.search_terms t
            ON t.locked_terms @> asked.terms AND t.locked_terms <> '{}'
         WHERE ${isBefore(params.before)}
         ORDER BY t.sn DESC OFFSET 0) c ${ROW} ${PRESENT}
       WHERE t.creator_id = c.creator_id AND p.status = ${POST_STATUS.normal} AND ${wanted(params)}
         AND CASE WHEN ${readable(params)} THEN ${anyWords(params, count)} ELSE false END
       ORDER BY c.sn DESC LIMIT ${unplanned(params.most)}`,
  ),
);

const noHits = query(['posts'], () => sql<PostFound>`SELECT WHERE false`);

interface Hits {
  rows: PostFound[];
  as_of: AsOf;
}

async function openHits(
  pool: Pool,
  search: PostSearch,
  values: WordValues,
  looked: typeof LOOKED,
): Promise<Hits> {
  const { words, before, creator_id, most } = search;
  const shape = { count: words.length, isOwn: creator_id !== '' };
  const { sn: down_to } = await lookedDownTo(shape.isOwn)(pool, { before, creator_id, ...looked });
  const newest = await newestHits(shape)(pool, { ...values, down_to });
  if (newest.rows.length >= most) return newest;
  const older = await olderHits(shape)(pool, {
    ...values,
    down_to,
    terms: termsOfWords(words),
    most: most - newest.rows.length,
  });
  return { rows: [...newest.rows, ...older.rows], as_of: earliest(newest.as_of, older.as_of) };
}

async function readableHits(pool: Pool, search: PostSearch, values: WordValues): Promise<Hits> {
  const { words, viewer, creator_id } = search;
  const { rows, as_of } = await grantingCreators(pool, { viewer });
  const granting = new Set([viewer, ...rows.map((row) => row.creator_id)]);
  const creator_ids = [...granting].filter((id) => creator_id === '' || id === creator_id);
  const salts = creator_ids.map(saltOf);
  const hits = await lockedHits(words.length)(pool, {
    ...values,
    terms: termsOfWords(words),
    creator_ids,
    salts,
  });
  return { rows: hits.rows, as_of: earliest(as_of, hits.as_of) };
}

/**
 * Published posts that have all of the words in what the viewer may read of them, newest first: the same as a walk over
 * all texts with `LIKE`; none if the words are too short. Locked texts are looked at only for people with a grant of their creator, and compared only
 * for those who can read them.
 * @param looked how many of the newest texts are looked through without the index
 */
export async function findPosts(pool: Pool, search: PostSearch, looked = LOOKED): Promise<Hits> {
  const { words, ...page } = search;
  if (!isLongEnough(words)) return noHits(pool, {});
  const [w0 = '', w1 = '', w2 = '', w3 = '', w4 = ''] = words;
  const values: WordValues = { ...page, w0, w1, w2, w3, w4 };
  const [open, locked] = await Promise.all([
    openHits(pool, search, values, looked),
    page.viewer === '' ? undefined : readableHits(pool, search, values),
  ]);
  if (locked === undefined) return open;
  const hits = new Map([...open.rows, ...locked.rows].map((row) => [row.post_id, row]));
  const rows = [...hits.values()].sort((one, other) => other.sn - one.sn).slice(0, page.most);
  return { rows, as_of: earliest(open.as_of, locked.as_of) };
}

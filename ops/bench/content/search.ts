import { Client } from 'pg';
import { startTestApi, type TestApi } from '#services/api/testing/test-api.ts';
import { searchPosts } from '#services/contract/content/search.ts';
import { saltOf, termsOf } from '#services/modules/content/search/terms.ts';
import { p99OfRounds, percentile } from '../load.ts';
import { atLeast, type Bench, noMoreThan, type Row } from '../row.ts';

const POSTS = 1_000_000;
/** Each text is in as many posts. */
const COPIES = 5;
const CREATORS = 4_000;
const BATCH = 2_000;
const CALLS = 400;
const PAGE = 10;
/** Searches whose pages are compared with LIKE. */
const COMPARED = 15;
/** Words of two characters; frequent ones are many times as frequent as rare ones. */
const WORDS = 20_000;
const WORDS_OF_TEXT = 60;
const CHARACTERS = 3_000;
const FIRST_CHARACTER = 0x4e00;

/** The same numbers in each run. */
function numbers(): (end: number) => number {
  let state = 20_261_130;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

function* texts(count: number): Generator<string> {
  const below = numbers();
  const character = () => String.fromCharCode(FIRST_CHARACTER + below(CHARACTERS));
  const words = Array.from({ length: WORDS }, () => character() + character());
  const word = () => words[Math.floor(WORDS * (below(1_000_000) / 1_000_000) ** 3)] ?? '';
  for (let n = 0; n < count; n += 1) yield Array.from({ length: WORDS_OF_TEXT }, word).join('');
}

const PEOPLE = `
  INSERT INTO accounts.users (id, name, url_slug, created_at)
  SELECT 'writer' || n, 'Writer ' || n, '', 0 FROM generate_series(0, $1::int - 1) n`;
/** A quarter of the posts is locked. */
const WRITTEN = `
  INSERT INTO rm.posts (post_id, creator_id, kind, status, sn, published_at, scheduled_at, edited_at, text_hash, audience,
                        min_price, plan_ids, skus, access_window, public_at, goal_id, opened_at)
  SELECT 'post' || n, 'writer' || (n % $3::int), 'post', 1, n, $2::bigint - ($1 - n) * 1000, NULL, $2::bigint, 'hash' || n,
         CASE n % 4 WHEN 0 THEN 'members' ELSE 'all' END, 0, '[]', '[]', 'now', NULL, '', NULL
    FROM generate_series(1, $1::bigint) n`;
const TEXTS = `
  INSERT INTO content.texts (post_id, text_hash, creator_id, title, content, preview_text, salt)
  SELECT 'post' || p.n, 'hash' || p.n, 'writer' || (p.n % $2::int), '', b.body, '', ''
    FROM jsonb_to_recordset($1::jsonb) AS b (n bigint, body text)
   CROSS JOIN LATERAL (SELECT b.n + $3::bigint * k AS n FROM generate_series(0, $4::int - 1) k) p`;
const ROWS = `
  WITH saved AS (
    INSERT INTO content.search_posts (post_id, text_hash, creator_id, sn, open_part, names, body)
    SELECT 'post' || p.n, 'hash' || p.n, 'writer' || (p.n % $2::int), p.n, CASE p.n % 4 WHEN 0 THEN 1 ELSE 2 END, '', b.body
      FROM jsonb_to_recordset($1::jsonb) AS b (n bigint, body text)
     CROSS JOIN LATERAL (SELECT b.n + $3::bigint * k AS n FROM generate_series(0, $4::int - 1) k) p)
  INSERT INTO content.search_terms (sn, open_terms, locked_terms)
  SELECT p.n,
         CASE p.n % 4 WHEN 0 THEN '{}' ELSE b.terms END,
         CASE p.n % 4 WHEN 0 THEN ARRAY (SELECT term # ($5::int[])[p.n % $2::int + 1] FROM unnest(b.terms) term) ELSE '{}' END
    FROM jsonb_to_recordset($1::jsonb) AS b (n bigint, terms integer[])
   CROSS JOIN LATERAL (SELECT b.n + $3::bigint * k AS n FROM generate_series(0, $4::int - 1) k) p`;
const INDEXES = ['search_terms_open', 'search_terms_locked'];

/** Fills tables without indexes, then makes the indexes as the migration has them. */
async function fill(client: Client, posts: number, now: number): Promise<string[]> {
  const some: string[] = [];
  const each = posts / COPIES;
  const salts = Array.from({ length: CREATORS }, (_, n) => saltOf(`writer${n}`));
  await client.query(PEOPLE, [CREATORS]);
  await client.query(WRITTEN, [posts, now, CREATORS]);
  const { rows } = await client.query<{ indexdef: string }>(
    'SELECT indexdef FROM pg_indexes WHERE indexname = ANY ($1)',
    [INDEXES],
  );
  await client.query(`DROP INDEX ${INDEXES.map((name) => `content.${name}`).join(', ')}`);
  let batch: { n: number; body: string; terms: number[] }[] = [];
  let n = 0;
  for (const body of texts(each)) {
    n += 1;
    batch.push({ n, body, terms: termsOf(body) });
    if (n % Math.ceil(each / CALLS) === 0) some.push(body);
    if (batch.length < BATCH && n < each) continue;
    const values = [JSON.stringify(batch), CREATORS, each, COPIES];
    await client.query(TEXTS, values);
    await client.query(ROWS, [...values, salts]);
    batch = [];
  }
  await client.query("SET maintenance_work_mem = '1GB'");
  for (const { indexdef } of rows) await client.query(indexdef);
  await client.query('VACUUM (ANALYZE)');
  return some;
}

async function stageWith(posts: number): Promise<{ api: TestApi; some: readonly string[] }> {
  const api = await startTestApi({ projections: false });
  const client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    return { api, some: await fill(client, posts, api.deps.clock.now()) };
  } finally {
    await client.end();
  }
}

const LIKE = `
  SELECT p.post_id FROM rm.posts p JOIN content.texts t USING (post_id, text_hash)
   WHERE p.audience = 'all' AND t.content LIKE '%' || $1 || '%' ORDER BY p.sn DESC LIMIT $2`;

/** Searches of guests for two characters, and for longer parts, of any text; hits are those of LIKE. */
export const searchBench: Bench = async ({ databaseUrl, quick }) => {
  process.env.TEST_DATABASE_URL = databaseUrl;
  const posts = quick ? POSTS / 10 : POSTS;
  const { api, some } = await stageWith(posts);
  const below = numbers();
  const partOf = (least: number, most: number): string => {
    const text = some[below(some.length)] ?? '';
    const length = least + below(most - least + 1);
    const from = below(text.length - length);
    return text.slice(from, from + length);
  };
  const found = async (q: string) =>
    (await api.data(searchPosts, { q, per_page: PAGE })).list.map(({ post_id }) => post_id);
  const rows: Row[] = [];
  try {
    let [compared, different] = [0, 0];
    for (const [name, least, most, limit] of [
      ['two characters', 2, 2, 15],
      ['3 to 10 characters', 3, 10, 40],
    ] as const) {
      const taken: number[] = [];
      const value = await p99OfRounds(quick ? CALLS / 10 : CALLS, async () => {
        const began = performance.now();
        await found(partOf(least, most));
        taken.push(performance.now() - began);
      });
      rows.push(
        noMoreThan(limit, {
          name: `p99 of a search for ${name}`,
          value,
          unit: 'ms',
          remark: `p50 ${percentile(taken, 0.5).toFixed(1)} ms; the whole call without the network; ${posts.toLocaleString('en-US')} posts of ${WORDS_OF_TEXT * 2} characters`,
        }),
      );
      for (let n = 0; n < (quick ? 3 : COMPARED); n += 1) {
        compared += 1;
        const q = partOf(least, most);
        const like = await api.deps.pool.query<{ post_id: string }>(LIKE, [q, PAGE]);
        if ((await found(q)).join() !== like.rows.map(({ post_id }) => post_id).join()) different += 1;
      }
    }
    rows.push(
      atLeast(1, {
        name: 'searches whose first page is that of LIKE',
        value: compared - different,
        unit: 'searches',
        reference: { name: 'searches', value: compared },
      }),
    );
    return rows;
  } finally {
    await api.close();
  }
};

import { Client } from 'pg';
import { DAY_MS, type Millis } from '#events/time.ts';

/** Posts of all audiences, newest last, with a short text each; half of them need a membership. */
const POSTS = `
  INSERT INTO rm.posts (post_id, creator_id, kind, status, sn, published_at, scheduled_at, edited_at, text_hash, audience,
                        min_price, plan_ids, skus, access_window, public_at, goal_id, opened_at)
  SELECT $4 || n, $1, 'post', 1, n, $2::bigint - ($3 - n) * 1000, NULL, $2::bigint, 'hash' || n,
         audience, CASE audience WHEN 'price' THEN 2000 ELSE 0 END, CASE audience WHEN 'named' THEN '["plan1"]' ELSE '[]' END::json, '[]', 'now', NULL, '', NULL
    FROM (SELECT n, ($5::text[])[n % 5 + 1] AS audience FROM generate_series(1, $3::bigint) n) n`;
const AUDIENCES = ['all', 'members', 'price', 'all', 'named'];
const CLOSED_AUDIENCES = ['members', 'price', 'named', 'price', 'named'];
const KEYS = `
  INSERT INTO rm.post_keys (post_id, key, kind, access_window, sn, published_at)
  SELECT post_id, 'plan1', kind, access_window, sn, published_at FROM rm.posts WHERE audience = 'named'`;
const TEXTS = `
  INSERT INTO content.texts (post_id, text_hash, creator_id, title, content, preview_text, salt)
  SELECT post_id, text_hash, creator_id, '', repeat('words of a post ', 20), 'a preview', 'salt' FROM rm.posts`;
/** Four memberships each, of which the last runs; every second one is of the cheaper plan. */
const GRANTS = `
  INSERT INTO rm.grants (out_trade_no, key, creator_id, user_id, membership, monthly_price, units, given_at, from_at, until_at,
                         ended_at, ended_by, refunded)
  SELECT 'order' || n || '-' || month, 'plan' || n % 2, $1, coalesce(($4::text[])[n], 'member' || n), true,
         1000 + 2000 * (n % 2), 0, $2::bigint + (month - 4) * $3::bigint, $2::bigint + (month - 4) * $3::bigint, $2::bigint + (month - 3) * $3::bigint, NULL, '', false
    FROM generate_series(1, $5::int) n, generate_series(1, 4) month`;

/** Of a creator none of whose posts is for everybody. */
export const CLOSED_POSTS = 20_000;

interface Filling {
  creator: string;
  /** Whose `CLOSED_POSTS` posts are none for everybody. */
  closed: string;
  posts: number;
  members: number;
  /** Users who are among the members. */
  readers: readonly string[];
  now: Millis;
}

/** Writes posts, their texts and memberships into a database, as they are after their events. */
export async function fillPosts(databaseUrl: string, filling: Filling): Promise<void> {
  const { creator, closed, posts, members, readers, now } = filling;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(POSTS, [creator, now, posts, 'post', AUDIENCES]);
    await client.query(POSTS, [closed, now, CLOSED_POSTS, 'closed', CLOSED_AUDIENCES]);
    await client.query(KEYS);
    await client.query(TEXTS);
    await client.query(GRANTS, [creator, now, 30 * DAY_MS, readers, members]);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

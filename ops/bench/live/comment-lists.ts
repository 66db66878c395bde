import { Client } from 'pg';
import { type Actor, call, overHttp } from '#ops/actors/client.ts';
import { withSessions } from '#ops/actors/sessions.ts';
import { listComments } from '#services/contract/content/comments.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { atLeast, type Bench } from '../row.ts';
import { fillPosts } from './filled-posts.ts';
import { COMMENTERS, ghostComments } from './ghost.ts';
import { type CallTime, timeOfCalls } from './processor-time.ts';
import { withLiveServer } from './server.ts';

/** Of one post, each with three replies. */
const THREADS = 1_000;
const POSTS = 10;
/** A post for everybody among those of `fillPosts`. */
const COMMENTED = 'post10';
const READERS = 20;
const IN_FLIGHT = 4;
const WARM_UP = 2_000;
const PAGES = 4_000;
/** Pages of Ghost's that are measured for one of ours. */
const SHARE = 1 / 40;

/** Threads by all commenters with three replies, and one like of each comment. */
const COMMENTS = `
  INSERT INTO content.comments (sn, post_id, creator_id, user_id, thread_sn, reply_to, content, created_at)
  SELECT n, $1, $2, ($3::text[])[1 + n % array_length($3::text[], 1)], n - (n + 3) % 4, CASE n % 4 WHEN 1 THEN NULL ELSE n - (n + 3) % 4 END,
         'words of a comment', $4::bigint + n FROM generate_series(1, 4 * $5::bigint) n`;
const LIKES = `
  INSERT INTO content.comment_likes (comment_sn, user_id)
  SELECT n, ($1::text[])[1 + (n + 1) % array_length($1::text[], 1)] FROM generate_series(1, 4 * $2::bigint) n`;

async function fillComments(databaseUrl: string, creator: string, people: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(COMMENTS, [COMMENTED, creator, people, systemClock.now(), THREADS]);
    await client.query(LIKES, [people, THREADS]);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

/** Pages of 20 threads for people with rights to the post, anywhere among all. */
const ours = (pages: number): Promise<CallTime> =>
  withLiveServer(async (server) => {
    const names = Array.from({ length: COMMENTERS + 2 }, (_, number) => `person ${number}`);
    const { ids, tokens } = await withSessions(server, systemClock, async (means) => {
      const ids = await means.people(names);
      return { ids, tokens: await means.tokens(ids.slice(0, READERS + 2)) };
    });
    const [creator = '', closed = '', ...people] = ids;
    const filling = { creator, closed, readers: people, posts: POSTS, members: COMMENTERS };
    await fillPosts(server.databaseUrl, { ...filling, now: systemClock.now() });
    await fillComments(server.databaseUrl, creator, people);
    const actors: Actor[] = tokens.slice(2).map((token) => overHttp(server.base, { token }));
    const ask = async (number: number): Promise<void> => {
      const publish_sn = 81 + Math.floor(Math.random() * (4 * THREADS - 80));
      const [actor] = actors.slice(number % actors.length);
      if (actor === undefined) throw new Error('nobody reads');
      const { list } = await call(actor, listComments, { post_id: COMMENTED, publish_sn });
      const replies = list.flatMap(({ sub_comments }) => sub_comments).length;
      if (list.length !== 20 || replies !== 60)
        throw new Error(`a page has ${list.length} threads and ${replies} replies`);
    };
    return timeOfCalls(server, { inFlight: IN_FLIGHT, warmUp: WARM_UP, calls: pages }, ask);
  });

/** A page of comments, by processor time of all processes, compared with Ghost's. Linux only. */
export const commentListsBench: Bench = async ({ peers, quick }) => {
  if (process.platform !== 'linux') return [];
  const pages = quick ? PAGES / 10 : PAGES;
  const { value, remark } = await ours(pages);
  const ghost = { threads: THREADS, inFlight: IN_FLIGHT, calls: pages * SHARE };
  return [
    atLeast(20, {
      name: `pages of 20 threads with three replies each at ${(4 * THREADS).toLocaleString('en-US')} comments of a post, by processor time of all processes`,
      value,
      unit: 'per second of one processor',
      reference: {
        name: 'Ghost 6 with SQLite, its comments for guests',
        value: peers ? await ghostComments(ghost) : undefined,
      },
      remark,
    }),
  ];
};

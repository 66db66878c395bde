import { Client } from 'pg';
import { type Actor, call } from '#ops/actors/client.ts';
import { until } from '#ops/actors/until.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { closedLoop } from '../load.ts';
import { atMost, type Bench, noMoreThan } from '../row.ts';
import { certifiedCreator } from './certified.ts';
import { processorClock } from './processor-time.ts';
import { type LiveServer, withLiveServer } from './server.ts';

const FOLLOWERS = 1_000_000;
const POSTS = 2_000;
const WARM_UP = 1_000;
const IN_FLIGHT = 4;
const CHARACTERS = 300;
const LIMIT_MS = 10;
/** A post costs the same up to this multiple of one of a creator whom nobody follows. */
const SAME = 1.25;

const PEOPLE = `
  INSERT INTO accounts.users (id, name, url_slug, created_at)
  SELECT 'follower' || n, 'Follower ' || n, '', 0 FROM generate_series(1, $1::int) n`;
const FOLLOWING = `
  INSERT INTO relations.marks (user_id, kind, subject_id, creator_id)
  SELECT 'follower' || n, 'creator', $1, $1 FROM generate_series(1, $2::int) n`;

async function addFollowers({ databaseUrl }: LiveServer, user_id: string, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(PEOPLE, [count]);
    await client.query(FOLLOWING, [user_id, count]);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

/** A text of which no part is like another's, so that the index of the search has its usual work. */
const textOf = (): string =>
  String.fromCodePoint(
    ...Array.from({ length: CHARACTERS }, () => 0x4e00 + Math.floor(Math.random() * 3_000)),
  );

/** Publishes so many posts, and waits for what the worker does for each. */
async function publish(server: LiveServer, creator: Actor, user_id: string, posts: number): Promise<void> {
  const listed = async (): Promise<number> => {
    const { rows } = await server.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM relations.listed_posts WHERE creator_id = $1',
      [user_id],
    );
    return rows[0]?.count ?? 0;
  };
  const before = await listed();
  await closedLoop(IN_FLIGHT, posts, (number) =>
    call(creator, publishPost, { title: `Post ${number}`, content: textOf() }),
  );
  await until('the posts are listed', async () => (await listed()) >= before + posts);
}

/** The processor time of a post, of all processes, and whether followers make it dearer. Linux only. */
export const publishingBench: Bench = async ({ quick }) => {
  if (process.platform !== 'linux') return [];
  const share = quick ? 1 / 10 : 1;
  return withLiveServer(async (server) => {
    const alone = await certifiedCreator(server, 'benchalone');
    const followed = await certifiedCreator(server, 'benchfollowed');
    await addFollowers(server, followed.user_id, FOLLOWERS * share);
    const costOf = async ({ creator, user_id }: typeof alone) => {
      const clock = processorClock(server);
      await clock.during(() => publish(server, creator, user_id, POSTS * share));
      const each = [...clock.needed].map(([name, time]) => ({ name, time: time / (POSTS * share) }));
      return { each, value: each.reduce((sum, { time }) => sum + time, 0) };
    };
    for (const { creator, user_id } of [alone, followed])
      await publish(server, creator, user_id, WARM_UP * share);
    const reference = await costOf(alone);
    const { each, value } = await costOf(followed);
    const name = `processor time of a post of a creator with ${(FOLLOWERS * share).toLocaleString('en-US')} followers`;
    const remark = each.map((one) => `${one.name} ${one.time.toFixed(2)} ms`).join(', ');
    return [
      noMoreThan(LIMIT_MS, { name: `${name}, of all processes and PostgreSQL`, value, unit: 'ms', remark }),
      atMost(SAME, {
        name,
        value,
        unit: 'ms',
        reference: { name: 'of a creator whom nobody follows', value: reference.value },
      }),
    ];
  });
};

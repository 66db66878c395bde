import { type Actor, call, overHttp } from '#ops/actors/client.ts';
import { withSessions } from '#ops/actors/sessions.ts';
import { listPosts } from '#services/contract/content/post-lists.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { atLeast, type Bench, type Row } from '../row.ts';
import { fillPosts } from './filled-posts.ts';
import { ghostLists } from './ghost.ts';
import { type CallTime, timeOfCalls } from './processor-time.ts';
import { withLiveServer } from './server.ts';

/** Numbers of posts: how much less than Ghost a list needs, and how many of Ghost's are measured for one of ours. */
const SIZES = [
  { posts: 10_000, times: 20, share: 1 / 4 },
  { posts: 100_000, times: 100, share: 1 / 20 },
];
const MEMBERS = 10_000;
const READERS = 20;
const IN_FLIGHT = 4;
const WARM_UP = 4_000;
const LISTS = 4_000;

/** Lists of ten posts for members, anywhere among all posts. */
const ours = (posts: number, calls: number): Promise<CallTime> =>
  withLiveServer(async (server) => {
    const names = Array.from({ length: READERS + 2 }, (_, number) => `person ${number}`);
    const { ids, tokens } = await withSessions(server, systemClock, async (means) => {
      const ids = await means.people(names);
      return { ids, tokens: await means.tokens(ids) };
    });
    const [user_id = '', closed = '', ...readers] = ids;
    const filling = { creator: user_id, closed, readers, posts, members: MEMBERS };
    await fillPosts(server.databaseUrl, { ...filling, now: systemClock.now() });
    const actors: Actor[] = tokens.slice(2).map((token) => overHttp(server.base, { token }));
    const ask = async (number: number): Promise<void> => {
      const publish_sn = 11 + Math.floor(Math.random() * (posts - 10));
      const [actor] = actors.slice(number % actors.length);
      if (actor === undefined) throw new Error('nobody reads');
      const { list } = await call(actor, listPosts, { user_id, publish_sn });
      if (list.length !== 10) throw new Error(`a list has ${list.length} posts`);
    };
    return timeOfCalls(server, { inFlight: IN_FLIGHT, warmUp: WARM_UP, calls }, ask);
  });

/** The list of posts with rights, by processor time of all processes, compared with Ghost's. Linux only. */
export const postListsBench: Bench = async ({ peers, quick }) => {
  if (process.platform !== 'linux') return [];
  const calls = quick ? LISTS / 10 : LISTS;
  const rows: Row[] = [];
  for (const { posts, times, share } of SIZES) {
    const { value, remark } = await ours(posts, calls);
    const ghost = { posts, inFlight: IN_FLIGHT, calls: calls * share };
    rows.push(
      atLeast(times, {
        name: `lists of 10 posts with rights at ${posts.toLocaleString('en-US')} posts, by processor time of all processes`,
        value,
        unit: 'per second of one processor',
        reference: {
          name: 'Ghost 6 with SQLite, its Content API for guests',
          value: peers ? await ghostLists(ghost) : undefined,
        },
        remark,
      }),
    );
  }
  return rows;
};

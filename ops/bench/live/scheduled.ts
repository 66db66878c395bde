import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type Actor, call } from '#ops/actors/client.ts';
import { until } from '#ops/actors/until.ts';
import { processesOf } from '#ops/testing/run-server.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { closedLoop, percentile } from '../load.ts';
import { type Bench, noMoreThan, type Row } from '../row.ts';
import { certifiedCreator } from './certified.ts';
import { PROGRAMS } from './processor-time.ts';
import { type LiveServer, withLiveServer } from './server.ts';

const LIMIT_MS = 500;
const SECONDS = 90;
const POSTS_A_SECOND = 20;
const IN_FLIGHT = 8;
/** From the first scheduling to the first publication. */
const AHEAD_S = 30;
const MAX_WAIT_MS = SECONDS * 1_000 + 60_000;
/** Between two kills. */
const PAUSE_MS = { least: 5_000, most: 10_000 };

/** Kills one of the workers at random moments. @returns the end of it, which gives the number of kills */
function killWorkers({ dataDir }: LiveServer): () => Promise<number> {
  const ending = new AbortController();
  const { signal } = ending;
  const killing = (async (): Promise<number> => {
    for (let kills = 0; ; kills += 1) {
      const after = PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least);
      await pause(after, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return kills;
      const workers = (await processesOf(dataDir)).filter(({ command }) => command.includes(PROGRAMS.worker));
      const one = workers[Math.floor(Math.random() * workers.length)];
      if (one) process.kill(one.pid, 'SIGKILL');
    }
  })();
  return () => {
    ending.abort();
    return killing;
  };
}

/** Schedules so many posts for each of the seconds. @returns the time of each, in ms */
async function schedule(creator: Actor, seconds: number): Promise<Map<string, number>> {
  const first = Math.ceil(systemClock.now() / 1_000) + AHEAD_S;
  const due = new Map<string, number>();
  await closedLoop(IN_FLIGHT, seconds * POSTS_A_SECOND, async (number) => {
    const publish_time = first + Math.floor(number / POSTS_A_SECOND);
    const { post } = await call(creator, publishPost, { content: `Post ${number}`, publish_time });
    due.set(post.post_id, publish_time * 1_000);
  });
  if (systemClock.now() >= first * 1_000) throw new Error('the posts were not scheduled in time');
  return due;
}

/** Watches commits. @returns the end of it, which gives the time from which a position can be read, in ms */
async function watchCommits(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const commits: { position: number; at: number }[] = [];
  client.on('notification', ({ payload = '' }) => {
    commits.push({ position: Number(payload), at: systemClock.now() });
  });
  await client.query('LISTEN log_appended');
  return async () => {
    await client.end();
    return (position: number): number =>
      commits.find((commit) => commit.position >= position)?.at ?? Number.POSITIVE_INFINITY;
  };
}

/** How late scheduled posts are published while two workers run, of which one is killed again and again. */
export const scheduledBench: Bench = ({ quick }) =>
  withLiveServer(
    async (server): Promise<Row[]> => {
      const { creator } = await certifiedCreator(server, 'benchcreator');
      const due = await schedule(creator, quick ? SECONDS / 10 : SECONDS);
      const published = async (): Promise<{ position: number; post_id: string }[]> => {
        const { rows } = await server.pool.query<{ position: number; post_id: string }>(
          `SELECT position, data->>'post_id' AS post_id FROM log.events WHERE type = 'PostPublished'`,
        );
        return rows;
      };
      const endCommits = await watchCommits(server.databaseUrl);
      await pause(Math.min(...due.values()) - systemClock.now());
      const endKills = killWorkers(server);
      const all = async (): Promise<boolean> => (await published()).length >= due.size;
      await until('all posts are published', all, MAX_WAIT_MS, 1_000);
      const kills = await endKills();
      const timeOf = await endCommits();
      const posts = await published();
      const once = new Set(posts.map(({ post_id }) => post_id)).size === posts.length;
      if (!once || posts.length !== due.size) throw new Error(`${posts.length} posts are published`);
      const late = posts.map(({ position, post_id }) => timeOf(position) - (due.get(post_id) ?? 0));
      return [
        noMoreThan(LIMIT_MS, {
          name: 'publication of a scheduled post after its second, p99, while workers are killed',
          value: percentile(late, 0.99),
          unit: 'ms',
          remark: `${posts.length.toLocaleString('en-US')} posts, ${POSTS_A_SECOND} in each second, each published once; two workers, one of them killed ${kills} times; median ${percentile(late, 0.5).toFixed(0)} ms, latest ${Math.max(...late).toFixed(0)} ms`,
        }),
      ];
    },
    {},
    ['--replicas', '2'],
  );

import { execFile, spawn } from 'node:child_process';
import { access, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { until } from '#ops/actors/until.ts';
import { freePort } from '#ops/postgres/server.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';
import { closedLoop } from '../load.ts';
import { timeOf } from './processor-time.ts';

/** Outside the project: it is measured, never a part of it. */
const FOLDER = join(tmpdir(), 'fanwatt-bench-ghost');
const PROGRAM = join(FOLDER, 'package');
const DATABASE = join(FOLDER, 'ghost.db');
/** Its own version 12 ends Node 24 by an assertion; 13 has the same calls, and needs no compiler. */
const SQLITE = 'better-sqlite3@13';
const WARM_UP = 300;
/** People who comment. */
export const COMMENTERS = 1_000;

const run = promisify(execFile);

/** The package names parts of its own archive, so it is installed inside it, as its own command does. */
async function install(): Promise<void> {
  const installed = await access(join(PROGRAM, 'node_modules', 'better-sqlite3', 'prebuilds')).then(
    () => true,
    () => false,
  );
  if (installed) return;
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const { stdout } = await run('npm', ['pack', 'ghost@6', '--silent'], { cwd: FOLDER });
  await run('tar', ['xzf', stdout.trim()], { cwd: FOLDER });
  const words = [
    'install',
    '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--legacy-peer-deps',
    '--ignore-scripts',
  ];
  for (const more of [[], [SQLITE]])
    await run('npm', [...words, ...more], { cwd: PROGRAM, maxBuffer: 64 * 1024 ** 2 });
}

/** Runs `work` beside a started Ghost. */
async function withGhost<Result>(
  work: (ghost: { base: string; pid: number }) => Promise<Result>,
): Promise<Result> {
  const port = String(await freePort());
  const base = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['index.js'], {
    cwd: PROGRAM,
    stdio: 'ignore',
    env: {
      ...programEnvironment,
      NODE_ENV: 'production',
      url: base,
      server__host: '127.0.0.1',
      server__port: port,
      database__client: 'sqlite3',
      database__connection__filename: DATABASE,
      database__useNullAsDefault: 'true',
      logging__level: 'error',
      privacy__useUpdateCheck: 'false',
      mail__transport: 'Direct',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    const isUp = async (): Promise<boolean> => {
      if (child.exitCode !== null) throw new Error(`Ghost ended with ${child.exitCode}`);
      return fetch(`${base}/ghost/api/admin/site/`).then(
        ({ ok }) => ok,
        () => false,
      );
    };
    await until('Ghost answers', isUp);
    return await work({ base, pid: child.pid ?? 0 });
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

const NUMBERS = 'WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)';
/** Two of five are for everybody, as ours. */
const POSTS = `${NUMBERS}
  INSERT INTO posts (id, uuid, title, slug, html, comment_id, plaintext, status, visibility, email_recipient_filter,
                     created_at, updated_at, published_at, published_by)
  SELECT printf('a%023x', n), printf('00000000-0000-4000-8000-%012x', n), 'Post ' || n, 'post-' || n, '<p>' || words || '</p>',
         printf('a%023x', n), words, 'published', CASE n % 5 WHEN 0 THEN 'public' WHEN 3 THEN 'public' WHEN 1 THEN 'members' ELSE 'paid' END,
         'all', at, at, at, (SELECT id FROM users LIMIT 1)
    FROM (SELECT n, datetime('now', '-' || n || ' seconds') AS at, replace(hex(zeroblob(10)), '00', 'words of a post words of a post ') AS words FROM n)`;
const AUTHORS = `${NUMBERS}
  INSERT INTO posts_authors (id, post_id, author_id)
  SELECT printf('a%023x', n), printf('a%023x', n), (SELECT id FROM users LIMIT 1) FROM n`;

/** Its post that has all comments. Ids have a letter: its filter takes bare digits for a number. */
const COMMENTED = 'a'.padEnd(23, '0').concat('1');
/** Threads of one post by a thousand members, each with three replies, and a like of each. */
const MEMBERS = `${NUMBERS}
  INSERT INTO members (id, uuid, transient_id, email, status, name, created_at, updated_at)
  SELECT printf('a%023x', n), printf('00000000-0000-4000-8000-%012x', n), 'member' || n, 'member' || n || '@fans.test', 'free',
         'Member ' || n, datetime('now'), datetime('now') FROM n`;
const COMMENTS = `${NUMBERS}
  INSERT INTO comments (id, post_id, member_id, parent_id, status, html, created_at, updated_at)
  SELECT printf('a%023x', n), '${COMMENTED}', printf('a%023x', 1 + n % ${COMMENTERS}),
         CASE n % 4 WHEN 1 THEN NULL ELSE printf('a%023x', n - (n + 3) % 4) END, 'published', '<p>words of a comment</p>', at, at
    FROM (SELECT n, datetime('now', '-1 hour', '+' || (n / 100) || ' seconds') AS at FROM n)`;
const LIKES = `${NUMBERS}
  INSERT INTO comment_likes (id, comment_id, member_id, created_at, updated_at)
  SELECT printf('a%023x', n), printf('a%023x', n), printf('a%023x', 1 + (n + 1) % ${COMMENTERS}), datetime('now'), datetime('now') FROM n`;

type Filling = readonly (readonly [statement: string, rows: number])[];

/** Writes rows into its database. @returns the key of its Content API */
function fill(filling: Filling): string {
  const database = new DatabaseSync(DATABASE);
  try {
    for (const [statement, rows] of filling) database.prepare(statement).run(rows);
    database.exec('ANALYZE');
    const key = database.prepare(`SELECT secret FROM api_keys WHERE type = 'content' LIMIT 1`).get();
    return String(key?.secret);
  } finally {
    database.close();
  }
}

interface Load {
  inFlight: number;
  calls: number;
}

/**
 * Calls an address of a Ghost with these rows.
 * @param length items of each answer, in its property `list`
 * @returns how many calls a second of its processor time
 */
async function ghostCalls(
  { inFlight, calls }: Load,
  { filling, list, length }: { filling: Filling; list: string; length: number },
  address: (key: string) => string,
): Promise<number> {
  await install();
  for (const end of ['', '-wal', '-shm']) await rm(`${DATABASE}${end}`, { force: true });
  // Its first start makes the tables; at its next one it reads the addresses of all posts.
  await withGhost(() => Promise.resolve());
  const key = fill(filling);
  return withGhost(async ({ base, pid }) => {
    const ask = async (): Promise<void> => {
      const answer = await fetch(`${base}${address(key)}`);
      const found = ((await answer.json()) as Record<string, unknown[] | undefined>)[list]?.length;
      if (found !== length) throw new Error(`a list of Ghost has ${found} ${list}: ${answer.status}`);
    };
    await closedLoop(inFlight, Math.min(WARM_UP, calls), ask);
    const before = await timeOf(pid);
    await closedLoop(inFlight, calls, ask);
    return calls / (((await timeOf(pid)) - before) / 1_000);
  });
}

const anyPage = (pages: number) => 1 + Math.floor(Math.random() * pages);

/** Lists of ten posts, anywhere among all posts. @returns how many a second of its processor time */
export const ghostLists = ({ posts, ...load }: Load & { posts: number }): Promise<number> =>
  ghostCalls(
    load,
    {
      filling: [
        [POSTS, posts],
        [AUTHORS, posts],
      ],
      list: 'posts',
      length: 10,
    },
    (key) => `/ghost/api/content/posts/?key=${key}&limit=10&page=${anyPage(posts / 10)}`,
  );

/** Pages of 20 threads with three replies each, anywhere among all of a post. @returns how many a second of its processor time */
export const ghostComments = ({ threads, ...load }: Load & { threads: number }): Promise<number> =>
  ghostCalls(
    load,
    {
      filling: [
        [POSTS, 10],
        [AUTHORS, 10],
        [MEMBERS, COMMENTERS],
        [COMMENTS, 4 * threads],
        [LIKES, 4 * threads],
      ],
      list: 'comments',
      length: 20,
    },
    () => `/members/api/comments/post/${COMMENTED}/?limit=20&page=${anyPage(threads / 20)}`,
  );

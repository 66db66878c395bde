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
  SELECT printf('%024x', n), printf('00000000-0000-4000-8000-%012x', n), 'Post ' || n, 'post-' || n, '<p>' || words || '</p>',
         printf('%024x', n), words, 'published', CASE n % 5 WHEN 0 THEN 'public' WHEN 3 THEN 'public' WHEN 1 THEN 'members' ELSE 'paid' END,
         'all', at, at, at, (SELECT id FROM users LIMIT 1)
    FROM (SELECT n, datetime('now', '-' || n || ' seconds') AS at, replace(hex(zeroblob(10)), '00', 'words of a post words of a post ') AS words FROM n)`;
const AUTHORS = `${NUMBERS}
  INSERT INTO posts_authors (id, post_id, author_id)
  SELECT printf('%024x', n), printf('%024x', n), (SELECT id FROM users LIMIT 1) FROM n`;

/** Writes posts into its database. @returns the key of its Content API */
function fill(posts: number): string {
  const database = new DatabaseSync(DATABASE);
  try {
    database.prepare(POSTS).run(posts);
    database.prepare(AUTHORS).run(posts);
    database.exec('ANALYZE');
    const key = database.prepare(`SELECT secret FROM api_keys WHERE type = 'content' LIMIT 1`).get();
    return String(key?.secret);
  } finally {
    database.close();
  }
}

/** Lists of ten posts, anywhere among all posts. @returns how many a second of its processor time */
export async function ghostLists(of: { posts: number; inFlight: number; calls: number }): Promise<number> {
  await install();
  for (const end of ['', '-wal', '-shm']) await rm(`${DATABASE}${end}`, { force: true });
  // Its first start makes the tables; at its next one it reads the addresses of all posts.
  await withGhost(() => Promise.resolve());
  const key = fill(of.posts);
  return withGhost(async ({ base, pid }) => {
    const ask = async (): Promise<void> => {
      const page = 1 + Math.floor(Math.random() * (of.posts / 10));
      const answer = await fetch(`${base}/ghost/api/content/posts/?key=${key}&limit=10&page=${page}`);
      const { posts } = (await answer.json()) as { posts?: unknown[] };
      if (posts?.length !== 10)
        throw new Error(`a list of Ghost has ${posts?.length} posts: ${answer.status}`);
    };
    await closedLoop(of.inFlight, WARM_UP, ask);
    const before = await timeOf(pid);
    await closedLoop(of.inFlight, of.calls, ask);
    return of.calls / (((await timeOf(pid)) - before) / 1_000);
  });
}

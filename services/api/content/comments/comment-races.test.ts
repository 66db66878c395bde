import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asUserId, type UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import {
  deleteComment,
  likeComment,
  listReplies,
  publishComment,
  unlikeComment,
} from '#services/contract/content/comments.ts';
import { deletePost } from '#services/contract/content/posts.ts';
import { openComments } from '#services/modules/content/comments/comments.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { goesWrong } from '../../testing/race.ts';
import { type Servers, startServers } from '../../testing/servers.ts';
import { startTestApi, type TestUser } from '../../testing/test-api.ts';
import { withoutLocks } from '../../testing/without-locks.ts';

const api = fixture(startTestApi);
const creator = fixture(() => certifiedCreator(api));
const FANS = 4;
let fans: TestUser[];
let servers: Servers;
beforeAll(async () => {
  fans = await Promise.all(Array.from({ length: FANS }, () => api.user()));
  servers = await startServers(api);
});
afterAll(() => servers.close());

/** Stored counts that differ from their rows: of posts, of threads and of likes. */
async function drifted(): Promise<number> {
  const { rows } = await api.deps.pool.query<{ drifted: number }>(
    `SELECT (SELECT count(*) FROM (SELECT post_id, count(*) FROM content.comments WHERE shown GROUP BY post_id) counted
               FULL JOIN content.comment_counts stored USING (post_id)
              WHERE coalesce(counted.count, 0) IS DISTINCT FROM stored.count)
          + (SELECT count(*) FROM (SELECT thread_sn, count(*) FROM content.comments WHERE shown GROUP BY thread_sn) counted
               FULL JOIN content.comment_threads stored USING (thread_sn)
              WHERE counted.count IS DISTINCT FROM stored.count)
          + (SELECT count(*) FROM content.comments c
              WHERE like_count <> (SELECT count(*) FROM content.comment_likes WHERE comment_sn = c.sn)) AS drifted`,
  );
  return Number(rows[0]?.drifted ?? 0);
}

/** The counts as a program writes them that reads the old value first. */
const CARELESS = `
  CREATE OR REPLACE FUNCTION content.change_comment_counts(step int, posts text[], threads bigint[]) RETURNS void
  LANGUAGE plpgsql AS $$
  DECLARE
    old_post bigint;
    old_thread bigint;
  BEGIN
    SELECT count INTO old_post FROM content.comment_counts WHERE post_id = posts[1];
    SELECT count INTO old_thread FROM content.comment_threads WHERE thread_sn = threads[1];
    PERFORM pg_sleep(0.01);
    INSERT INTO content.comment_counts VALUES (posts[1], 1)
    ON CONFLICT (post_id) DO UPDATE SET count = greatest(0, coalesce(old_post, 0) + step);
    INSERT INTO content.comment_threads VALUES (threads[1], posts[1], 1)
    ON CONFLICT (thread_sn) DO UPDATE SET count = greatest(0, coalesce(old_thread, 0) + step);
  END $$`;

/** At both servers at once: everybody replies in one thread, and deletes comments of it, its first one, too. */
async function storm(at = servers): Promise<void> {
  const { post_id } = await publish(api, creator);
  await api.projected();
  const { comments } = api.deps;
  const of = { post_id, creator_id: creator.user_id, request_key: null, content: 'x', now: 0 };
  const sns: number[] = [];
  for (let n = 0; n <= FANS; n += 1) {
    const made = await comments.publish({
      ...of,
      user_id: fans[n % FANS]?.user_id ?? creator.user_id,
      parent_sn: sns[0],
    });
    if (isRefusal(made)) throw new Error(made.code);
    sns.push(made.sn);
  }
  const answers = await Promise.all(
    fans.flatMap((fan, n) => [
      at.call(n, publishComment, { post_id, content: 'again', reply_comment_id: String(sns[n]) }, fan),
      at.call(n + 1, deleteComment, { comment_id: String(sns[n]) }, creator),
      at.call(n + 1, publishComment, { post_id, content: 'new' }, fan),
    ]),
  );
  // A reply to a comment that is gone is refused.
  for (const { ec } of answers) expect([200, 40400]).toContain(ec);
}

describe('replying and deleting at once, on two servers', () => {
  it('leaves exact counts', async () => {
    for (let round = 0; round < 4; round += 1) await storm();
    expect(await drifted()).toBe(0);
  });

  it('negative control: counts that are read and then written, without a lock of the post, drift', async () => {
    const { pool } = api.deps;
    const careless = await startServers(api, true, { comments: openComments(withoutLocks(pool)) });
    const { rows } = await pool.query<{ text: string }>(
      `SELECT pg_get_functiondef('content.change_comment_counts'::regproc) AS text`,
    );
    await pool.query(CARELESS);
    const hasDrifted = await goesWrong(async () => {
      await storm(careless);
      return (await drifted()) > 0;
    }, 4);
    await careless.close();
    await pool.query(rows[0]?.text ?? '');
    await pool.query('TRUNCATE content.comments, content.comment_threads, content.comment_counts CASCADE');
    expect(hasDrifted).toBe(true);
  });
});

/** Before a comment is written: meanwhile its post is deleted at the other server. */
const LATE_MS = 30;

describe('deleting a post while people comment on it, on two servers', () => {
  /** Comments of the deleted post, without the worker. */
  async function leftOver(at: Servers): Promise<number> {
    const { post_id } = await publish(api, creator);
    await api.projected();
    const answers = await Promise.all([
      ...fans.map((fan) => at.call(0, publishComment, { post_id, content: 'x' }, fan)),
      at.call(1, deletePost, { post_id }, creator),
    ]);
    for (const { ec } of answers) expect([200, 40400, 41010]).toContain(ec);
    const { rows } = await api.deps.pool.query('SELECT FROM content.comments WHERE post_id = $1', [post_id]);
    return rows.length;
  }
  const late = (remove: typeof api.deps.comments.remove) => ({
    comments: {
      ...api.deps.comments,
      publish: async (comment: Parameters<typeof api.deps.comments.publish>[0]) => {
        await pause(LATE_MS);
        return api.deps.comments.publish(comment);
      },
      remove,
    },
  });

  it('leaves no comment', async () => {
    const slow = await startServers(api, true, late(api.deps.comments.remove));
    for (let round = 0; round < 4; round += 1) {
      expect(await leftOver(servers)).toBe(0);
      expect(await leftOver(slow)).toBe(0);
    }
    await slow.close();
  });

  it('negative control: without the second look at the post comments stay', async () => {
    const careless = await startServers(
      api,
      true,
      late(async () => undefined),
    );
    const stayed = await goesWrong(async () => (await leftOver(careless)) > 0, 4);
    await careless.close();
    await api.deps.pool.query('DELETE FROM content.comments');
    expect(stayed).toBe(true);
  });
});

describe('liking and unliking a comment at once, on two servers', () => {
  it('leaves exact counts, and nobody waits for somebody who waits', async () => {
    const { post_id } = await publish(api, creator);
    await api.projected();
    const made = await api.data(publishComment, { post_id, content: 'x' }, creator);
    const { comment_id } = made.comment;
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        fans.flatMap((fan, n) => [
          servers.call(n, likeComment, { comment_id }, fan),
          servers.call(n + 1, unlikeComment, { comment_id }, fan),
          servers.call(n + 1, likeComment, { comment_id }, fan),
        ]),
      );
      expect(answers.map(({ ec }) => ec)).toEqual(answers.map(() => 200));
    }
    expect(await drifted()).toBe(0);
  });
});

/** Of all people together; the deep lane takes a million. */
const STEPS = Number(process.env.COMMENT_STEPS ?? 1_200);
const A_STEP_MS = 20;
/** Numbers from 0 to below 1, the same with every run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('many steps of people who act at once, on two servers', () => {
  it(
    'leave the comments, counts and likes that each of them was told',
    async () => {
      const post_ids = await Promise.all([0, 1].map(async () => (await publish(api, creator)).post_id));
      const { pool } = api.deps;
      /** By its number: author, post, and who likes it. */
      const model = new Map<number, { user: number; post: number; likes: Set<number> }>();
      const live: number[] = [];
      const hidden = new Set<number>();
      const act = async (user: number, chance: () => number, n: number): Promise<void> => {
        const { comments } = servers.deps(n);
        const user_id = asUserId(fans[user]?.user_id ?? '');
        const what = chance();
        const at = Math.floor(chance() * live.length);
        const sn = live[at];
        const one = sn === undefined ? undefined : model.get(sn);
        if (what < 0.01) {
          const status = hidden.has(user) ? USER_STATUS.shown : USER_STATUS.hidden;
          await pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [user_id, status]);
          if (!hidden.delete(user)) hidden.add(user);
        } else if (what < 0.35 || sn === undefined || !one) {
          const isReply = what > 0.1 && one !== undefined;
          const post = isReply ? one.post : Math.floor(chance() * 2);
          const made = await comments.publish({
            request_key: null,
            post_id: post_ids[post] ?? '',
            creator_id: creator.user_id,
            user_id,
            parent_sn: isReply ? sn : undefined,
            content: 'x',
            now: n,
          });
          if (isRefusal(made)) return;
          model.set(made.sn, { user, post, likes: new Set() });
          live.push(made.sn);
        } else if (what < 0.66) {
          live[at] = live.at(-1) ?? sn;
          live.pop();
          await comments.remove(sn);
          model.delete(sn);
        } else if (what < 0.86) {
          if (!isRefusal(await comments.like(user_id, sn))) one.likes.add(user);
        } else {
          await comments.unlike(user_id, sn);
          one.likes.delete(user);
        }
      };
      await Promise.all(
        fans.map(async (_, user) => {
          const chance = chances(user + 1);
          for (let n = 0; n < STEPS / FANS; n += 1) await act(user, chance, n);
        }),
      );
      expect(await drifted()).toBe(0);
      const { rows } = await pool.query<{ sn: number; like_count: number; shown: boolean }>(
        'SELECT sn, like_count, shown FROM content.comments WHERE post_id = ANY ($1) ORDER BY sn',
        [post_ids],
      );
      const expected = [...model].sort(([one], [other]) => one - other);
      expect(rows).toEqual(
        expected.map(([sn, { user, likes }]) => ({
          sn,
          like_count: likes.size,
          shown: !hidden.has(user),
        })),
      );
      const countOf = await api.deps.comments.counts(post_ids);
      for (const [post, post_id] of post_ids.entries())
        expect(countOf(post_id)).toBe(
          expected.filter(([, one]) => one.post === post && !hidden.has(one.user)).length,
        );
      await pool.query('UPDATE accounts.users SET status = $1', [USER_STATUS.shown]);
    },
    60_000 + STEPS * A_STEP_MS,
  );
});

/** A comment of the plain model. */
interface Plain {
  sn: number;
  thread: number;
  post: number;
  user: number;
  likes: Set<number>;
}

describe('any steps of several people', () => {
  it('leave the lists and counts of a plain model', async () => {
    const post_ids = await Promise.all([0, 1].map(async () => (await publish(api, creator)).post_id));
    const { pool } = api.deps;
    const step = fc.record({
      what: fc.constantFrom('publish', 'reply', 'reply', 'delete', 'like', 'like', 'unlike', 'hide', 'show'),
      user: fc.nat(FANS - 1),
      post: fc.nat(1),
      which: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        await pool.query('DELETE FROM content.comments');
        await pool.query('UPDATE accounts.users SET status = $1', [USER_STATUS.shown]);
        let model: Plain[] = [];
        const hidden = new Set<number>();
        const userOf = (n: number): UserId => asUserId(fans[n]?.user_id ?? '');
        const isShown = ({ user }: Plain) => !hidden.has(user);
        for (const [n, { what, user, post, which }] of steps.entries()) {
          const { comments } = servers.deps(n);
          const shown = model.filter(isShown);
          const one = shown[which % Math.max(1, shown.length)];
          if (what === 'publish' || (what === 'reply' && one)) {
            const parent = what === 'reply' ? one : undefined;
            const at = parent?.post ?? post;
            const made = await comments.publish({
              request_key: null,
              post_id: post_ids[at] ?? '',
              creator_id: creator.user_id,
              user_id: userOf(user),
              parent_sn: parent?.sn,
              content: `step ${n}`,
              now: n,
            });
            expect(isRefusal(made)).toBe(hidden.has(user));
            if (!isRefusal(made))
              model.push({
                sn: made.sn,
                thread: parent?.thread ?? made.sn,
                post: at,
                user,
                likes: new Set(),
              });
          } else if (what === 'delete' && one) {
            await comments.remove(one.sn);
            model = model.filter(({ sn }) => sn !== one.sn);
          } else if (what === 'like' && one) {
            await comments.like(userOf(user), one.sn);
            if (!hidden.has(user)) one.likes.add(user);
          } else if (what === 'unlike' && one) {
            await comments.unlike(userOf(user), one.sn);
            one.likes.delete(user);
          } else if (what === 'hide' || what === 'show') {
            const status = what === 'hide' ? USER_STATUS.hidden : USER_STATUS.shown;
            await pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [userOf(user), status]);
            if (what === 'hide') hidden.add(user);
            else hidden.delete(user);
          }
        }
        const { comments, commentLists } = api.deps;
        const countOf = await comments.counts(post_ids);
        for (const [at, post_id] of post_ids.entries()) {
          const shown = model.filter((one) => one.post === at && isShown(one));
          expect(countOf(post_id)).toBe(shown.length);
          const threads = [...new Set(shown.map(({ thread }) => thread))].sort((one, other) => other - one);
          const page = await commentLists.page(post_id, '', { before: 0, most: 100, replies: 3 });
          expect(page.map(({ thread_sn }) => thread_sn)).toEqual(threads);
          for (const { thread_sn, root, replies, reply_count } of page) {
            const own = shown.filter(({ thread, sn }) => thread === thread_sn && sn !== thread_sn);
            expect([root !== undefined, reply_count]).toEqual([
              shown.some(({ sn }) => sn === thread_sn),
              own.length,
            ]);
            expect(replies.map(({ sn }) => sn)).toEqual(own.slice(0, 3).map(({ sn }) => sn));
            const all = await commentLists.replies({ post_id, thread_sn }, '', { after: 0, most: 100 });
            expect(all.map(({ sn, like_count }) => [sn, like_count])).toEqual(
              own.map(({ sn, likes }) => [sn, likes.size]),
            );
          }
          const hot = await commentLists.hot(post_id, '', { most: 3, replies: 0 });
          const liked = shown
            .filter(({ sn, thread, likes }) => sn === thread && likes.size > 0)
            .sort((one, other) => other.likes.size - one.likes.size || other.sn - one.sn);
          expect(hot.map(({ thread_sn }) => thread_sn)).toEqual(liked.slice(0, 3).map(({ sn }) => sn));
        }
        expect(await drifted()).toBe(0);
      }),
      { numRuns: 40 },
    );
    await pool.query('UPDATE accounts.users SET status = $1', [USER_STATUS.shown]);
  });
});

describe('100,000 replies to one comment', () => {
  const REPLIES = 100_000;
  it('are read page by page by index, however far', async () => {
    const { pool } = api.deps;
    const { post_id } = await publish(api, creator);
    await api.projected();
    const [fan] = fans;
    const root = await api.data(publishComment, { post_id, content: 'Root' }, fan);
    const other = await api.data(publishComment, { post_id, content: 'Other' }, fan);
    // A page at the end of the first thread must not look at the second one.
    for (const { comment } of [root, other])
      await pool.query(
        `INSERT INTO content.comments (post_id, creator_id, user_id, thread_sn, reply_to, content, created_at)
         SELECT post_id, creator_id, user_id, thread_sn, sn, 'reply ' || n, 0
           FROM content.comments, generate_series(1, $2::int) n WHERE sn = $1`,
        [comment.comment_id, REPLIES],
      );
    await pool.query('ANALYZE content.comments');
    const after = root.comment.publish_sn + REPLIES - 5;
    const last = await api.data(listReplies, {
      post_id,
      root_comment_id: root.root_comment_id,
      publish_sn: after,
    });
    expect([last.list.length > 0, last.list.at(-1)?.content, last.has_more]).toEqual([
      true,
      `reply ${REPLIES}`,
      false,
    ]);
    // Work of the database, which is the same on a slow machine: rows that a page looks at.
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) SELECT sn FROM content.comments
        WHERE thread_sn = $1 AND post_id = $2 AND sn > $3 AND shown ORDER BY sn LIMIT 21`,
      [root.comment.publish_sn, post_id, after - REPLIES / 2],
    );
    const text = JSON.stringify(rows);
    expect(text).toContain('comments_of_thread');
    expect(text).not.toContain('Sort');
    expect(text).not.toContain('Seq Scan');
  });
});

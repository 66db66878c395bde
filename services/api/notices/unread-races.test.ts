import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import type { NoticeTab } from '#services/contract/notices/notices.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { manySteps } from '../testing/many-steps.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { goesWrong } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { unreadNotices } from './findable-posts.ts';

const api = fixture(startTestApi);
const FANS = 3;
const POSTS = 2;
let people: TestUser[];
let posts: string[];
let servers: Servers;
/** The first person is the creator. */
const CREATOR = 0;

beforeAll(async () => {
  people = [await certifiedCreator(api)];
  for (let n = 0; n < FANS; n += 1) people.push(await api.user());
  posts = [];
  for (let n = 0; n < POSTS; n += 1) posts.push((await publish(api, person(CREATOR))).post_id);
  await api.projected();
  servers = await startServers(api);
});
afterAll(() => servers.close());

function person(n: number): TestUser {
  const one = people[n];
  if (!one) throw new Error('no such person');
  return one;
}

/** What arrived for one person about one subject. Written without the product's code. */
interface PlainGroup {
  to: number;
  tab: NoticeTab;
  arrived: number;
  seen: number;
  /** Whether something of it is there that somebody else did who is shown. */
  isShown(): boolean;
}
interface PlainComment {
  sn: number;
  by: number;
  post: number;
  reply_to: PlainComment | undefined;
  mentions: number;
  isGone: boolean;
  likedBy: Set<number>;
}

/** A plain model of what each person has not seen. */
class PlainNotices {
  readonly comments: PlainComment[] = [];
  readonly #likes = posts.map(() => new Set<number>());
  readonly #hidden = new Set<number>();
  readonly #groups = new Map<string, PlainGroup>();

  #arrive(name: string, to: number, tab: NoticeTab, isShown: () => boolean): void {
    const known = this.#groups.get(name) ?? { to, tab, arrived: 0, seen: 0, isShown };
    this.#groups.set(name, { ...known, arrived: known.arrived + 1 });
  }
  #isOther = (by: number, to: number): boolean => by !== to && !this.#hidden.has(by);

  comment(comment: PlainComment): void {
    this.comments.push(comment);
    const { by, post, reply_to } = comment;
    const some = (to: number, isOfGroup: (one: PlainComment) => boolean) => () =>
      this.comments.some((one) => !one.isGone && isOfGroup(one) && this.#isOther(one.by, to));
    if (by !== CREATOR)
      this.#arrive(
        `post ${post}`,
        CREATOR,
        'comment',
        some(CREATOR, (one) => one.post === post),
      );
    if (reply_to && reply_to.by !== by && reply_to.by !== CREATOR) {
      const isShown = some(reply_to.by, (one) => one.reply_to === reply_to);
      this.#arrive(`reply ${reply_to.sn}`, reply_to.by, 'comment', () => !reply_to.isGone && isShown());
    }
    const to = comment.mentions;
    // A comment is one notice for a person.
    const isMention = (one: PlainComment): boolean =>
      one.mentions === to && (!one.reply_to || one.reply_to.isGone || one.reply_to.by !== to);
    if (to !== by && to !== CREATOR && isMention(comment))
      this.#arrive(
        `mention ${post} ${to}`,
        to,
        'comment',
        some(to, (one) => one.post === post && isMention(one)),
      );
  }
  delete(comment: PlainComment): void {
    comment.isGone = true;
  }
  /** Liking again, and ending what is not liked, change nothing. */
  like(by: number, post: number, liked: boolean): void {
    const likes = this.#likes[post];
    if (!likes || likes.has(by) === liked) return;
    likes[liked ? 'add' : 'delete'](by);
    if (!liked || by === CREATOR) return;
    this.#arrive(`like ${post}`, CREATOR, 'like', () =>
      [...likes].some((one) => this.#isOther(one, CREATOR)),
    );
  }
  likeComment(by: number, comment: PlainComment): void {
    if (comment.likedBy.has(by)) return;
    comment.likedBy.add(by);
    if (by === comment.by) return;
    const isShown = () =>
      !comment.isGone && [...comment.likedBy].some((one) => this.#isOther(one, comment.by));
    this.#arrive(`comment like ${comment.sn}`, comment.by, 'like', isShown);
  }
  show(who: number, shown: boolean): void {
    this.#hidden[shown ? 'delete' : 'add'](who);
  }
  seeAll(who: number, tab: NoticeTab): void {
    for (const group of this.#groups.values())
      if (group.to === who && group.tab === tab) group.seen = group.arrived;
  }
  unread(who: number): Record<NoticeTab, number> {
    const open = [...this.#groups.values()].filter(
      ({ to, arrived, seen, isShown }) => to === who && arrived > seen && isShown(),
    );
    const of = (tab: NoticeTab) => open.filter((group) => group.tab === tab).length;
    return { comment: of('comment'), like: of('like') };
  }
}

const LONGEST = 40;
const { numRuns, timeout } = manySteps('UNREAD_STEPS', { usual: 1_200, longest: LONGEST });
const step = fc.record({
  what: fc.constantFrom(
    'comment',
    'reply',
    'like',
    'unlike',
    'like_comment',
    'delete',
    'hide',
    'show',
    'see',
  ),
  who: fc.nat(FANS),
  post: fc.nat(POSTS - 1),
  comment: fc.nat(30),
  mentions: fc.nat(FANS),
  tab: fc.constantFrom<NoticeTab>('comment', 'like'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One step at the n-th server and in the model. */
async function take(
  model: PlainNotices,
  n: number,
  { what, who, post, comment, mentions, tab }: Step,
): Promise<void> {
  const { comments, likes, notices } = servers.deps(n);
  const { user_id } = person(who);
  const post_id = posts[post] ?? '';
  const creator_id = person(CREATOR).user_id;
  const known = model.comments.filter(({ isGone }) => !isGone);
  const chosen = known[comment % Math.max(known.length, 1)];
  const publishOne = async (of: string, parent: PlainComment | undefined): Promise<void> => {
    const own = {
      request_key: null,
      post_id: of,
      creator_id,
      user_id,
      content: 'x',
      now: Date.now(),
      mentions: [person(mentions).user_id],
    };
    const made = await comments.publish({ ...own, parent_sn: parent?.sn });
    if (isRefusal(made)) throw new Error(made.code);
    const place = {
      post: posts.indexOf(of),
      reply_to: parent,
      mentions,
      isGone: false,
      likedBy: new Set<number>(),
    };
    model.comment({ sn: made.sn, by: who, ...place });
  };
  switch (what) {
    case 'comment':
      return publishOne(post_id, undefined);
    case 'reply':
      return chosen && publishOne(posts[chosen.post] ?? '', chosen);
    case 'like':
    case 'unlike':
      await likes.set({ user_id, post_id, creator_id, liked: what === 'like' });
      return model.like(who, post, what === 'like');
    case 'like_comment':
      if (!chosen) return;
      await comments.like(user_id, chosen.sn);
      return model.likeComment(who, chosen);
    case 'delete':
      if (!chosen) return;
      await comments.remove(chosen.sn);
      return model.delete(chosen);
    case 'hide':
    case 'show': {
      // Who is hidden writes nothing; comments would be refused.
      const hidden = Math.max(who, 1);
      if (what === 'hide') {
        await setStatus(hidden, USER_STATUS.hidden);
        model.show(hidden, false);
        for (const to of people.keys())
          expect(await unreadNotices(servers.deps(n), person(to).user_id)).toEqual(model.unread(to));
      }
      await setStatus(hidden, USER_STATUS.shown);
      return model.show(hidden, true);
    }
    case 'see':
      await notices.seeAll(user_id, tab);
      return model.seeAll(who, tab);
  }
}
const setStatus = (who: number, status: number) =>
  api.deps.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [person(who).user_id, status]);

const clear = () =>
  api.deps.pool.query(
    'DELETE FROM relations.marks; DELETE FROM content.comments; DELETE FROM notices.groups',
  );

describe('unread notices', () => {
  it(
    'are those of a plain model after any steps, by turns on two servers',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: LONGEST }), async (steps) => {
          await clear();
          const model = new PlainNotices();
          for (const [n, one] of steps.entries()) {
            await take(model, n, one);
            expect(await unreadNotices(servers.deps(n + 1), person(one.who).user_id)).toEqual(
              model.unread(one.who),
            );
          }
          for (const who of people.keys())
            expect(await unreadNotices(servers.deps(who), person(who).user_id)).toEqual(model.unread(who));
        }),
        { numRuns },
      );
    },
    timeout,
  );
});

/** At both servers at once: everybody comments and likes, and the creator looks. Returns what stays wrong. */
async function storm(): Promise<{ arrived: number; unread: number }> {
  await clear();
  const [post_id = ''] = posts;
  const creator_id = person(CREATOR).user_id;
  const own = { post_id, creator_id };
  const acts = people.slice(1).flatMap(({ user_id }, n) => [
    servers.deps(n).likes.set({ ...own, user_id, liked: true }),
    servers.deps(n + 1).comments.publish({
      ...own,
      user_id,
      request_key: null,
      parent_sn: undefined,
      content: 'x',
      now: 0,
    }),
    servers.deps(n).notices.seeAll(creator_id, 'comment'),
  ]);
  await Promise.all(acts);
  const { rows } = await api.deps.pool.query<{ arrived: number }>(
    'SELECT coalesce(sum(arrived), 0)::int AS arrived FROM notices.groups WHERE user_id = $1',
    [creator_id],
  );
  await servers.deps(0).notices.seeAll(creator_id, 'comment');
  await servers.deps(1).notices.seeAll(creator_id, 'like');
  const { comment, like } = await unreadNotices(servers.deps(0), creator_id);
  return { arrived: rows[0]?.arrived ?? 0, unread: comment + like };
}

/** The numbers as a program writes them that reads the old value first. */
const CARELESS = `
  CREATE OR REPLACE FUNCTION notices.arrive(users text[], of_kind text, subjects text[], posts text[], at bigint)
  RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    before bigint;
  BEGIN
    IF users IS NULL THEN RETURN; END IF;
    SELECT arrived INTO before FROM notices.groups
     WHERE user_id = users[1] AND kind = of_kind AND subject_id = subjects[1];
    PERFORM pg_sleep(0.01);
    INSERT INTO notices.groups (user_id, kind, subject_id, post_id, arrived, place, newest_at)
    VALUES (users[1], of_kind, subjects[1], posts[1], 1, nextval('notices.place'), at)
    ON CONFLICT (user_id, kind, subject_id) DO UPDATE SET arrived = coalesce(before, 0) + 1;
  END $$`;

describe('comments, likes and looks at once, on two servers', () => {
  it('count each arrival once, and leave nothing unread that was seen', async () => {
    for (let round = 0; round < 8; round += 1)
      expect(await storm()).toEqual({ arrived: 2 * FANS, unread: 0 });
  });

  it('negative control: numbers that are read and then written are lost', async () => {
    const { pool } = api.deps;
    const { rows } = await pool.query<{ text: string }>(
      "SELECT pg_get_functiondef('notices.arrive'::regproc) AS text",
    );
    await pool.query(CARELESS);
    try {
      expect(await goesWrong(async () => (await storm()).arrived !== 2 * FANS)).toBe(true);
    } finally {
      await pool.query(rows[0]?.text ?? '');
    }
  });
});

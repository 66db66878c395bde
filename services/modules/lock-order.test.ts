import { describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { eraseAccount } from './accounts/deletion/erase-account.ts';
import { expectLockOrder } from './accounts/testing/lock-order.ts';
import { startTestAccounts } from './accounts/testing/test-accounts.ts';
import { openCarts } from './cart/entries.ts';
import { openComments } from './content/comments/comments.ts';
import { removeNow } from './media/garbage.ts';
import { forgetOldNotices, openNotices } from './notices/notices.ts';
import { openBlocks } from './relations/blocks.ts';
import { openMarks } from './relations/marks.ts';

const accounts = fixture(() =>
  startTestAccounts('media', 'cart', 'content', 'relations', 'notices', 'payments', 'worker', 'stats'),
);

const DAY_MS = 86_400_000;
const query = (text: string, values: unknown[] = []) => accounts.database.pool.query(text, values);
const inOrder = <Result>(first: string, next: string, change: () => Promise<Result>) =>
  expectLockOrder(accounts.database.pool, { first, next }, change);
const erase = (user: UserId) =>
  inTransaction(accounts.database.pool, (client) => eraseAccount(client, accounts.vault, user, 0));

/** Locks what a person is informed of, of one kind. */
const groupsOf = (user: UserId, kind: string) =>
  `SELECT FROM notices.groups WHERE user_id = '${user}' AND kind = '${kind}' FOR UPDATE`;
/** The rows are stored in the given order, which is not that of their keys. */
async function informed(user: UserId, post_id: string, kinds: readonly string[], newest_at = 0) {
  for (const kind of kinds)
    await query(
      `INSERT INTO notices.groups (user_id, kind, subject_id, post_id, arrived, place, newest_at)
       VALUES ($1, $2, $3, $3, 1, 1, $4)`,
      [user, kind, post_id, newest_at],
    );
}

describe('notices are locked in the order of their keys', () => {
  it('where a comment is deleted', async () => {
    const [creator, fan] = [await accounts.person(), await accounts.person()];
    const comments = openComments(accounts.database.pool);
    const of = { post_id: 'commented', creator_id: creator, request_key: null, content: 'x', now: 0 };
    const made = await comments.publish({ ...of, user_id: fan, parent_sn: undefined });
    if (isRefusal(made)) throw new Error(made.code);
    await comments.publish({ ...of, user_id: await accounts.person(), parent_sn: made.sn });
    await comments.like(creator, made.sn);
    await inOrder(groupsOf(fan, 'comment_like'), groupsOf(fan, 'reply'), () => comments.remove(made.sn));
  });

  it('where a post is deleted, after the comments that are being written', async () => {
    const creator = await accounts.person();
    const { forgetPost } = openNotices(accounts.database.pool);
    await informed(creator, 'deleted', ['like', 'comment']);
    await inOrder(groupsOf(creator, 'comment'), groupsOf(creator, 'like'), () => forgetPost('deleted'));
    await informed(creator, 'deleted', ['like', 'comment']);
    const comments = "INSERT INTO content.comment_counts VALUES ('deleted', 0) ON CONFLICT DO NOTHING";
    const counts = "SELECT FROM content.comment_counts WHERE post_id = 'deleted' FOR UPDATE";
    await inOrder(`${comments}; ${counts}`, groupsOf(creator, 'comment'), () => forgetPost('deleted'));
    expect((await query("SELECT FROM notices.groups WHERE post_id = 'deleted'")).rowCount).toBe(0);
  });

  it('where an account is deleted', async () => {
    const fan = await accounts.person();
    await informed(fan, 'any', ['like', 'comment']);
    await inOrder(groupsOf(fan, 'comment'), groupsOf(fan, 'like'), () => erase(fan));
  });

  it('and old ones that somebody changes are left until the next time', async () => {
    const [fan, other] = [await accounts.person(), await accounts.person()];
    for (const one of [fan, other]) await informed(one, 'old', ['like']);
    const left = async () => (await query("SELECT user_id FROM notices.groups WHERE post_id = 'old'")).rows;
    await inTransaction(accounts.database.pool, async (client) => {
      await client.query(groupsOf(fan, 'like'));
      await forgetOldNotices(accounts.database.pool, 100 * DAY_MS);
    });
    expect(await left()).toEqual([{ user_id: fan }]);
    await forgetOldNotices(accounts.database.pool, 100 * DAY_MS);
    expect(await left()).toEqual([]);
  });
});

it('posts in lists are locked in the order of their keys where an account is deleted', async () => {
  const creator = await accounts.person();
  for (const post_id of ['second', 'first'])
    await query(
      `INSERT INTO relations.listed_posts (post_id, creator_id, sn, published_at, has_pictures, has_video)
       VALUES ($1, $2, 1, 0, false, false)`,
      [post_id, creator],
    );
  const lock = (post_id: string) =>
    `SELECT FROM relations.listed_posts WHERE post_id = '${post_id}' FOR UPDATE`;
  await inOrder(lock('first'), lock('second'), () => erase(creator));
});

it('keys of several people are locked in the order of their ids', async () => {
  const people = [await accounts.person(), await accounts.person()].toSorted();
  const entries = people.toReversed().map((user_id) => ({ user_id, kind: 'name' as const, text: 'x' }));
  await accounts.vault.putMany(entries);
  const [first, second] = people.map(
    (user) => `SELECT FROM accounts.person_keys WHERE user_id = '${user}' FOR UPDATE`,
  );
  await inOrder(first!, second!, () => accounts.vault.putMany(entries));
});

it('two people who follow or block each other are locked in the order of their ids', async () => {
  const { pool } = accounts.database;
  const people = [await accounts.person(), await accounts.person()].toSorted();
  const [first, next] = people.map((id) => `SELECT FROM accounts.users WHERE id = '${id}' FOR NO KEY UPDATE`);
  for (const [user, other] of [people, people.toReversed()]) {
    const creator = { kind: 'creator' as const, subject_id: other!, creator_id: other! };
    await inOrder(first!, next!, () => openMarks(pool).mark(user!, creator));
    const block = { user_id: user!, kind: 'block' as const, other_id: other! };
    await inOrder(first!, next!, () => openBlocks(pool).add(block, 0));
  }
});

it('a creator’s page is changed after the person is locked, as profile and settings are', async () => {
  const creator = await accounts.person();
  await accounts.accounts.profiles.editCreator(creator, {
    name: 'Lin',
    avatar: '',
    cover: '',
    url_slug: 'lin',
    doing: 'paints',
    category_id: '',
    type: 0,
    detail: '',
    watermark: 0,
  });
  const person = `SELECT FROM accounts.users WHERE id = '${creator}' FOR NO KEY UPDATE`;
  const page = `SELECT FROM accounts.creators WHERE user_id = '${creator}' FOR UPDATE`;
  await inOrder(person, page, () => accounts.accounts.profiles.setPage(creator, { doing: 'draws' }));
});

it('entries of a cart are locked in the order of their ids', async () => {
  const fan = await accounts.person();
  const carts = openCarts(accounts.database.pool, accounts.vault, accounts.clock);
  for (const id of ['entry-b', 'entry-a'])
    await query(
      `INSERT INTO cart.entries (cart_id, user_id, creator_id, plan_id, choice_key, choice, picked, created_at)
       VALUES ($1, $2, $2, $1, '', '{}', false, 0)`,
      [id, fan],
    );
  const lock = (id: string) => `SELECT FROM cart.entries WHERE cart_id = '${id}' FOR UPDATE`;
  const ids = ['entry-b', 'entry-a'];
  expect(await inOrder(lock('entry-a'), lock('entry-b'), () => carts.pick(fan, ids, true))).toBe(2);
  expect(await inOrder(lock('entry-a'), lock('entry-b'), () => carts.remove(fan, ids))).toBe(2);
});

it('objects that somebody else removes are not waited for', async () => {
  await query("INSERT INTO media.garbage (object) VALUES ('theirs'), ('ours')");
  await inTransaction(accounts.database.pool, async (client) => {
    await client.query("SELECT FROM media.garbage WHERE object = 'theirs' FOR UPDATE");
    await removeNow(accounts.database.pool, { remove: async () => undefined }, ['theirs', 'ours']);
  });
  expect((await query('SELECT object FROM media.garbage')).rows).toEqual([{ object: 'theirs' }]);
});
